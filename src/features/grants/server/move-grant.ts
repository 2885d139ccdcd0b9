import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { Book, Client } from '../../../tenants/client.ts'
import { type CharityStanding, findCharityStanding } from '../../charities/server/charity-standing.ts'
import {
  commitPostings,
  type Posting,
  payPostings,
  reservePostings,
  returnPostings,
  unreservePostings,
  voidPostings,
} from '../../ledger/domain/postings.ts'
import { type EntryKind, postEntry, violates } from '../../ledger/server/post-entry.ts'
import {
  type GrantStatus,
  grantStatuses,
  isReserved,
  type LedgerEffect,
  lifeRules,
  mayTake,
  type ReviewState,
  type Standing,
  type Transition,
} from '../domain/grant-life.ts'
import { charityObjection } from './charity-objection.ts'
import { fourEyesObjection } from './four-eyes.ts'
import { type GrantRecord, listSteps, lockGrant } from './grants.queries.ts'
import { recordStep, type StepActor } from './record-step.ts'

export type Move = {
  grantId: string
  transition: Transition
  actor: StepActor
  reason?: string | null
  payment?: { method: 'eft' | 'cheque'; reference: string }
  /** What came back of a paid grant; all of it where absent. Minor units. */
  returnedMinor?: bigint
}

export type MoveSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  /** Throws `step-up-needed` unless the actor has just proved that it is them. */
  requireProof: () => void
  /** False for what is recorded after the event, of which nobody is to be told as news. Default: true. */
  notify?: boolean
}

/** Steps by which money leaves; from the client's four-eyes threshold on, whoever takes one has just proved that it is them. */
const asksForProof: readonly Transition[] = ['approve', 'pay']

/** Steps that look at the charity anew, because the register may have changed since (open-points 6). */
const reliesOnRegister: readonly Transition[] = ['approve', 'pay']

/**
 * Takes a grant one step further: its state, the ledger, the history and the notice to the donor in one transaction,
 * the caller's where there is one.
 * Throws `not-found`, `step-up-needed`, `conflict` where its state does not allow the step, `access-denied` detail for four eyes,
 * `validation` where a reason is lacking or the charity may no longer be paid.
 */
export async function moveGrant(db: Kysely<DB>, move: Move, settings: MoveSettings): Promise<void> {
  try {
    await inTransaction(db, async trx => await step(trx, move, settings))
  } catch (error) {
    if (violates(error, 'not_own_grant'))
      throw new Problem('access-denied', { detail: 'Nobody approves or pays a grant that they recommended.' })
    if (violates(error, 'available_not_below_zero'))
      throw new Problem('conflict', { detail: 'The available balance does not cover this grant.' })
    throw error
  }
}

async function step(trx: Kysely<DB>, move: Move, settings: MoveSettings): Promise<void> {
  const grant = await lockGrant(trx, move.grantId)
  if (!grant) throw new Problem('not-found')
  const { rule, reason, relies } = ruleOf(move, grant, await listSteps(trx, grant.grant_id), settings.client)
  if (asksForProof.includes(move.transition) && grant.amount_minor >= settings.client.fourEyesFromMinor)
    settings.requireProof()
  const charity = relies ? await standingForPayment(trx, grant, move.transition, reason, settings.now) : null
  const { reviewState } = stateAfter(rule)
  const entry = await post(trx, grant, rule.effect, move, settings)
  await trx
    .updateTable('grant_recommendation')
    .set({
      transaction_status_code: rule.to,
      review_state: reviewState,
      ...(rule.effect === 'pay' && move.payment
        ? {
            paid_on: settings.today,
            payment_method: move.payment.method,
            payment_reference: move.payment.reference,
          }
        : {}),
      ...(rule.effect === 'return' ? { returned_minor: returnedOf(grant, move) } : {}),
    })
    .where('grant_id', '=', grant.grant_id)
    .execute()
  const number = await recordStep(trx, {
    grantId: grant.grant_id,
    transition: move.transition,
    from: standingOf(grant).status,
    to: rule.to,
    reviewState,
    actor: move.actor,
    reason,
    evidence: charity?.evidence ?? null,
    entryId: entry?.entryId ?? null,
    at: settings.now,
  })
  if (settings.notify ?? true) {
    await addJob(trx, 'mail-grant-step', {
      client: settings.client.name,
      grantId: grant.grant_id,
      step: number,
      transition: move.transition,
    })
  }
}

type Rule = { to: GrantStatus; reviewState?: ReviewState; effect: LedgerEffect; reason: boolean }
type Recommended = Pick<
  GrantRecord,
  'amount_minor' | 'recommended_by' | 'on_behalf_of' | 'transaction_status_code' | 'review_state'
>

/**
 * What a step means for a grant that stands so and has taken these steps: its rule, its reason, and whether it relies on the register.
 * Throws `conflict`, `validation` or `access-denied`, as moveGrant says.
 */
export function ruleOf(
  move: Move,
  grant: Recommended,
  taken: readonly { transition: string; actor_user_id: string }[],
  client: Client,
): { rule: Rule; reason: string | null; relies: boolean } {
  const rule: Rule = lifeRules[move.transition]
  const standing = standingOf(grant)
  if (!mayTake(move.transition, standing))
    throw new Problem('conflict', { detail: `This grant is ${stateInWords(standing)}.` })
  const reason = move.reason?.trim() || null
  if (rule.reason && reason === null) throw fieldProblem('reason', 'Give the reason')
  const objection = fourEyesObjection(move.transition, move.actor, grant, taken, client)
  if (objection) throw new Problem('access-denied', { detail: objection })
  return { rule, reason, relies: reliesOnRegister.includes(move.transition) }
}

/** Where a grant stands once it has taken the step of this rule. */
export const stateAfter = ({ to, reviewState }: Rule): Standing => ({
  status: to,
  reviewState: reviewState ?? null,
})

export function standingOf(grant: Pick<GrantRecord, 'transaction_status_code' | 'review_state'>): Standing {
  // The table's checks allow exactly these values.
  return {
    status: grant.transaction_status_code as GrantStatus,
    reviewState: grant.review_state as ReviewState | null,
  }
}

/** `under review, waiting for funds`: for sentences. */
export function stateInWords({ status, reviewState }: Standing): string {
  const state = grantStatuses[status].toLowerCase()
  return reviewState === null ? state : `${state}, ${reviewState.replaceAll('_', ' ')}`
}

/** The charity as it stands now. What the register refuses is not paid; what it leaves to a person needs that person's reason. */
async function standingForPayment(
  trx: Kysely<DB>,
  grant: GrantRecord,
  transition: Transition,
  reason: string | null,
  now: Date,
): Promise<CharityStanding> {
  const charity = await findCharityStanding(trx, grant.charity_id, now)
  const objection = charityObjection(charity)
  if (!charity || objection !== null) throw new Problem('conflict', { detail: objection ?? undefined })
  if (charity.eligibility.outcome === 'person' && transition === 'approve' && reason === null)
    throw fieldProblem('reason', `${charity.eligibility.sentence} Say on what you rely`)
  return charity
}

/** Under which kind each effect stands in the ledger. */
export const entryKinds = {
  reserve: 'grant_recommended',
  release: 'grant_released',
  commit: 'grant_approved',
  void: 'grant_released',
  pay: 'grant_paid',
  return: 'grant_returned',
} as const satisfies Record<Exclude<LedgerEffect, 'none'>, EntryKind>

async function post(
  trx: Kysely<DB>,
  grant: GrantRecord,
  effect: LedgerEffect,
  move: Move,
  { book, today }: MoveSettings,
): Promise<{ entryId: string } | null> {
  if (effect === 'none') return null
  const postings = postingsOf(grant, effect, move)
  if (postings.length === 0) return null
  return await postEntry(trx, {
    kind: entryKinds[effect],
    currency: book.currency,
    effectiveDate: today,
    grantId: grant.grant_id,
    actorUserId: move.actor.userId,
    onBehalfOfUserId: move.actor.onBehalfOf ?? null,
    postings,
  })
}

type Held = Pick<GrantRecord, 'account_id' | 'amount_minor' | 'transaction_status_code' | 'review_state'>

/** What a step does to the ledger: nothing where there is nothing to do. Throws `validation` without a payment, or for a return beyond it. */
export function postingsOf(grant: Held, effect: Exclude<LedgerEffect, 'none'>, move: Move): Posting[] {
  const { account_id: accountId, amount_minor: amountMinor } = grant
  switch (effect) {
    case 'reserve':
      return reservePostings(accountId, amountMinor)
    case 'release':
      // One that waits for funds has nothing set aside.
      return isReserved(standingOf(grant)) ? unreservePostings(accountId, amountMinor) : []
    case 'commit':
      return commitPostings(amountMinor)
    case 'void':
      return voidPostings(accountId, amountMinor)
    case 'pay':
      if (!move.payment) throw fieldProblem('paymentMethod', 'Say how it was paid')
      return payPostings(accountId, amountMinor)
    case 'return':
      return returnPostings(accountId, returnedOf(grant, move))
  }
}

function returnedOf(grant: Held, move: Move): bigint {
  const returnedMinor = move.returnedMinor ?? grant.amount_minor
  if (returnedMinor <= 0n || returnedMinor > grant.amount_minor)
    throw fieldProblem('returnedMinor', 'Not more than was paid can come back')
  return returnedMinor
}

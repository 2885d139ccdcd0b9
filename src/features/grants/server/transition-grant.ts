import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { type CharityStatus, findCharityStatus } from '../../charities/server/charity-status.ts'
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
import { stepStatusViolation } from '../domain/fund-status.ts'
import { isReserved, type LedgerEffect, type Transition } from '../domain/grant-status.ts'
import { charityViolation } from './charity-violation.ts'
import { type GrantRecord, listSteps, lockFund, lockGrant } from './grants.queries.ts'
import { mailGrantStep } from './mail-grant-step.ts'
import { recordHistoryEntry } from './record-history-entry.ts'
import {
  type GrantTransition,
  grantStateOf,
  paymentOf,
  type Recommended,
  returnedBy,
  ruleOf,
} from './transition-rule.ts'

export type TransitionSettings = {
  client: Client
  book: Book
  today: IsoDate
  now: Date
  /** Throws `step-up-needed` unless the actor has just proved that it is them. */
  requireVerification: () => void
  /** False for what is recorded after the event, of which nobody is to be told as news. Default: true. */
  notify?: boolean
}

/** Steps by which money leaves; from the client's four-eyes threshold on, whoever takes one has just proved that it is them. */
const needsStepUp: readonly Transition[] = ['approve', 'pay']

/**
 * Takes a grant of the fund one step further: its state, the ledger, the history and the notice to the donor in one transaction,
 * the caller's where there is one.
 * Throws `not-found` for a grant that is not the fund's, `step-up-needed`, `conflict` where its state or the fund's does not allow
 * the step, `access-denied` detail for four eyes, `validation` where a text is lacking or the step is unknown.
 */
export async function transitionGrant(
  db: Kysely<DB>,
  accountId: string,
  move: GrantTransition,
  settings: TransitionSettings,
): Promise<void> {
  try {
    await inTransaction(db, async trx => await takeStep(trx, accountId, move, settings))
  } catch (error) {
    if (violates(error, 'not_own_grant'))
      throw new Problem('access-denied', { detail: 'Nobody approves or pays a grant that they recommended.' })
    if (violates(error, 'available_not_below_zero'))
      throw new Problem('conflict', { detail: 'The available balance does not cover this grant.' })
    throw error
  }
}

async function takeStep(
  trx: Kysely<DB>,
  accountId: string,
  move: GrantTransition,
  settings: TransitionSettings,
): Promise<void> {
  const fund = await lockFund(trx, accountId)
  const grant = fund && (await lockGrant(trx, accountId, move.grantId))
  if (!fund || !grant) throw new Problem('not-found')
  const taken = await listSteps(trx, grant.grant_id)
  const { rule, after, reason, message, relies } = ruleOf(move, grant, taken, settings.client)
  const violation = stepStatusViolation(move.transition, fund.account_status)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  if (needsStepUp.includes(move.transition) && grant.amount_minor >= settings.client.dualControlFromMinor)
    settings.requireVerification()
  const charity = relies ? await statusForPayment(trx, grant, move.transition, reason, settings.now) : null
  const entry = await post(trx, grant, rule.effect, move, settings)
  await trx
    .updateTable('grant_recommendation')
    .set({
      transaction_status_code: after.status,
      review_state: after.reviewState,
      outcome: after.outcome,
      ...(rule.effect === 'pay' ? paidColumns(move, settings.today) : {}),
      ...(rule.effect === 'return' ? { returned_minor: grant.returned_minor + returnedBy(move, grant) } : {}),
    })
    .where('grant_id', '=', grant.grant_id)
    .execute()
  const number = await recordHistoryEntry(trx, {
    grantId: grant.grant_id,
    transition: move.transition,
    from: grantStateOf(grant).status,
    to: after.status,
    reviewState: after.reviewState,
    outcome: after.outcome,
    actor: move.actor,
    reason,
    message,
    evidence: charity?.evidence ?? null,
    entryId: entry?.entryId ?? null,
    at: settings.now,
  })
  if (settings.notify ?? true) {
    await addJob(trx, mailGrantStep, {
      client: settings.client.name,
      grantId: grant.grant_id,
      step: number,
      transition: move.transition,
    })
  }
}

function paidColumns(move: GrantTransition, today: IsoDate) {
  const { method, reference } = paymentOf(move)
  return { paid_on: today, payment_method: method, payment_reference: reference }
}

/** The charity as it stands now. What the register refuses is not paid; what it leaves to a person needs that person's reason. */
async function statusForPayment(
  trx: Kysely<DB>,
  grant: GrantRecord,
  transition: Transition,
  reason: string | null,
  now: Date,
): Promise<CharityStatus> {
  const charity = await findCharityStatus(trx, grant.charity_id, now)
  const violation = charityViolation(charity)
  if (!charity || violation !== null) throw new Problem('conflict', { detail: violation ?? undefined })
  if (charity.eligibility.outcome === 'person' && transition === 'approve' && reason === null)
    throw fieldProblem('reason', `${charity.eligibility.sentence} Enter the evidence that you rely on`)
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
  move: GrantTransition,
  { book, today }: TransitionSettings,
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

type Held = Pick<GrantRecord, 'account_id'> & Recommended

/** What a step does to the ledger: nothing where there is nothing to do. Throws `validation` without a payment, or for a return beyond it. */
export function postingsOf(
  grant: Held,
  effect: Exclude<LedgerEffect, 'none'>,
  move: GrantTransition,
): Posting[] {
  const { account_id: accountId, amount_minor: amountMinor } = grant
  switch (effect) {
    case 'reserve':
      return reservePostings(accountId, amountMinor)
    case 'release':
      // One that waits for funds has nothing set aside.
      return isReserved(grantStateOf(grant)) ? unreservePostings(accountId, amountMinor) : []
    case 'commit':
      return commitPostings(amountMinor)
    case 'void':
      return voidPostings(accountId, amountMinor)
    case 'pay':
      paymentOf(move)
      return payPostings(accountId, amountMinor)
    case 'return':
      return returnPostings(accountId, returnedBy(move, grant))
  }
}

import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { EntryKind } from '../../ledger/domain/entry.ts'
import {
  commitPostings,
  type Posting,
  payPostings,
  reservePostings,
  returnPostings,
  reversedCommitPostings,
  reversedPayPostings,
  unreservePostings,
  voidPostings,
} from '../../ledger/domain/postings.ts'
import type { CreditedAccount } from '../../ledger/server/account-to-credit.queries.ts'
import { accountToCredit } from '../../ledger/server/account-to-credit.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { balanceTooLow, stepStatusViolation } from '../domain/fund-status.ts'
import { isReserved, type LedgerEffect, type Transition } from '../domain/grant-status.ts'
import { ownCase, relatedPartiesUncleared } from '../domain/related-parties.ts'
import { onHoldSentence } from '../review/server/holds.ts'
import { findOpenHold } from '../review/server/review.queries.ts'
import { evidenceOf, statusForApproval } from './approval-evidence.ts'
import { type GrantRecord, lockFund, lockGrant, updateGrant } from './grants.queries.ts'
import { listSteps } from './history.queries.ts'
import { mailGrantSteps } from './mail-grant-step.ts'
import { recordHistoryEntry } from './record-history-entry.ts'
import { recordReturn, requireNewReturn } from './record-return.ts'
import type { TransitionSettings } from './transition-rule.ts'
import {
  checkTransition,
  type GrantTransition,
  grantStateOf,
  paymentOf,
  returnedBy,
  stoppedByHold,
  type TransitionColumns,
} from './transition-rule.ts'

/** Transitions that need a recent verification from the client's dual-control threshold on. A payment run asks for it once. */
const needsStepUp: readonly Transition[] = ['approve']

/**
 * Applies a transition to a grant of the fund: state, ledger, history and mail to the donor, all in one transaction (the
 * caller's, if there is one). Throws `not-found` for another fund's grant, `step-up-needed`, `conflict` where the grant's
 * state, the fund's status or the charity's does not allow it, `access-denied` for dual control, `validation` where a text
 * is missing or the transition is unknown.
 */
export async function transitionGrant(
  db: Kysely<DB>,
  accountId: string,
  request: GrantTransition,
  settings: TransitionSettings,
): Promise<void> {
  try {
    await inTransaction(db, async trx => await applyTransition(trx, accountId, request, settings))
  } catch (error) {
    if (violates(error, 'not_own_grant'))
      throw new Problem('access-denied', {
        detail: 'You can’t approve or pay a grant that you recommended.',
      })
    if (violates(error, 'related_parties_cleared'))
      throw new Problem('conflict', { detail: relatedPartiesUncleared })
    if (violates(error, 'related_parties_apart')) throw new Problem('access-denied', { detail: ownCase })
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('conflict', { detail: balanceTooLow })
    if (violates(error, 'status_accepts_entry'))
      throw new Problem('conflict', { detail: 'The status of the fund does not allow this.' })
    throw error
  }
}

async function applyTransition(
  trx: Kysely<DB>,
  accountId: string,
  request: GrantTransition,
  settings: TransitionSettings,
): Promise<void> {
  const fund = await lockFund(trx, accountId)
  const grant = fund && (await lockGrant(trx, accountId, request.grantId))
  if (!fund || !grant) throw new Problem('not-found')
  const history = await listSteps(trx, grant.grant_id)
  const { rule, after, reason, message, checksCharity } = checkTransition(request, grant, history, settings)
  if (stoppedByHold.includes(request.transition) && (await findOpenHold(trx, grant.grant_id)))
    throw new Problem('conflict', { detail: onHoldSentence })
  const violation = stepStatusViolation(request.transition, {
    accountStatus: fund.account_status,
    isOfCase: grant.case_id !== null,
  })
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  if (needsStepUp.includes(request.transition) && grant.amount_minor >= settings.client.dualControlFromMinor)
    settings.requireVerification()
  const charity = checksCharity ? await statusForApproval(trx, grant, { ...request, reason }, settings) : null
  const credited =
    rule.effect === 'return'
      ? await accountToCredit(trx, accountId, {
          sponsor: settings.client.displayName,
          today: settings.today,
        })
      : null
  if (rule.effect === 'return') await requireNewReturn(trx, grant, request, settings)
  const entry = await post(trx, grant, rule.effect, request, {
    ...settings,
    credited,
    reversedEntryId:
      history.findLast(({ transition }) => transition === reversedBy(rule.effect))?.entry_id ?? null,
  })
  if (rule.effect === 'return' && entry)
    await recordReturn(trx, grant, request, { ...settings, entryId: entry.entryId })
  await updateGrant(trx, grant.grant_id, {
    transaction_status_code: after.status,
    review_state: after.reviewState,
    outcome: after.outcome,
    ...(rule.effect === 'pay' ? paidColumns(request, settings.today) : {}),
    ...(rule.effect === 'reverse-pay' ? unpaidColumns : {}),
    ...(rule.effect === 'return'
      ? { returned_minor: grant.returned_minor + returnedBy(request, grant) }
      : {}),
  })
  const step = await recordHistoryEntry(trx, {
    grantId: grant.grant_id,
    transition: request.transition,
    from: grantStateOf(grant).status,
    to: after.status,
    reviewState: after.reviewState,
    outcome: after.outcome,
    actor: request.actor,
    reason: reasonWith(reason, accountId, credited),
    message,
    evidence: (await evidenceOf(trx, charity, request)) ?? request.payment?.evidence ?? null,
    entryId: entry?.entryId ?? null,
    at: settings.now,
  })
  if (!settings.isMailedLater)
    await mailGrantSteps(trx, settings.client, [
      { grantId: grant.grant_id, step, transition: request.transition },
    ])
}

/** The staff's reason, and where the money went if not back to its fund. */
function reasonWith(
  reason: string | null,
  accountId: string,
  credited: CreditedAccount | null,
): string | null {
  if (credited === null || credited.accountId === accountId) return reason
  const { accountName, fundId } = credited
  const where = `Credited to ${accountName} (Account ID ${fundId}), because this fund is closed.`
  return reason === null ? where : `${reason} ${where}`
}

function paidColumns(request: GrantTransition, today: IsoDate) {
  const { method, reference } = paymentOf(request)
  return { paid_on: today, payment_method: method, payment_reference: reference }
}

const unpaidColumns = { paid_on: null, payment_method: null, payment_reference: null }

/** The kind of journal entry for each effect. */
export const entryKinds = {
  reserve: 'grant_recommended',
  release: 'grant_released',
  commit: 'grant_approved',
  void: 'grant_released',
  pay: 'grant_paid',
  'reverse-commit': 'reversal',
  'reverse-pay': 'reversal',
  return: 'grant_returned',
} as const satisfies Record<Exclude<LedgerEffect, 'none'>, EntryKind>

/** `reversedEntryId`: the entry that an effect reverses, of the grant's last approval or payment. */
type PostSettings = TransitionSettings & { credited: CreditedAccount | null; reversedEntryId: string | null }

const reversedBy = (effect: LedgerEffect): Transition | null =>
  effect === 'reverse-pay' ? 'pay' : effect === 'reverse-commit' ? 'approve' : null

async function post(
  trx: Kysely<DB>,
  grant: GrantRecord,
  effect: LedgerEffect,
  request: GrantTransition,
  { book, today, credited, reversedEntryId }: PostSettings,
): Promise<{ entryId: string } | null> {
  if (effect === 'none') return null
  const postings = postingsOf(grant, effect, request, credited?.accountId)
  if (postings.length === 0) return null
  return await postEntry(trx, {
    kind: entryKinds[effect],
    currency: book.currency,
    effectiveDate: today,
    grantId: grant.grant_id,
    ...(effect === 'reverse-pay' || effect === 'reverse-commit'
      ? { reversesEntryId: requireEntry(reversedEntryId), comment: reversedComments[effect] }
      : {}),
    actorUserId: request.actor.userId,
    onBehalfOfUserId: request.actor.onBehalfOf ?? null,
    postings,
  })
}

/** Donors read the one about a payment in the activity of their fund. */
const reversedComments = {
  'reverse-pay': 'The bank did not carry out this payment, so it is made again.',
  'reverse-commit': 'The grant was returned to review.',
} as const

function requireEntry(entryId: string | null): string {
  if (entryId === null)
    throw new Problem('conflict', {
      detail: 'This step of the grant has no entry that could be reversed.',
    })
  return entryId
}

type PostedGrant = Pick<GrantRecord, 'account_id'> & TransitionColumns

/**
 * The postings of an effect; none where there is nothing to post. `creditedId`: the account that gets a return. Throws `validation`
 * without a payment, or for too large a return.
 */
export function postingsOf(
  grant: PostedGrant,
  effect: Exclude<LedgerEffect, 'none'>,
  request: GrantTransition,
  creditedId = grant.account_id,
): Posting[] {
  const { account_id: accountId, amount_minor: amountMinor } = grant
  switch (effect) {
    case 'reserve':
      return reservePostings(accountId, amountMinor)
    case 'release':
      // A grant that waits for funds has nothing set aside.
      return isReserved(grantStateOf(grant)) ? unreservePostings(accountId, amountMinor) : []
    case 'commit':
      return commitPostings(amountMinor)
    case 'void':
      return voidPostings(accountId, amountMinor)
    case 'pay':
      paymentOf(request)
      return payPostings(accountId, amountMinor)
    case 'reverse-commit':
      return reversedCommitPostings(amountMinor)
    case 'reverse-pay':
      return reversedPayPostings(accountId, amountMinor)
    case 'return':
      return returnPostings(creditedId, returnedBy(request, grant))
  }
}

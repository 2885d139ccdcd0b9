import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { invariant } from '../../../../domain/invariant.ts'
import { type Actor, personOf } from '../../../../server/auth/actor.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { lockAccountRows } from '../../../accounts/server/account-row.queries.ts'
import { postReversal } from '../../../ledger/server/post-reversal.ts'
import type { PostingHandler } from '../../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../../posting-requests/server/post-or-file.ts'
import { accountOf } from '../../../posting-requests/server/posting-requests.queries.ts'
import { type GrantState, isOneOf, paidInFullStatuses, statusCodes } from '../../domain/grant-status.ts'
import { fundOfGrant } from '../../server/grant-details.ts'
import { findReturn, isBelowZero, type ReturnOfGrant } from '../../server/grant-returns.queries.ts'
import { type GrantRecord, lockGrant, updateGrant } from '../../server/grants.queries.ts'
import { listSteps } from '../../server/history.queries.ts'
import { mailGrantSteps } from '../../server/mail-grant-step.ts'
import { recordHistoryEntry } from '../../server/record-history-entry.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import type * as contract from '../staff-commands.contract.ts'
import { reversedReturn } from '../staff-commands.contract.ts'
import { findLinks } from './review.queries.ts'
import { staffGrant } from './staff-grant.ts'

type Context = BaseContext & { actor: Actor }
type Reversal = {
  accountId: string
  grantId: string
  /** The entry of the return. */
  entryId: string
  /** The donors read it. */
  message: string
  /** For staff: who asked for it. */
  note: string | null
}

/**
 * Files that a return was recorded by mistake, for a second person whatever its amount. It is tried out, so that nobody is asked to confirm what
 * is refused. Throws `not-found`, and `conflict` where the return was taken back, the bank booked it, the grant was reissued or the money was
 * granted again, or where a command about the grant waits already.
 */
export async function reverseReturn(
  { params: { grantId }, body }: HandlerInput<typeof contract.reverseReturn>,
  context: ContextOf<typeof contract.reverseReturn>,
): Promise<Reply<typeof contract.reverseReturn>> {
  const { db, clock } = context
  const { entryId, message } = body.data.attributes
  const accountId = await fundOfGrant(db, grantId)
  await inTransaction(db, async trx => {
    await requireNoneWaiting(trx, grantId)
    let amountMinor = 0n
    await tryOut(trx, async () => {
      amountMinor = await reverse(trx, { accountId, grantId, entryId, message, note: null }, context)
    })
    await fileRequest(
      trx,
      {
        kind: 'reverse-return',
        subjectId: grantId,
        accountId,
        amountMinor,
        input: { entryId },
        reason: message,
      },
      context,
    )
  })
  return await staffGrant(db, accountId, grantId, context, clock.now())
}

export const reversedReturnPosting = {
  'reverse-return': {
    carryOut: async (trx, request, context) => {
      const { subject_id: grantId, reason: message, requested_by_name: name } = request
      invariant(message !== null, 'a reversal has a message to the donor')
      const { entryId } = z.parse(reversedReturn, request.input)
      const reversal = { grantId, entryId, message, note: `Entered by ${name}.` }
      await reverse(trx, { ...reversal, accountId: accountOf(request) }, context)
    },
  },
} as const satisfies Record<string, PostingHandler>

const alreadyGranted =
  'The available balance is less than this return, because some of it was already granted. Free the money first, for example by cancelling recommended grants.'
const closedFund =
  'The fund that the money was credited to is closed, so nothing can be posted to it. Open it again before you take the return back.'

/** Posts the exact reversal of the return’s entry today, and puts the grant back into its state without it. Returns the amount in minor units. */
async function reverse(
  trx: Kysely<DB>,
  { accountId, grantId, entryId, message, note }: Reversal,
  { actor, client, clock, today }: Context,
): Promise<bigint> {
  const seen = await findReturn(trx, grantId, entryId)
  if (!seen) throw new Problem('not-found')
  // The fund of the grant, and the one that got the money where that was closed.
  await lockAccountRows(trx, [accountId, seen.creditedId])
  const grant = await lockGrant(trx, accountId, grantId)
  const found = await findReturn(trx, grantId, entryId)
  if (!grant || !found) throw new Problem('not-found')
  const violation = await violationOf(trx, grant, found)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  try {
    const { reversalEntryId } = await postReversal(trx, entryId, {
      ...{ today, comment: message, actorUserId: actor.userId, grantId },
    })
    // The ledger lets a reversal take an account below zero. This one would take back what is granted already.
    if (await isBelowZero(trx, found.creditedId)) throw new Problem('conflict', { detail: alreadyGranted })
    const leftMinor = grant.returned_minor - found.amountMinor
    const after = await stateWithout(trx, grantId, leftMinor)
    await updateGrant(trx, grantId, {
      transaction_status_code: after.status,
      review_state: after.reviewState,
      outcome: after.outcome,
      returned_minor: leftMinor,
    })
    const transition = 'reverse-return'
    const step = await recordHistoryEntry(trx, {
      ...{ grantId, transition, message, reason: note, evidence: null, entryId: reversalEntryId },
      ...{ from: grantStateOf(grant).status, to: after.status },
      ...{ reviewState: after.reviewState, outcome: after.outcome },
      actor: { ...personOf(actor), side: 'sponsor' },
      at: clock.now(),
    })
    await mailGrantSteps(trx, client, [{ grantId, step, transition }])
  } catch (error) {
    if (violates(error, 'status_accepts_entry')) throw new Problem('conflict', { detail: closedFund })
    throw error
  }
  return found.amountMinor
}

async function violationOf(
  trx: Kysely<DB>,
  grant: GrantRecord,
  found: ReturnOfGrant,
): Promise<string | null> {
  if (found.isReversed) return 'This return has already been taken back.'
  if (grant.outcome !== 'returned' && grant.outcome !== 'partly_returned')
    return 'The payment of this grant was stopped, which is not taken back here.'
  if (found.isOfBank) return 'The bank’s file says that this money came back, so the return stands.'
  const { reissue_stands: isReissued } = await findLinks(trx, grant.grant_id)
  return isReissued ? 'This grant was reissued after its return. Cancel or reject the new grant first.' : null
}

/** The state of the grant without a return: partly returned by another one, or what it was before the first. */
async function stateWithout(trx: Kysely<DB>, grantId: string, leftMinor: bigint): Promise<GrantState> {
  if (leftMinor > 0n) return { status: statusCodes.returned, reviewState: null, outcome: 'partly_returned' }
  const steps = await listSteps(trx, grantId)
  const paid = steps.findLast(step => isOneOf(paidInFullStatuses, step.to_status_code))
  invariant(paid, 'a grant that was returned was paid')
  const status = paid.to_status_code === statusCodes.cleared ? statusCodes.cleared : statusCodes.paid
  return { status, reviewState: null, outcome: null }
}

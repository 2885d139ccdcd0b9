import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import { reversalOf } from '../../ledger/server/reversal.queries.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../posting-requests/server/post-or-file.ts'
import {
  accountOf,
  type PostingRequestRecord,
} from '../../posting-requests/server/posting-requests.queries.ts'
import type * as contract from '../contributions.contract.ts'
import { closedToReversal } from '../domain/contribution.ts'
import { findContribution, lockContribution, setReversed } from './contributions.queries.ts'
import { mailContributionReversed } from './mail-contribution-reversed.ts'

type Context = BaseContext & { actor: Actor }
type Reversal = { accountId: string; contributionId: string; reason: string }

/**
 * Files the reversal of a contribution's entry for a second person, whatever its amount: for money that was received in the wrong fund,
 * which staff then enter in the right one. It is tried out, so that nobody is asked to confirm what is refused. Throws `not-found`, and
 * `conflict` where the contribution was not received, its reversal waits already, or the account does not allow it.
 */
export async function reverseContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.reverseContribution>,
  context: ContextOf<typeof contract.reverseContribution>,
): Promise<Reply<typeof contract.reverseContribution>> {
  const { accountId } = context.account
  const { reason } = body.data.attributes
  await inTransaction(context.db, async trx => {
    if (!(await findContribution(trx, accountId, contributionId))) throw new Problem('not-found')
    await requireNoneWaiting(trx, contributionId)
    let amountMinor = 0n
    await tryOut(trx, async () => {
      amountMinor = await reverse(trx, { accountId, contributionId, reason }, context)
    })
    await fileRequest(
      trx,
      { kind: 'reverse-contribution', subjectId: contributionId, accountId, amountMinor, input: {}, reason },
      context,
    )
  })
  return { state: 'received' }
}

/** Carries out a reversal that a second person confirmed. */
async function carryOutReversal(
  trx: Kysely<DB>,
  request: PostingRequestRecord,
  context: Context,
): Promise<void> {
  const { subject_id: contributionId, reason } = request
  if (reason === null) throw new Error('a reversal has a reason')
  await reverse(trx, { accountId: accountOf(request), contributionId, reason }, context)
}

export const reversalPosting = {
  'reverse-contribution': { carryOut: carryOutReversal },
} as const satisfies Record<string, PostingHandler>

/** Posts the exact reversal today; returns the amount that left the account. */
async function reverse(
  trx: Kysely<DB>,
  { accountId, contributionId, reason }: Reversal,
  { actor, book, client, clock, today }: Context,
): Promise<bigint> {
  // Locks the account before the contribution, like every transaction that posts to an account.
  await lockAccountRow(trx, accountId)
  const contribution = await findContribution(trx, accountId, contributionId)
  const state = contribution && (await lockContribution(trx, contributionId))
  if (!contribution) throw new Problem('not-found')
  if (state === 'reversed')
    throw new Problem('conflict', { detail: 'This contribution has already been reversed.' })
  if (state !== 'received' || contribution.entry_id === null)
    throw new Problem('conflict', {
      detail: 'Only a contribution that was received can be reversed.',
    })
  const { postings, amountMinor } = await reversalOf(trx, contribution.entry_id, accountId)
  try {
    const { entryId } = await postEntry(trx, {
      kind: 'reversal',
      currency: book.currency,
      effectiveDate: today,
      reversesEntryId: contribution.entry_id,
      comment: `Contribution ${contribution.transaction_id} was entered by mistake`,
      actorUserId: actor.userId,
      onBehalfOfUserId: null,
      postings,
    })
    await setReversed(trx, contributionId, { entryId, reason, at: clock.now() })
  } catch (error) {
    throw sentenceFor(error)
  }
  await addJob(trx, mailContributionReversed, { client: client.name, contributionId, accountId })
  return amountMinor
}

const sentences = {
  available_balance_not_negative:
    'The available balance is less than this contribution, because some of it was already granted. Free the money first, for example by cancelling recommended grants.',
  status_accepts_entry: closedToReversal,
} as const

function sentenceFor(error: unknown): unknown {
  for (const [constraint, detail] of Object.entries(sentences))
    if (violates(error, constraint)) return new Problem('conflict', { detail })
  return error
}

import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { addedTo, type PostedReversal, postReversal } from '../../ledger/server/post-reversal.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../posting-requests/server/post-or-file.ts'
import {
  accountOf,
  type PostingRequestRecord,
} from '../../posting-requests/server/posting-requests.queries.ts'
import { closedToReversal } from '../domain/contribution.ts'
import type { ReversalCategory } from '../domain/reversal.ts'
import { type ContributionRow, findContribution, lockContribution } from './contributions.queries.ts'
import { setTakenBack } from './correction.queries.ts'
import type { mailContributionReversed } from './mail-contribution-reversed.ts'
import { endReceipt } from './receipts.queries.ts'

export type CorrectionContext = BaseContext & { actor: Actor }
/** `category`: why it is taken back; null for one that moves or bounced. */
export type Correction = {
  accountId: string
  contributionId: string
  reason: string
  category?: ReversalCategory | null
}

/** A contribution that was taken back, and what its entry had posted. */
export type TakenBack = PostedReversal & { contribution: ContributionRow; amountMinor: bigint }

type Kind = 'reverse-contribution' | 'move-contribution' | 'bounce-contribution'

/** How a contribution that was received is taken back. */
type End = {
  state: 'reversed' | 'bounced'
  /** What becomes of its receipt: a contribution that moves has another one. */
  receipt: 'withdrawn' | 'superseded'
  /** What donors read beside the reversal. Throws `conflict` where this end does not fit the contribution. */
  commentOf: (
    contribution: ContributionRow,
    about: CorrectionContext & { category: ReversalCategory | null },
  ) => string
  mail: typeof mailContributionReversed
}

/** One after which nothing else happens. */
export type EndOfContribution = End & { kind: Kind }

/**
 * Files a correction of a contribution that was received for a second person, whatever its amount. It is tried out, so that nobody is asked
 * to confirm what is refused. Throws `not-found`, `conflict` where a command about it waits already, and what `carryOut` throws.
 */
export async function fileCorrection(
  correction: Correction,
  context: CorrectionContext,
  {
    kind,
    input,
    carryOut,
  }: {
    kind: Kind
    input: object
    carryOut: (trx: Kysely<DB>, correction: Correction) => Promise<TakenBack>
  },
): Promise<void> {
  const { accountId, contributionId, reason } = correction
  await inTransaction(context.db, async trx => {
    if (!(await findContribution(trx, accountId, contributionId))) throw new Problem('not-found')
    await requireNoneWaiting(trx, contributionId)
    let amountMinor = 0n
    await tryOut(trx, async () => {
      amountMinor = (await carryOut(trx, correction)).amountMinor
    })
    await fileRequest(
      trx,
      { kind, subjectId: contributionId, accountId, amountMinor, input, reason },
      context,
    )
  })
}

/** Files the end of a contribution for a second person. Throws as `fileCorrection` and `takeBack`. */
export const fileEnd = async (
  correction: Correction,
  context: CorrectionContext,
  end: EndOfContribution,
): Promise<void> =>
  await fileCorrection(correction, context, {
    kind: end.kind,
    input: correction.category ? { category: correction.category } : {},
    carryOut: (trx, each) => takeBack(trx, each, end, context),
  })

/** Carries it out once a second person has confirmed it. */
export const correctionPosting = (end: EndOfContribution): PostingHandler => ({
  carryOut: async (trx, request, context) => {
    await takeBack(trx, correctionOf(request), end, context)
  },
})

/** What a correction that a second person confirmed is about. */
export function correctionOf(request: PostingRequestRecord): Correction {
  const { subject_id: contributionId, reason } = request
  invariant(reason !== null, 'a correction has a reason')
  return { accountId: accountOf(request), contributionId, reason }
}

/**
 * Posts the exact reversal of a contribution's entry today, and tells its donors. Throws `not-found`, and `conflict` where it was not received, or its account does
 * not allow it.
 */
export async function takeBack(
  trx: Kysely<DB>,
  { accountId, contributionId, reason, category = null }: Correction,
  end: End,
  context: CorrectionContext,
): Promise<TakenBack> {
  const { actor, client, clock, today } = context
  // Locks the account before the contribution, like every transaction that posts to an account.
  await lockAccountRow(trx, accountId)
  const contribution = await findContribution(trx, accountId, contributionId)
  const state = contribution && (await lockContribution(trx, contributionId))
  if (!contribution) throw new Problem('not-found')
  if (state === 'reversed' || state === 'bounced')
    throw new Problem('conflict', { detail: 'This contribution has already been reversed.' })
  if (state !== 'received' || contribution.entry_id === null)
    throw new Problem('conflict', { detail: 'Only a contribution that was received can be reversed.' })
  try {
    const posted = await postReversal(trx, contribution.entry_id, {
      today,
      comment: localEnglish(end.commentOf(contribution, { ...context, category }), client.locale),
      actorUserId: actor.userId,
    })
    const { reversalEntryId: entryId, postings } = posted
    await setTakenBack(trx, contributionId, {
      ...{ state: end.state, entryId, reason, category },
      at: clock.now(),
    })
    await endReceipt(trx, contributionId, { state: end.receipt, at: clock.now() })
    await addJob(trx, end.mail, { client: client.name, contributionId, accountId })
    return { ...posted, contribution, amountMinor: addedTo(accountId, postings) }
  } catch (error) {
    throw sentenceFor(error)
  }
}

const soldAlready =
  'Assets of this contribution were sold or released. Reverse that first, on the page Excluded Assets.'

const sentences = {
  assets_are_held: soldAlready,
  // A case released them.
  pending_and_excluded_not_negative: soldAlready,
  available_balance_not_negative:
    'The available balance is less than this contribution, because some of it was already granted. Free the money first, for example by cancelling recommended grants.',
  status_accepts_entry: closedToReversal,
} as const

function sentenceFor(error: unknown): unknown {
  for (const [constraint, detail] of Object.entries(sentences))
    if (violates(error, constraint)) return new Problem('conflict', { detail })
  return error
}

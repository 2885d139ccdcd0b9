import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { invariant } from '../../../domain/invariant.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { fileRequest, requireNoneWaiting, tryOut } from '../../posting-requests/server/post-or-file.ts'
import { isAccountHeld } from '../../screening/server/account-holds.queries.ts'
import type * as contract from '../corrections.contract.ts'
import { correctedContribution, filedCorrection } from '../corrections.contract.ts'
import { requireMethod, requirePossiblePayer } from './accepted-gifts.ts'
import { findContribution, lockContribution } from './contributions.queries.ts'
import { issueReceipt } from './issue-receipt.ts'
import { findPosted, setCorrected } from './payers.queries.ts'
import { endReceipt, findIssuedReceipt } from './receipts.queries.ts'
import { type Correction, type CorrectionContext, correctionOf } from './take-back-contribution.ts'

type Corrected = z.output<typeof correctedContribution>

/**
 * Corrects who gave a contribution that was received, how or when. Once a receipt was issued, another person has to confirm it, and another
 * receipt takes its place; so they do for an IRA, whatever was issued. Throws `not-found`, `conflict` for one that was not received or about
 * which a command waits, and `validation` for the payer, the way and the date.
 */
export async function correctContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.correctContribution>,
  context: ContextOf<typeof contract.correctContribution>,
): Promise<Reply<typeof contract.correctContribution>> {
  const { db, account } = context
  const { reason, ...corrected } = body.data.attributes
  const correction = { accountId: account.accountId, contributionId, reason }
  await inTransaction(db, async trx => {
    await requireNoneWaiting(trx, contributionId)
    // The lock of the contribution keeps the receipt from being issued meanwhile.
    await lockContribution(trx, contributionId)
    const until = await findContribution(trx, account.accountId, contributionId)
    if (!until) throw new Problem('not-found')
    const isOfIra = until.payer?.kind === 'ira' || corrected.payer.kind === 'ira'
    if (!isOfIra && !(await findIssuedReceipt(trx, contributionId)))
      return void (await correct(trx, correction, corrected, context))
    let amountMinor = 0n
    await tryOut(trx, async () => {
      amountMinor = await correct(trx, correction, corrected, context)
    })
    const { payer, gift_date: giftDate, method } = until
    invariant(giftDate !== null, 'what was received has a date of gift')
    await fileRequest(
      trx,
      {
        kind: 'correct-contribution',
        subjectId: contributionId,
        accountId: account.accountId,
        amountMinor,
        input: z.encode(filedCorrection, { ...corrected, before: { payer, giftDate, method } }),
        reason,
      },
      context,
    )
  })
  const now = await findContribution(db, account.accountId, contributionId)
  return { postingRequest: now?.posting_request ?? null }
}

export const correctionPosting = {
  'correct-contribution': {
    carryOut: async (trx, request, context) => {
      await correct(trx, correctionOf(request), z.parse(correctedContribution, request.input), context)
    },
    detailsOf: ({ input }) => z.encode(filedCorrection, z.parse(filedCorrection, input)),
  },
} as const satisfies Record<string, PostingHandler>

/** Corrects a contribution; its receipt is superseded, and a job issues the next. Returns the amount that was received. */
async function correct(
  trx: Kysely<DB>,
  { accountId, contributionId }: Correction,
  { payer, giftDate, method }: Corrected,
  { actor, book, clock, today }: CorrectionContext,
): Promise<bigint> {
  const contribution = await findContribution(trx, accountId, contributionId)
  if (!contribution) throw new Problem('not-found')
  if ((await lockContribution(trx, contributionId)) !== 'received')
    throw new Problem('conflict', { detail: 'Only a contribution that was received can be corrected.' })
  const { entry_id: entryId } = contribution
  invariant(entryId !== null, 'what was received has an entry')
  const { effectiveDate, amountMinor } = await findPosted(trx, { entryId, accountId })
  if (giftDate > today) throw fieldProblem('giftDate', 'Enter today or an earlier day')
  if (giftDate > effectiveDate) throw fieldProblem('giftDate', 'Enter the effective date or an earlier day')
  requirePossiblePayer(payer, book)
  // A name on a list is decided about by those who decide on findings alone. The sentence does not say that there is one.
  if (payer.name !== contribution.payer?.name && (await isAccountHeld(trx, accountId)))
    throw new Problem('conflict', { detail: 'The payer can’t change while the account is on hold.' })
  const at = clock.now()
  await endReceipt(trx, contributionId, { state: 'superseded', at })
  await setCorrected(trx, contributionId, {
    ...{ payer, giftDate, by: actor.userId, at },
    method: requireMethod({ kind: contribution.kind, now: contribution.method }, method, book),
  })
  await addJob(trx, issueReceipt, { contributionId })
  return amountMinor
}

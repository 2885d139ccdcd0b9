import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { formatDate } from '../../../domain/dates.ts'
import { unknownFundId } from '../../../domain/fund-id.ts'
import { invariant } from '../../../domain/invariant.ts'
import { nameOf, personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { lockAccountRows } from '../../accounts/server/account-row.queries.ts'
import { concernedDay } from '../../ledger/domain/corrections.ts'
import { contributionPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import type * as contract from '../corrections.contract.ts'
import { filedMove } from '../corrections.contract.ts'
import { entryKindOf, type Payer } from '../domain/payer.ts'
import { copyHoldings, entryKindOfHoldings } from '../securities/server/holdings.queries.ts'
import { requirePossiblePayer } from './accepted-gifts.ts'
import { activateWhenComplete } from './activate-account.ts'
import { insertContribution } from './contributions.queries.ts'
import { contentOf, findAccountByNumber } from './correction.queries.ts'
import { issueReceipt } from './issue-receipt.ts'
import { mailContributionReceived } from './mail-contribution-received.ts'
import { mailContributionReversed } from './mail-contribution-reversed.ts'
import { setReceived } from './payers.queries.ts'
import {
  type Correction,
  type CorrectionContext,
  correctionOf,
  fileCorrection,
  type TakenBack,
  takeBack,
} from './take-back-contribution.ts'
import { accountAsPayer } from './usual-payer.ts'

/**
 * Files that a contribution moves to the fund that it was for, with its date of gift, and who gave it. Throws as `fileCorrection` and
 * `takeBack`, `validation` for an account that there is not or a payer who cannot be, and `conflict` for an account that takes no contribution.
 */
export async function moveContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.moveContribution>,
  context: ContextOf<typeof contract.moveContribution>,
): Promise<Reply<typeof contract.moveContribution>> {
  const { toFundId, reason, ...given } = body.data.attributes
  const to = await findAccountByNumber(context.db, toFundId)
  if (!to) throw fieldProblem('toFundId', unknownFundId)
  // The second person confirms the payer by name.
  const payer = given.payer ?? (await accountAsPayer(context.db, to.account_id))
  requirePossiblePayer(payer, context.book)
  const moved = { toFundId, payer }
  await fileCorrection({ accountId: context.account.accountId, contributionId, reason }, context, {
    kind: 'move-contribution',
    input: z.encode(filedMove, { ...moved, toAccountName: to.account_name }),
    carryOut: (trx, each) => move(trx, each, moved, context),
  })
  return { state: 'received' }
}

export const movePosting = {
  'move-contribution': {
    carryOut: async (trx, request, context) => {
      await move(trx, correctionOf(request), z.parse(filedMove, request.input), context)
    },
    detailsOf: ({ input }) => z.encode(filedMove, z.parse(filedMove, input)),
  },
} as const satisfies Record<string, PostingHandler>

type Moved = { toFundId: number; payer: Payer | null }

async function move(
  trx: Kysely<DB>,
  correction: Correction,
  { toFundId, payer }: Moved,
  context: CorrectionContext,
): Promise<TakenBack> {
  const { client } = context
  const to = await findAccountByNumber(trx, toFundId)
  if (!to) throw fieldProblem('toFundId', unknownFundId)
  if (to.account_id === correction.accountId)
    throw fieldProblem('toFundId', 'The contribution is in this account already')
  // Both at once and in the order of their ids, so that two moves in opposite directions do not wait for each other.
  await lockAccountRows(trx, [correction.accountId, to.account_id])
  const taken = await takeBack(
    trx,
    correction,
    {
      state: 'reversed',
      receipt: 'superseded',
      commentOf: ({ transaction_id: number }) =>
        `Contribution ${number} belongs to another fund, and we have moved it there`,
      mail: mailContributionReversed,
    },
    context,
  )
  const contributionId = await receiveMoved(trx, taken, { accountId: to.account_id, payer }, context)
  await addJob(trx, mailContributionReceived, {
    client: client.name,
    contributionId,
    accountId: to.account_id,
  })
  await activateWhenComplete(trx, to.account_id, { client: client.name, at: context.clock.now() })
  return taken
}

/** Enters the contribution in the right fund and receives it there today, with the date of gift and the day that the fund should have had it. */
async function receiveMoved(
  trx: Kysely<DB>,
  { contribution, amountMinor, effectiveDate, postings }: TakenBack,
  { accountId, payer }: { accountId: string; payer: Payer | null },
  { actor, book, client, clock, today }: CorrectionContext,
): Promise<string> {
  const { gift_date: giftDate, kind, method, entry_id: wrongEntryId } = contribution
  invariant(giftDate !== null && wrongEntryId !== null, 'a contribution that was received has a date of gift')
  const at = clock.now()
  const entered = await insertContribution(trx, {
    accountId,
    content: contentOf(contribution),
    currency: book.currency,
    needsCountersignature: false,
    enteredBy: { userId: actor.userId, name: nameOf(actor), sessionId: actor.sessionId, address: null },
    at,
    idempotencyKey: randomUUID(),
    movedFrom: contribution,
  })
  invariant(entered, 'a new key is not taken')
  const isExcluded = postings.some(({ ledger }) => ledger === 'excluded')
  try {
    const { entryId } = await postEntry(trx, {
      kind: isExcluded
        ? await entryKindOfHoldings(trx, contribution.contribution_id)
        : entryKindOf(kind, payer),
      currency: book.currency,
      effectiveDate: today,
      ...concernedDay(effectiveDate, today),
      correctsEntryId: wrongEntryId,
      postings: contributionPostings(accountId, amountMinor, isExcluded ? 'excluded' : 'spendable'),
      comment: `Contribution ${entered.transactionId}, given on ${formatDate(giftDate, client.locale)}, which was in another fund by mistake`,
      actorUserId: actor.userId,
      onBehalfOfUserId: null,
    })
    const by = personOf(actor)
    await setReceived(trx, entered.contributionId, { by, giftDate, payer, method, entryId, at })
    if (isExcluded)
      await copyHoldings(trx, contribution.contribution_id, { to: entered.contributionId, accountId })
    // The receipt of the wrong account was superseded; the new one names it.
    if (payer !== null) await addJob(trx, issueReceipt, { contributionId: entered.contributionId })
  } catch (error) {
    if (violates(error, 'status_accepts_entry'))
      throw new Problem('conflict', {
        detail: 'The status of the other account does not allow a contribution.',
      })
    throw error
  }
  return entered.contributionId
}

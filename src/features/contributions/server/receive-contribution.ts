import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type Actor, personOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import { violates } from '../../../server/db/violates.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findAccountRow, lockAccountRow } from '../../accounts/server/account-row.queries.ts'
import { contributionPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import type { PostingHandler } from '../../posting-requests/server/decide-posting-request.ts'
import { postOrFile } from '../../posting-requests/server/post-or-file.ts'
import {
  accountOf,
  type PostingRequestRecord,
} from '../../posting-requests/server/posting-requests.queries.ts'
import type * as contract from '../contributions.contract.ts'
import { receivedContribution } from '../contributions.contract.ts'
import { isAwaited } from '../domain/contribution.ts'
import { entryKindOf } from '../domain/payer.ts'
import { requireMethod, requirePossiblePayer } from './accepted-gifts.ts'
import { activateWhenComplete } from './activate-account.ts'
import { findContribution, lockContribution } from './contributions.queries.ts'
import { entryViolation } from './enter-contribution.ts'
import { issueReceipt } from './issue-receipt.ts'
import { mailContributionReceived } from './mail-contribution-received.ts'
import { setReceived } from './payers.queries.ts'
import { usualPayer } from './usual-payer.ts'

type Context = BaseContext & { actor: Actor }
type Received = z.output<typeof receivedContribution>

/**
 * Marks a contribution as received, or files this for a second person: posts it in section 1 of the account, tells the donors, and makes
 * the account active if its document is filed (§16). Throws `conflict` if it was received or cancelled or the account takes no money,
 * `validation` for the dates, and what `postOrFile` throws.
 */
export async function receiveContribution(
  { params: { contributionId }, body }: HandlerInput<typeof contract.receiveContribution>,
  context: ContextOf<typeof contract.receiveContribution>,
): Promise<Reply<typeof contract.receiveContribution>> {
  const { db, account } = context
  const { accountId } = account
  const received = body.data.attributes
  if (!(await findContribution(db, accountId, contributionId))) throw new Problem('not-found')
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  await postOrFile(
    context,
    {
      kind: 'receive-contribution',
      subjectId: contributionId,
      accountId,
      amountMinor: received.amountMinor,
      input: z.encode(receivedContribution, received),
      reason: received.payer?.acceptanceReason ?? null,
      // Money from an IRA is accepted by a decision, before it is posted.
      takesTwo: received.payer?.kind === 'ira',
    },
    async trx => await receiveByDecision(trx, { accountId, contributionId, received }, context),
  )
  const contribution = await findContribution(db, accountId, contributionId)
  const status = await findAccountRow(db, accountId)
  return {
    state: contribution?.state ?? 'expected',
    accountStatus: status?.account_status ?? account.status,
    postingRequest: contribution?.posting_request ?? null,
  }
}

/** Carries out what a second person confirmed; they are who received it. */
async function carryOutReceipt(
  trx: Kysely<DB>,
  request: PostingRequestRecord,
  context: Context,
): Promise<void> {
  const received = z.parse(receivedContribution, request.input)
  await receiveByDecision(
    trx,
    { accountId: accountOf(request), contributionId: request.subject_id, received },
    context,
  )
}

export const receiptPosting = {
  'receive-contribution': {
    carryOut: carryOutReceipt,
    // Decoding checks what was filed.
    detailsOf: ({ input }) => z.encode(receivedContribution, z.decode(receivedContribution, input as never)),
  },
} as const satisfies Record<string, PostingHandler>

type Receipt = {
  accountId: string
  contributionId: string
  received: Received
  /** How assets other than money are posted: to the excluded assets, at their gift value. Absent: it is money. */
  assets?: { entryKind: 'contribution_securities' | 'contribution_illiquid' }
}

/** Assets are received with the prices that decide their gift value (securities/server/receive-assets.ts). */
const needsGiftValue = 'Assets are received at their gift value. Enter the prices of each line.'

/**
 * Receives a contribution in the caller's transaction, as a person decided who may post. Throws `not-found`, `conflict` if it was received or
 * cancelled or the account takes no money, and `validation` for the dates.
 */
export async function receiveByDecision(
  trx: Kysely<DB>,
  { accountId, contributionId, received, assets }: Receipt,
  context: Pick<Context, 'actor' | 'book' | 'client' | 'clock' | 'today'>,
): Promise<void> {
  // Locks the account before the contribution, like every transaction that posts to an account.
  const account = await lockAccountRow(trx, accountId)
  // Read after the lock: the people of the account may change what they announced.
  const state = await lockContribution(trx, contributionId)
  const contribution = await findContribution(trx, accountId, contributionId)
  if (!account || !contribution) throw new Problem('not-found')
  if (!isAwaited(state)) {
    const sentence =
      state === 'received'
        ? 'This contribution has already been received.'
        : 'This contribution was cancelled or reversed, so it cannot be received.'
    throw new Problem('conflict', { detail: localEnglish(sentence, context.client.locale) })
  }
  if ((contribution.kind === 'securities') !== (assets !== undefined))
    throw new Problem('conflict', { detail: needsGiftValue })
  requireDates(received, { today: context.today, enteredOn: account.entered_on })
  try {
    await post(trx, contribution, { received, assets }, context)
  } catch (error) {
    if (violates(error, 'status_accepts_entry'))
      throw new Problem('conflict', { detail: 'The status of the account does not allow this.' })
    throw error
  }
}

function requireDates(
  { giftDate, effectiveDate }: Received,
  { today, enteredOn }: { today: string; enteredOn: string },
): void {
  if (giftDate > today) throw fieldProblem('giftDate', 'Enter today or an earlier day')
  if (effectiveDate > today) throw fieldProblem('effectiveDate', 'Enter today or an earlier day')
  if (giftDate > effectiveDate) throw fieldProblem('giftDate', 'Enter the effective date or an earlier day')
  if (effectiveDate < enteredOn)
    throw fieldProblem('effectiveDate', 'Enter the day on which the account was entered, or a later one')
}

type Contribution = NonNullable<Awaited<ReturnType<typeof findContribution>>>

async function post(
  trx: Kysely<DB>,
  contribution: Contribution,
  {
    received: { amountMinor, giftDate, effectiveDate, ...received },
    assets,
  }: { received: Received; assets: Receipt['assets'] },
  { actor, book, client, clock }: Pick<Context, 'actor' | 'book' | 'client' | 'clock'>,
): Promise<void> {
  const {
    contribution_id: contributionId,
    account_id: accountId,
    kind,
    transaction_id: number,
  } = contribution
  const at = clock.now()
  const payer = received.payer ?? (await usualPayer(trx, contribution))
  requirePossiblePayer(payer, book)
  const method = requireMethod({ kind }, received.method, book)
  const { entryId } = await postEntry(trx, {
    kind: assets?.entryKind ?? entryKindOf(kind, payer),
    currency: book.currency,
    effectiveDate,
    postings: contributionPostings(accountId, amountMinor, assets === undefined ? 'spendable' : 'excluded'),
    comment: `Contribution ${number}`,
    actorUserId: actor.userId,
    onBehalfOfUserId: null,
  })
  const by = personOf(actor)
  await setReceived(trx, contributionId, { by, giftDate, payer, method, entryId, at })
  await addJob(trx, mailContributionReceived, { client: client.name, contributionId, accountId })
  if (payer !== null) await addJob(trx, issueReceipt, { contributionId })
  await activateWhenComplete(trx, accountId, { client: client.name, at })
}

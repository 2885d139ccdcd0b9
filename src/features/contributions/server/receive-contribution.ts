import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findAccountRow, lockAccountRow } from '../../account-details/server/account-row.queries.ts'
import { activateWhenComplete } from '../../account-details/server/activate-account.ts'
import { contributionPostings } from '../../ledger/domain/postings.ts'
import { postEntry } from '../../ledger/server/post-entry.ts'
import type { receiveContribution } from '../contributions.contract.ts'
import { findContribution, lockContribution, setReceived } from './contributions.queries.ts'
import { entryViolation } from './enter-contribution.ts'
import { mailContributionReceived } from './mail-contribution-received.ts'

type Context = ContextOf<typeof receiveContribution>
type Received = HandlerInput<typeof receiveContribution>['body']['data']['attributes']

/**
 * Marks a contribution as received: posts it in section 1 of the account, tells the donors, and makes the account active if its
 * document is filed (§16). Throws `conflict` if it was received or cancelled or the account takes no money, `validation` for the dates.
 */
export async function receiveOne(
  { params, body }: HandlerInput<typeof receiveContribution>,
  context: Context,
): Promise<Reply<typeof receiveContribution>> {
  const { db, account } = context
  const contribution = await findContribution(db, account.accountId, params.contributionId)
  if (!contribution) throw new Problem('not-found')
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  await inTransaction(db, async trx => {
    // Locks the account before the contribution, like every transaction that posts to an account.
    const status = await lockAccountRow(trx, account.accountId)
    if (!status) throw new Problem('not-found')
    const state = await lockContribution(trx, params.contributionId)
    if (state === 'received')
      throw new Problem('conflict', { detail: 'This contribution has already been received.' })
    if (state !== 'expected')
      throw new Problem('conflict', {
        detail: localEnglish(
          'This contribution was cancelled, so it cannot be received.',
          context.client.locale,
        ),
      })
    requireDates(body.data.attributes, { today: context.today, enteredOn: status.entered_on })
    await post(trx, contribution, body.data.attributes, context)
  })
  const status = await findAccountRow(db, account.accountId)
  return { state: 'received', accountStatus: status?.account_status ?? account.status }
}

function requireDates(
  { giftDate, effectiveDate }: Received,
  { today, enteredOn }: { today: string; enteredOn: string },
): void {
  if (giftDate > today) throw fieldProblem('giftDate', 'Enter today or an earlier day')
  if (effectiveDate > today) throw fieldProblem('effectiveDate', 'Enter today or an earlier day')
  if (effectiveDate < enteredOn)
    throw fieldProblem('effectiveDate', 'Enter the day on which the account was entered, or a later one')
}

type Contribution = NonNullable<Awaited<ReturnType<typeof findContribution>>>

async function post(
  trx: Kysely<DB>,
  {
    contribution_id: contributionId,
    account_id: accountId,
    kind,
    transaction_id: transactionId,
  }: Contribution,
  { amountMinor, giftDate, effectiveDate }: Received,
  { actor, book, client, clock }: Context,
): Promise<void> {
  const at = clock.now()
  const { entryId } = await postEntry(trx, {
    kind: `contribution_${kind}`,
    currency: book.currency,
    effectiveDate,
    postings: contributionPostings(accountId, amountMinor, 'spendable'),
    comment: `Contribution ${transactionId}`,
    actorUserId: actor.userId,
    onBehalfOfUserId: null,
  })
  const by = personOf(actor)
  await setReceived(trx, contributionId, { by, giftDate, entryId, at })
  await addJob(trx, mailContributionReceived, { client: client.name, contributionId, accountId })
  await activateWhenComplete(trx, accountId, { client: client.name, at })
}

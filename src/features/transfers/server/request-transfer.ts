import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf, sideOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findAvailable } from '../../ledger/server/balance.queries.ts'
import type * as contract from '../transfers.contract.ts'
import type { Transfer } from '../transfers.contract.ts'
import { mailTransfer } from './mail-transfer.ts'
import { countWaiting, findTransfer, insertTransfer, maxWaiting } from './transfers.queries.ts'
import { transferResponse } from './transfers.ts'

/**
 * Requests a transfer. Says nothing about whether the
 * other account exists. Throws `validation`, `conflict` where the fund is not active or too many wait.
 */
export async function requestTransfer(
  { body }: HandlerInput<typeof contract.requestTransfer>,
  context: ContextOf<typeof contract.requestTransfer>,
): Promise<Transfer> {
  const { db, account, actor, client, clock } = context
  const transferId = randomUUIDv7()
  const { toFundId, toAccountName, amountMinor, reason } = body.data.attributes
  if (account.status !== 'Active')
    throw new Problem('conflict', { detail: 'Only an active fund can transfer money to another one.' })
  if (toFundId === account.fundId) throw fieldProblem('toFundId', 'Enter the account ID of another fund')
  if (amountMinor > (await findAvailable(db, account.accountId)))
    throw fieldProblem('amountMinor', 'The available balance does not cover this amount')
  await inTransaction(db, async trx => {
    if ((await countWaiting(trx, account.accountId)) >= maxWaiting)
      throw new Problem('conflict', {
        detail: `This fund already has ${maxWaiting} transfers waiting for a decision. Withdraw one, or wait until one is decided.`,
      })
    await insertTransfer(trx, {
      transfer_id: transferId,
      account_id: account.accountId,
      to_fund_id: BigInt(toFundId),
      to_account_name: toAccountName,
      amount_minor: amountMinor,
      reason: reason === '' ? null : reason,
      requested_by: actor.userId,
      requested_by_name: sideOf(actor) === 'fund' ? nameOf(actor) : client.displayName,
      requested_at: clock.now(),
    })
    await addJob(trx, mailTransfer, { client: client.name, transferId, event: 'requested', to: 'giver' })
  })
  const row = await findTransfer(db, transferId)
  if (!row) throw new Problem('not-found')
  return transferResponse(row, context)
}

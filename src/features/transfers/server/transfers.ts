import { randomUUIDv7 } from 'node:crypto'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { dateOf } from '../../../domain/dates.ts'
import { type Actor, nameOf, sideOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { findAvailable } from '../../ledger/server/balance.queries.ts'
import type { listTransfers, requestTransfer, Transfer, withdrawTransfer } from '../transfers.contract.ts'
import { mailTransfer } from './mail-transfer.ts'
import {
  countWaiting,
  findTransfer,
  insertTransfer,
  listTransfersOf,
  lockTransfer,
  maxWaiting,
  type TransferRecord,
  updateTransfer,
} from './transfers.queries.ts'

type Context = BaseContext & { actor: Actor }

export function transferResponse(row: TransferRecord, { client, actor }: Context): Transfer {
  return {
    transferId: row.transfer_id,
    number: row.transfer_number.toString(),
    toFundId: Number(row.to_fund_id),
    toAccountName: row.to_account_name,
    amountMinor: row.amount_minor,
    reason: row.reason,
    state: row.state,
    requestedByName: row.requested_by_name,
    requestedOn: dateOf(row.requested_at, client.timeZone),
    decidedOn: row.decided_at === null ? null : dateOf(row.decided_at, client.timeZone),
    message: row.message,
    mayWithdraw: row.state === 'requested' && row.requested_by === actor.userId,
  }
}

export async function transfers(
  _input: unknown,
  context: ContextOf<typeof listTransfers>,
): Promise<Reply<typeof listTransfers>> {
  const rows = await listTransfersOf(context.db, context.account.accountId)
  return { data: rows.map(row => transferResponse(row, context)) }
}

/**
 * Requests a transfer. Says nothing about whether the
 * other account exists. Throws `validation`, `conflict` where the fund is not active or too many wait.
 */
export async function request(
  { body }: HandlerInput<typeof requestTransfer>,
  context: ContextOf<typeof requestTransfer>,
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

/** Throws `not-found` for a transfer of another fund, `access-denied` for someone else's, `conflict` once it is decided. */
export async function withdraw(
  { params: { transferId } }: HandlerInput<typeof withdrawTransfer>,
  context: ContextOf<typeof withdrawTransfer>,
): Promise<Transfer> {
  const { db, account, actor, client, clock } = context
  await inTransaction(db, async trx => {
    const stored = await lockTransfer(trx, transferId)
    if (stored?.account_id !== account.accountId) throw new Problem('not-found')
    if (stored.requested_by !== actor.userId)
      throw new Problem('access-denied', {
        detail: 'Only the person who requested a transfer can withdraw it.',
      })
    if (stored.state === 'withdrawn') return
    if (stored.state !== 'requested')
      throw new Problem('conflict', { detail: `${client.displayName} has already decided on this transfer.` })
    await updateTransfer(trx, transferId, {
      state: 'withdrawn',
      decided_by: actor.userId,
      decided_by_name: stored.requested_by_name,
      decided_at: clock.now(),
    })
    await addJob(trx, mailTransfer, { client: client.name, transferId, event: 'withdrawn', to: 'giver' })
  })
  const row = await findTransfer(db, transferId)
  if (!row) throw new Problem('not-found')
  return transferResponse(row, context)
}

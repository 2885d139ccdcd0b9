import { dateOf } from '../../../domain/dates.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Transfer } from '../transfers.contract.ts'
import type { TransferRecord } from './transfers.queries.ts'

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
    message: row.reversal_reason ?? row.message,
    mayWithdraw: row.state === 'requested' && row.requested_by === actor.userId,
  }
}

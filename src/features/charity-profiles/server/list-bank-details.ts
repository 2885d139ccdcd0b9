import type { HandlerInput } from '../../../contract/endpoint.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import type * as contract from '../bank-details.contract.ts'
import type { BankDetails } from '../bank-details.contract.ts'
import { bankDetailsWaitDays } from '../domain/bank-numbers.ts'
import type { BankDetailsRecord } from './bank-details.queries.ts'
import { listDetails } from './bank-details.queries.ts'
import { type Context, confirmationRefusal } from './bank-details.ts'
import { requireCharity } from './require-charity.ts'

/** New details are not used for three days, so that a charity has time to object. */
const usableFrom = (row: BankDetailsRecord, timeZone: string): IsoDate | null =>
  row.decided_at === null ? null : addDays(dateOf(row.decided_at, timeZone), bankDetailsWaitDays)

/** The bank details of a charity of the client's registers. Throws `not-found`. */
export async function listBankDetails(
  { params: { charityId } }: Pick<HandlerInput<typeof contract.listBankDetails>, 'params'>,
  context: Context,
): Promise<{ data: BankDetails[] }> {
  await requireCharity(charityId, context)
  const rows = await listDetails(context.realmDb, charityId)
  return { data: rows.map(row => response(row, context)) }
}

function response(row: BankDetailsRecord, { actor, client }: Context): BankDetails {
  return {
    detailsId: row.details_id,
    state: row.state,
    holderName: row.holder_name,
    lastFour: row.last_four,
    accountKind: row.account_kind,
    reason: row.reason,
    proposedByName: row.proposed_by_name,
    proposedAt: row.proposed_at.toISOString(),
    decidedByName: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    usableFrom: row.state === 'confirmed' ? usableFrom(row, client.timeZone) : null,
    decisionRefusal: row.state === 'proposed' ? confirmationRefusal(row, actor) : null,
  }
}

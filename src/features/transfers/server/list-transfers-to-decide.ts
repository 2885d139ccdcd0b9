import type { Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../transfers.contract.ts'
import { type Context, refusalOf, violationOf } from './decide-transfer.ts'
import { listWaiting } from './transfers.queries.ts'
import { transferResponse } from './transfers.ts'

/** The transfers that donors of the book requested and that are not decided yet. */
export async function listTransfersToDecide(
  _input: unknown,
  context: Context,
): Promise<Reply<typeof contract.listTransfersToDecide>> {
  const rows = await listWaiting(context.db)
  return {
    data: rows.map(row => ({
      ...transferResponse(row, context),
      // Staff request in the sponsor's name, which never leaves.
      ...(row.requested_by_name === context.client.displayName ? {} : { requestedByName: row.marked_name }),
      fromFundId: Number(row.from_fund_id),
      fromAccountName: row.from_name,
      availableMinor: row.available_minor,
      found:
        row.found_name === null ? null : { accountName: row.found_name, hasGivenName: row.has_given_name },
      violation: violationOf(row),
      decisionRefusal: refusalOf(row, context.actor),
    })),
  }
}

import type { Reply } from '../../../contract/endpoint.ts'
import { findCharities } from '../../charities/server/charities.queries.ts'
import type * as contract from '../payee-changes.contract.ts'
import { listProposedPayees } from './payee-changes.queries.ts'
import type { Context } from './payee-changes.ts'

/** What a second person has to decide about the payees of the realm’s charities. */
export async function listPayeesToConfirm(
  _input: unknown,
  { db, realmDb, client }: Context,
): Promise<Reply<typeof contract.listPayeesToConfirm>> {
  const rows = await listProposedPayees(realmDb)
  const charities = await findCharities(
    db,
    rows.map(row => row.charity_id),
  )
  const known = new Map(charities.map(charity => [charity.charity_id, charity]))
  return {
    data: rows.map(row => {
      const charity = known.get(row.charity_id)
      return {
        charityId: row.charity_id,
        name: charity?.name ?? row.charity_id,
        what: row.what,
        proposedByName: row.proposed_by_name,
        proposedAt: row.proposed_at.toISOString(),
        isHere: charity !== undefined && client.charityRegisters.includes(charity.register),
      }
    }),
    meta: { total: rows[0]?.total ?? 0 },
  }
}

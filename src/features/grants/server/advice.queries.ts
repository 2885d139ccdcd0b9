import type { Kysely } from 'kysely'
import { donorRoles } from '../../../domain/account-roles.ts'
import type { DB } from '../../../server/db/schema.ts'

type Donor = { party_id: string; user_id: string | null; name: string }

/** The donors of a fund, by name. */
export async function listDonors(db: Kysely<DB>, accountId: string): Promise<Donor[]> {
  return await db
    .selectFrom('account_relationship as r')
    .innerJoin('party as p', join =>
      join.onRef('p.book', '=', 'r.book').onRef('p.party_id', '=', 'r.party_id'),
    )
    .select(['p.party_id', 'p.user_id', 'p.name'])
    .distinct()
    .where('r.account_id', '=', accountId)
    .where('r.ended_at', 'is', null)
    .where('r.account_role_code', 'in', donorRoles)
    .orderBy('p.name')
    .orderBy('p.party_id')
    .execute()
}

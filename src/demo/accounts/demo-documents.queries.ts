import type { Kysely } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

const maxAccounts = 2

/** The first accounts of the donor, by their number. */
export async function accountsOfDonor(db: Kysely<DB>, userId: string) {
  return await db
    .selectFrom('account_relationship as r')
    .innerJoin('party as p', join =>
      join.onRef('p.book', '=', 'r.book').onRef('p.party_id', '=', 'r.party_id'),
    )
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'r.book').onRef('a.account_id', '=', 'r.account_id'),
    )
    .select(['a.account_id', 'a.account_name', 'a.fund_id', 'a.opened_on'])
    .where('p.user_id', '=', userId)
    .where('r.account_role_code', '=', 'donor')
    .where('r.ended_at', 'is', null)
    .orderBy('a.fund_id')
    .limit(maxAccounts)
    .execute()
}

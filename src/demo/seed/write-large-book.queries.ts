import { type Insertable, type Kysely, sql } from 'kysely'
import type { AccountRelationship, DB, FundAccount, Party } from '../../server/db/schema.ts'

type BookSoFar = { accounts: number; advised: number; highestFundId: number }

/** How many accounts a book has, and how many of them a party advises. */
export async function countAccounts(db: Kysely<DB>, advisorPartyId: string): Promise<BookSoFar> {
  const { rows } = await sql<BookSoFar>`
    select count(*)::int as accounts, max(fund_id)::int as "highestFundId",
      (select count(*) from account_relationship where party_id = ${advisorPartyId})::int as advised
    from fund_account`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the aggregate has no row')
  return found
}

/** The party of a user in this book. */
export async function findPartyOfUser(db: Kysely<DB>, userId: string): Promise<string> {
  const party = await db
    .selectFrom('party')
    .select('party_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return party.party_id
}

export type AccountRows = {
  accounts: Insertable<FundAccount>[]
  parties: Insertable<Party>[]
  relationships: Insertable<AccountRelationship>[]
}

export async function insertAccounts(
  trx: Kysely<DB>,
  { accounts, parties, relationships }: AccountRows,
): Promise<void> {
  await trx.insertInto('fund_account').values(accounts).execute()
  await trx.insertInto('party').values(parties).execute()
  await trx.insertInto('account_relationship').values(relationships).execute()
}

/** Plans made while a table is small would scan all of it for each row, and a connection would keep them. */
export async function discardPlans(connection: Kysely<DB>): Promise<void> {
  await sql`discard plans`.execute(connection)
}

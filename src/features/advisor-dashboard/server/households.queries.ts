import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

// Households belong to the person who created them, so every function needs the owner.

export type AccountOfBook = { book: string; accountId: string }

/** The owner’s households by name, each with the number of its accounts. */
export async function householdsOf(
  realmDb: Kysely<DB>,
  ownerId: string,
): Promise<{ householdId: string; name: string; accounts: number }[]> {
  const { rows } = await sql<{ household_id: string; name: string; accounts: number }>`
    select h.household_id, h.name,
      (select count(*)::int from household_account a where a.household_id = h.household_id) as accounts
    from household h where h.owner_id = ${ownerId} order by lower(h.name)`.execute(realmDb)
  return rows.map(row => ({ householdId: row.household_id, name: row.name, accounts: row.accounts }))
}

export async function insertHousehold(realmDb: Kysely<DB>, ownerId: string, name: string): Promise<string> {
  const { household_id: householdId } = await realmDb
    .insertInto('household')
    .values({ owner_id: ownerId, name })
    .returning('household_id')
    .executeTakeFirstOrThrow()
  return householdId
}

/** @returns whether the owner has this household. */
export async function setName(
  realmDb: Kysely<DB>,
  ownerId: string,
  householdId: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await realmDb
    .updateTable('household')
    .set({ name })
    .where('household_id', '=', householdId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether the owner had this household. */
export async function deleteOwn(realmDb: Kysely<DB>, ownerId: string, householdId: string): Promise<boolean> {
  const { numDeletedRows } = await realmDb
    .deleteFrom('household')
    .where('household_id', '=', householdId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks the household against deletion until the transaction ends. False: the owner has none with this id. */
export async function lockOwn(trx: Kysely<DB>, ownerId: string, householdId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('household')
    .select('household_id')
    .where('household_id', '=', householdId)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Puts accounts that are in none of the owner’s households into one; if two run at once, the later one counts. */
export async function joinHousehold(
  trx: Kysely<DB>,
  ownerId: string,
  householdId: string,
  accounts: readonly AccountOfBook[],
): Promise<void> {
  await trx
    .insertInto('household_account')
    .values(
      accounts.map(({ book, accountId }) => ({
        owner_id: ownerId,
        for_book: book,
        account_id: accountId,
        household_id: householdId,
      })),
    )
    .onConflict(conflict =>
      conflict
        .columns(['realm', 'owner_id', 'for_book', 'account_id'])
        .doUpdateSet({ household_id: householdId }),
    )
    .execute()
}

export async function leaveHouseholds(
  trx: Kysely<DB>,
  ownerId: string,
  accounts: readonly AccountOfBook[],
): Promise<void> {
  await sql`
    delete from household_account a
    using unnest(${accounts.map(({ book }) => book)}::text[], ${accounts.map(({ accountId }) => accountId)}::uuid[]) named (book, account_id)
    where a.owner_id = ${ownerId} and a.for_book = named.book and a.account_id = named.account_id`.execute(
    trx,
  )
}

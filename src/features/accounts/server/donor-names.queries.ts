import { type Kysely, sql } from 'kysely'
import { donorRoles } from '../../../domain/account-roles.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'

/**
 * Writes the names of the donors to up to `limit` accounts after `after` of which the party is a donor and that are listed under
 * others. Accounts that other transactions hold are skipped, unless `waits`. Returns the last account; null: there was none.
 */
export async function renameDonors(
  db: Kysely<DB>,
  partyId: string,
  { limit, waits, after }: { limit: number; waits: boolean; after: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    with held as (
      select a.book, a.account_id from fund_account a
      where a.donor_name <> names_of_donors(a.account_id) and (${after}::uuid is null or a.account_id > ${after}::uuid)
        and a.account_id in (
          select r.account_id from account_relationship r
          where r.party_id = ${partyId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)}))
      order by a.account_id limit ${limit} for no key update of a ${waits ? sql`` : sql`skip locked`}
    )
    update fund_account a set donor_name = names_of_donors(a.account_id) from held h
      where a.book = h.book and a.account_id = h.account_id
      returning a.account_id`.execute(db)
  return (
    rows
      .map(row => row.account_id)
      .sort()
      .at(-1) ?? null
  )
}

/** Writes the names of the account's donors to it, after they have changed. The caller holds the account's lock. */
export async function nameDonors(trx: Kysely<DB>, accountId: string): Promise<void> {
  await sql`
    update fund_account set donor_name = names_of_donors(account_id)
    where account_id = ${accountId} and donor_name <> names_of_donors(account_id)`.execute(trx)
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

/** The donor of the first active fund by number whose donor cannot sign in. */
export async function findDonorWithoutSignIn(
  db: Kysely<DB>,
): Promise<{ party_id: string; first_name: string; last_name: string }> {
  const { rows } = await sql<{ party_id: string; first_name: string; last_name: string }>`
    select p.party_id, p.first_name, p.last_name from party p
      join account_relationship r on r.book = p.book and r.party_id = p.party_id
      join fund_account a on a.book = r.book and a.account_id = r.account_id
    where r.account_role_code = 'donor' and p.user_id is null and p.first_name is not null
      and a.account_status = 'Active'
    order by a.fund_id limit 1`.execute(db)
  const [donor] = rows
  if (!donor) throw new Error('the book has no donor without a sign-in')
  return donor
}

/** Links a party to a user, whose e-mail address becomes the party’s, and who has accepted its relationships. */
export async function linkUser(
  db: Kysely<DB>,
  partyId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await db.updateTable('party').set({ user_id: userId, email }).where('party_id', '=', partyId).execute()
  await db
    .updateTable('account_relationship')
    .set({ contact_sharing: 'accepted', contact_decided_at: new Date() })
    .where('party_id', '=', partyId)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import { type AccountRole, legacyPlanRoles } from '../../domain/account-roles.ts'
import { literals } from '../db/literals.ts'
import type { DB } from '../db/schema.ts'

type AccountPerson = {
  /** The person's user, or their party if they cannot log in. */
  key: string
  email: string
  name: string
  hasLogin: boolean
  role: AccountRole
}

/** Addresses that the table of mails accepts. Staff may have stored another text for a person without a login. */
const isMailable = sql`position('@' in coalesce(u.email, p.email)) > 1`

/** Whether staff opened a case because this person died, in any account of the book, and did not cancel it. */
const hasDied = sql`exists (
  select from estate_case c where c.party_id = p.party_id and c.kind = 'death' and c.state <> 'cancelled')`

/** Of these people, by their users or parties, those who died: nobody writes to them. */
export async function findDeceased(db: Kysely<DB>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(p.user_id, p.party_id) as key from party p
    where coalesce(p.user_id, p.party_id) = any(${keys}::uuid[]) and ${hasDied}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** The people who hold one of the roles on the account now, and have an e-mail address. */
export async function findPeopleInRoles(
  db: Kysely<DB>,
  accountId: string,
  roles: readonly AccountRole[],
): Promise<AccountPerson[]> {
  const { rows } = await sql<AccountPerson>`
    select coalesce(p.user_id, p.party_id) as key, coalesce(u.email, p.email) as email,
      coalesce(u.first_name || ' ' || u.last_name, p.name) as name,
      coalesce(u.has_access, false) as "hasLogin", r.account_role_code as role
    from account_relationship r
      join party p on p.book = r.book and p.party_id = r.party_id
      left join app_user u on u.user_id = p.user_id
    where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code = any(${roles}::text[]) and ${isMailable}
    order by r.since, r.relationship_id`.execute(db)
  return rows
}

/** What an address names an account by: its number, and its book where a client has two. */
export async function findAccountOfAddress(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ fundId: number; book: string }> {
  const row = await db
    .selectFrom('fund_account')
    .select(['fund_id', 'book'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { fundId: Number(row.fund_id), book: row.book }
}

/** The user, if they may still see the account: by a role on it, or as a super user of the realm. */
export async function findPersonWithAccess(
  db: Kysely<DB>,
  accountId: string,
  userId: string,
): Promise<{ email: string; name: string } | undefined> {
  const { rows } = await sql<{ email: string; name: string }>`
    select u.email, u.first_name || ' ' || u.last_name as name from app_user u
    where u.user_id = ${userId} and u.has_access and (
      exists (
        select from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
          where r.account_id = ${accountId} and r.ended_at is null and p.user_id = u.user_id
            and r.account_role_code not in (${literals(legacyPlanRoles)}))
      or exists (select from current_user_role s where s.user_id = u.user_id
        and (s.role_code = 'super_user' or s.role_code = 'service_team' and s.served_book = book())))`.execute(
    db,
  )
  return rows[0]
}

/** Of these people, those who have switched the kind off. */
export async function findSwitchedOff(
  db: Kysely<DB>,
  kind: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notice_switched_off where kind = ${kind} and user_id = any(${keys}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ user_id }) => user_id))
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import type { Duplicate } from '../review.contract.ts'

/** More would not help a reviewer. */
export const maxDuplicates = 50

export async function withoutDuplicateCheck(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ application_id: string }>`
    select application_id from account_application
    where state = 'submitted' and (duplicates_found_at is null or duplicates_found_at < submitted_at)
    limit ${limit}`.execute(db)
  return rows.map(row => row.application_id)
}

/** The people of the application: donors and the advisor. */
const peopleOf = ({ donors, advisor }: ApplicationDraft) =>
  [...donors, ...(advisor.has === 'yes' ? [advisor] : [])].map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`,
    email,
  }))

/** Logins of the realm with the same address, or the same name. */
export async function usersLike(realmDb: Kysely<DB>, draft: ApplicationDraft): Promise<Duplicate[]> {
  const people = peopleOf(draft)
  const { rows } = await sql<{ of: string; found: string; same_email: boolean; sso_id: string }>`
    select p.name as of, u.first_name || ' ' || u.last_name as found, lower(u.email) = lower(p.email) as same_email, u.sso_id
    from unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[]) p (name, email)
      join app_user u on lower(u.email) = lower(p.email) or name_key(u.first_name || ' ' || u.last_name) = name_key(p.name)
    order by p.name, u.sso_id limit ${maxDuplicates}`.execute(realmDb)
  return rows.map(row => ({
    kind: 'person',
    of: row.of,
    found: `${row.found}, user ID ${row.sso_id}`,
    reason: row.same_email ? 'Same e-mail address' : 'Same name',
    fundId: null,
    currency: null,
  }))
}

/** Until the end of the transaction no other command of the operator enters an account in the book. */
export async function lockNewAccounts(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('open-account ' || book(), 0))`.execute(trx)
}

export async function fundsLike(db: Kysely<DB>, accountName: string): Promise<Duplicate[]> {
  const { rows } = await sql<{ fund_id: bigint; account_name: string; currency: string }>`
    select a.fund_id, a.account_name, b.currency from fund_account a join book b on b.book = a.book
    where a.account_name_key = name_key(${accountName}) limit 10`.execute(db)
  return rows.map(row => ({
    kind: 'fund',
    of: accountName,
    found: row.account_name,
    reason: 'Same name',
    fundId: Number(row.fund_id),
    currency: row.currency,
  }))
}

/** People of accounts, also those without a login, by address or name; each once, however many accounts they are on. */
export async function partiesLike(db: Kysely<DB>, draft: ApplicationDraft): Promise<Duplicate[]> {
  const people = peopleOf(draft)
  const { rows } = await sql<{
    of: string
    found: string
    same_email: boolean
    accounts: number
    fund_id: bigint
    currency: string
  }>`
    select p.name as of, y.name as found, bool_or(lower(y.email) = lower(p.email)) as same_email,
      count(distinct a.account_id)::int as accounts, min(a.fund_id) as fund_id, b.currency
    from unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ email }) => email)}::text[]) p (name, email)
      join party y on lower(y.email) = lower(p.email) or name_key(y.name) = name_key(p.name)
      join account_relationship r on r.book = y.book and r.party_id = y.party_id and r.ended_at is null
      join fund_account a on a.book = r.book and a.account_id = r.account_id
      join book b on b.book = a.book
    group by p.name, y.party_id, y.name, b.currency
    order by p.name, min(a.fund_id) limit ${maxDuplicates}`.execute(db)
  return rows.map(({ of, found, same_email, accounts, fund_id, currency }) => ({
    kind: 'person',
    of,
    found: accounts === 1 ? found : `${found}, on ${accounts} accounts in ${currency}`,
    reason: same_email ? 'Same e-mail address' : 'Same name',
    fundId: accounts === 1 ? Number(fund_id) : null,
    currency: accounts === 1 ? currency : null,
  }))
}

export async function saveDuplicates(
  db: Kysely<DB>,
  applicationId: string,
  found: readonly Duplicate[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('account_application')
    .set({ duplicates: JSON.stringify(found), duplicates_found_at: at })
    .where('application_id', '=', applicationId)
    .execute()
}

import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { PostalAddress } from '../../../domain/countries.ts'
import type { DB, DefaultGrant, InactiveFundStep } from '../../../server/db/schema.ts'

export type StepRow = Omit<Selectable<InactiveFundStep>, 'letter'> & { file_name: string | null }
export type DefaultGrantRow = Selectable<DefaultGrant>

/** More than staff do about one fund. */
const maxSteps = 200

/** The document of a letter is known by this cause. */
export const causeOfLetter = (stepId: string): string => `inactive-fund-letter:${stepId}`

/** What was done about a fund, the latest first. A letter has its file once that is stored. */
export async function listSteps(db: Kysely<DB>, accountId: string): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select s.book, s.step_id, s.account_id, s.kind, s.note, s.by_user, s.by_name, s.at, d.name as file_name
    from inactive_fund_step s
      left join document d on d.cause = ${causeOfLetter('')} || s.step_id and d.state = 'stored'
    where s.account_id = ${accountId} order by s.at desc, s.step_id desc limit ${maxSteps}`.execute(db)
  return rows
}

export async function insertStep(trx: Kysely<DB>, step: Insertable<InactiveFundStep>): Promise<void> {
  await trx.insertInto('inactive_fund_step').values(step).execute()
}

/** The letter of a step; undefined for another kind of step. */
export async function findLetter(
  db: Kysely<DB>,
  stepId: string,
): Promise<Pick<Selectable<InactiveFundStep>, 'account_id' | 'letter' | 'at'> | undefined> {
  return await db
    .selectFrom('inactive_fund_step')
    .select(['account_id', 'letter', 'at'])
    .where('step_id', '=', stepId)
    .where('kind', '=', 'letter')
    .executeTakeFirst()
}

/** The document of a letter of this account. */
export async function findLetterDocument(
  db: Kysely<DB>,
  accountId: string,
  stepId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', accountId)
    .where('cause', '=', causeOfLetter(stepId))
    .where('state', '=', 'stored')
    .executeTakeFirst()
  return found?.document_id
}

export type PersonRow = {
  name: string
  role: 'donor' | 'joint_donor' | 'primary_advisor'
  email: string | null
  user_id: string | null
} & PostalAddress

/** The living donors and the advisor of a fund, donors first. */
export async function listPeople(db: Kysely<DB>, accountId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select coalesce(u.first_name || ' ' || u.last_name, p.name) as name, r.account_role_code as role,
      coalesce(u.email, p.email) as email, p.user_id,
      coalesce(p.address_line1, '') as address1, coalesce(p.address_line2, '') as address2, coalesce(p.city, '') as city,
      case when p.country = 'US' then coalesce(p.state, '') else '' end as state,
      case when p.country = 'US' then '' else coalesce(p.state, '') end as province,
      coalesce(p.postal_code, '') as "postalCode", coalesce(p.country, '') as country
    from account_relationship r
      join party p on p.book = r.book and p.party_id = r.party_id
      left join app_user u on u.user_id = p.user_id
    where r.account_id = ${accountId} and r.ended_at is null
      and r.account_role_code in ('donor', 'joint_donor', 'primary_advisor')
      and not exists (select from estate_case c where c.party_id = p.party_id and c.kind = 'death' and c.state <> 'cancelled')
    order by array_position('{donor,joint_donor,primary_advisor}'::text[], r.account_role_code), r.since, r.relationship_id
    limit 50`.execute(db)
  return rows
}

/** When one of these people first logged in after an instant; null if none did. `realmDb`: of their realm. */
export async function findLoginSince(
  realmDb: Kysely<DB>,
  userIds: readonly string[],
  since: Date,
): Promise<Date | null> {
  if (userIds.length === 0) return null
  const { rows } = await sql<{ at: Date }>`
    select at from audit_event where user_id = any(${userIds}::uuid[]) and kind = 'signed-in' and at > ${since}
    order by at limit 1`.execute(realmDb)
  return rows[0]?.at ?? null
}

/** The default grants of a fund, the latest first. */
export async function listDefaultGrants(db: Kysely<DB>, accountId: string): Promise<DefaultGrantRow[]> {
  return await db
    .selectFrom('default_grant')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('proposed_at', 'desc')
    .orderBy('default_grant_id', 'desc')
    .limit(50)
    .execute()
}

/** How many active funds have a default grant that awaits a second person, as the list of the page has them. */
export async function countProposedGrants(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from default_grant d
      join fund_account a on a.book = d.book and a.account_id = d.account_id
    where d.state = 'proposed' and a.account_status = 'Active' and a.account_type <> 'General'`.execute(db)
  return rows[0]?.waiting ?? 0
}

export async function insertDefaultGrant(trx: Kysely<DB>, row: Insertable<DefaultGrant>): Promise<void> {
  await trx.insertInto('default_grant').values(row).execute()
}

/** A default grant of the fund, locked until the transaction ends. */
export async function lockDefaultGrant(
  trx: Kysely<DB>,
  accountId: string,
  defaultGrantId: string,
): Promise<DefaultGrantRow | undefined> {
  return await trx
    .selectFrom('default_grant')
    .selectAll()
    .where('default_grant_id', '=', defaultGrantId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateDefaultGrant(
  trx: Kysely<DB>,
  defaultGrantId: string,
  columns: Updateable<DefaultGrant>,
): Promise<void> {
  await trx.updateTable('default_grant').set(columns).where('default_grant_id', '=', defaultGrantId).execute()
}

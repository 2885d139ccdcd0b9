import { type Kysely, sql } from 'kysely'
import { donorRoles } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { CaseRow } from './cases.queries.ts'

/** The most accounts of one person that one run opens cases for; the scheduled job opens the rest. */
const maxAccounts = 200
const maxDeaths = 500

/** The case with which a death was reported stands for the death. */
export const deathIdOf = (row: Pick<CaseRow, 'case_id' | 'opened_with'>): string =>
  row.opened_with ?? row.case_id

const isOfDeath = (deathId: string) => sql`coalesce(c.opened_with, c.case_id) = ${deathId}::uuid`
const isDonor = (partyId: string) => sql`exists (
  select from account_relationship r where r.book = a.book and r.account_id = a.account_id and r.party_id = ${partyId}
    and r.ended_at is null and r.account_role_code in (${literals(donorRoles)}))`

/** Locks the accounts of a donor, in one order: two people may report a death at the same time, each from another account. */
export async function lockAccountsOfDonor(trx: Kysely<DB>, partyId: string): Promise<void> {
  await sql`select from fund_account a where ${isDonor(partyId)} order by a.account_id for no key update`.execute(
    trx,
  )
}

/** Locks the accounts of all cases of a case's death, in the same order. */
export async function lockAccountsOfDeath(trx: Kysely<DB>, caseId: string): Promise<void> {
  await sql`
    select from fund_account a where a.account_id in (
      select c.account_id from estate_case c, estate_case s
        where s.case_id = ${caseId} and coalesce(c.opened_with, c.case_id) = coalesce(s.opened_with, s.case_id))
    order by a.account_id for no key update`.execute(trx)
}

/** The accounts of a donor that a death has to hold: open, without an open case, and without a case of this death. */
export async function accountsWithoutCase(
  trx: Kysely<DB>,
  { partyId, deathId }: { partyId: string; deathId: string },
): Promise<{ account_id: string; account_status: 'Active' | 'Immobile' }[]> {
  const { rows } = await sql<{ account_id: string; account_status: 'Active' | 'Immobile' }>`
    select a.account_id, a.account_status from fund_account a
    where ${isDonor(partyId)} and a.account_status in ('Active', 'Immobile') and a.account_type <> 'General'
      and not exists (select from estate_case c where c.book = a.book and c.account_id = a.account_id
        and (c.state in ('opened', 'distributing') or ${isOfDeath(deathId)}))
    order by a.account_id limit ${maxAccounts}`.execute(trx)
  return rows
}

type OtherCase = Pick<CaseRow, 'case_id' | 'case_number' | 'fund_id' | 'account_name' | 'state' | 'outcome'>

/** The cases of the same death about the person's other accounts of the book. */
export async function otherCasesOf(
  db: Kysely<DB>,
  row: Pick<CaseRow, 'case_id' | 'opened_with' | 'kind'>,
): Promise<OtherCase[]> {
  if (row.kind !== 'death') return []
  const { rows } = await sql<OtherCase>`
    select c.case_id, c.case_number, a.fund_id, a.account_name, c.state, c.outcome
    from estate_case c join fund_account a on a.book = c.book and a.account_id = c.account_id
    where ${isOfDeath(deathIdOf(row))} and c.case_id <> ${row.case_id}
    order by c.case_number limit ${maxAccounts}`.execute(db)
  return rows
}

/** The cases of a death that nobody has confirmed yet. */
export async function unconfirmedCases(
  trx: Kysely<DB>,
  deathId: string,
): Promise<Pick<CaseRow, 'case_id' | 'account_id' | 'status_before'>[]> {
  const { rows } = await sql<Pick<CaseRow, 'case_id' | 'account_id' | 'status_before'>>`
    select c.case_id, c.account_id, c.status_before from estate_case c
    where c.state = 'opened' and ${isOfDeath(deathId)} order by c.account_id for update`.execute(trx)
  return rows
}

/** A case of a death, with the step that cancelled it. */
export type DeathRow = {
  death_id: string
  case_number: bigint
  state: CaseRow['state']
  person_name: string
  died_on: IsoDate
  document_id: string | null
  reason: string
  opened_by: string
  opened_by_name: string
  confirmed_at: Date | null
  user_id: string | null
  /** Whether the person may log in. */
  has_access: boolean
  cancelled_by: string | null
  cancelled_by_name: string | null
  cancelled_reason: string | null
}

/** The cases of deaths of this book that are open, or ended after `since`, the first of each death first. */
export async function recentDeaths(db: Kysely<DB>, since: Date): Promise<DeathRow[]> {
  const { rows } = await sql<DeathRow>`
    select coalesce(c.opened_with, c.case_id) as death_id, c.case_number, c.state, c.person_name, c.died_on, c.document_id, c.reason, c.opened_by,
      c.opened_by_name, c.confirmed_at, p.user_id, coalesce(u.has_access, false) as has_access, e.user_id as cancelled_by, e.by_name as cancelled_by_name, e.text as cancelled_reason
    from estate_case c
      join party p on p.book = c.book and p.party_id = c.party_id
      left join app_user u on u.user_id = p.user_id
      left join estate_event e on e.book = c.book and e.case_id = c.case_id and e.kind = 'cancelled'
    where c.kind = 'death' and (c.ended_at is null or c.ended_at > ${since})
    order by c.opened_with nulls first, c.case_number limit ${maxDeaths}`.execute(db)
  return rows
}

/** The party of a person who logs in. */
export async function partyOfLogin(db: Kysely<DB>, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('party').select('party_id').where('user_id', '=', userId).executeTakeFirst()
  return row?.party_id
}

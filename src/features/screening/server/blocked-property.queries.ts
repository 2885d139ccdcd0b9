import { type Kysely, sql } from 'kysely'
import type { SanctionsList } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

/** A finding about a person or payer that was confirmed at an instant. */
export type ConfirmedFinding = {
  findingId: string
  subjectKind: string
  subjectId: string
  personName: string
  foundAt: Date
  confirmedAt: Date
  list: SanctionsList
  listedName: string
  entry: unknown
}

/** The findings about people and payers that were confirmed at that instant, also those that were lifted since. */
export async function listConfirmedBefore(realmDb: Kysely<DB>, instant: Date): Promise<ConfirmedFinding[]> {
  const { rows } = await sql<ConfirmedFinding>`
    select f.finding_id as "findingId", f.subject_kind as "subjectKind", f.subject_id as "subjectId", f.our_name as "personName", f.found_at as "foundAt",
        c.confirmed_at as "confirmedAt", f.list, f.listed_name as "listedName", f.entry
      from screening_finding f
      cross join lateral (select d.to_state from screening_decision d
        where d.finding_id = f.finding_id and d.decided_at < ${instant} order by d.step desc limit 1) last
      cross join lateral (select max(d.decided_at) as confirmed_at from screening_decision d
        where d.finding_id = f.finding_id and d.decided_at < ${instant}
          and d.from_state = 'waiting' and d.to_state = 'confirmed') c
      where f.subject_kind <> 'charity' and last.to_state in ('confirmed', 'lifting')
      order by c.confirmed_at, f.finding_id`.execute(realmDb)
  return rows
}

export type HeldAccount = { accountId: string; fundId: bigint; accountName: string; findingId: string }

/** The accounts of a book that these findings held on a day, as they hold them today (`accounts_of_finding`). */
export async function listAccountsOfFindings(
  db: Kysely<DB>,
  findings: readonly ConfirmedFinding[],
  day: IsoDate,
): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select distinct a.account_id as "accountId", a.fund_id as "fundId", a.account_name as "accountName", f.finding_id as "findingId"
      from unnest(${findings.map(each => each.findingId)}::uuid[], ${findings.map(each => each.subjectKind)}::text[],
          ${findings.map(each => each.subjectId)}::text[], ${findings.map(each => each.foundAt)}::timestamptz[])
          f (finding_id, kind, subject_id, found_at)
        cross join lateral accounts_of_finding(f.kind, f.subject_id, f.found_at, ${day}) h
        join fund_account a on a.account_id = h.account_id
      order by a.fund_id, f.finding_id`.execute(db)
  return rows
}

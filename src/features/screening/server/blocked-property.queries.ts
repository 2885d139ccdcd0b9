import { type Kysely, sql } from 'kysely'
import type { SanctionsList } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'

/** A finding about a person that was confirmed at an instant. */
export type ConfirmedFinding = {
  findingId: string
  personId: string
  personName: string
  foundAt: Date
  confirmedAt: Date
  list: SanctionsList
  listedName: string
  entry: unknown
}

/** The findings about people that were confirmed at that instant, also those that were lifted since. */
export async function listConfirmedBefore(realmDb: Kysely<DB>, instant: Date): Promise<ConfirmedFinding[]> {
  const { rows } = await sql<ConfirmedFinding>`
    select f.finding_id as "findingId", f.subject_id as "personId", f.our_name as "personName", f.found_at as "foundAt",
        c.confirmed_at as "confirmedAt", f.list, f.listed_name as "listedName", f.entry
      from screening_finding f
      cross join lateral (select d.to_state from screening_decision d
        where d.finding_id = f.finding_id and d.decided_at < ${instant} order by d.step desc limit 1) last
      cross join lateral (select max(d.decided_at) as confirmed_at from screening_decision d
        where d.finding_id = f.finding_id and d.decided_at < ${instant}
          and d.from_state = 'waiting' and d.to_state = 'confirmed') c
      where f.subject_kind = 'person' and last.to_state in ('confirmed', 'lifting')
      order by c.confirmed_at, f.finding_id`.execute(realmDb)
  return rows
}

export type HeldAccount = { accountId: string; fundId: bigint; accountName: string; findingId: string }

/** The accounts of a book that these findings hold, as `held_account` (0130_payers_hold.sql) says who belongs to one. */
export async function listAccountsOfFindings(
  db: Kysely<DB>,
  findings: readonly ConfirmedFinding[],
): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    with f as (
      select * from unnest(${findings.map(each => each.findingId)}::uuid[], ${findings.map(each => each.personId)}::text[],
        ${findings.map(each => each.foundAt)}::timestamptz[]) f (finding_id, person_id, found_at)
    ), held as (
      select r.account_id, f.finding_id
        from f join party y on f.person_id in (y.user_id::text, y.party_id::text)
          join account_relationship r on r.book = y.book and r.party_id = y.party_id
        where r.account_role_code not in ('banker', 'service_team') and (r.ended_at is null or r.ended_at > f.found_at)
      union
      select c.account_id, f.finding_id
        from f join contribution c on f.person_id = 'payer ' || md5(c.account_id || btrim(c.payer_name))
        where starts_with(f.person_id, 'payer ')
    )
    select a.account_id as "accountId", a.fund_id as "fundId", a.account_name as "accountName", h.finding_id as "findingId"
      from held h join fund_account a using (account_id) order by a.fund_id, h.finding_id`.execute(db)
  return rows
}

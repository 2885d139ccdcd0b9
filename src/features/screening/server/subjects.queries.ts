import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SanctionsList } from '../../../clients/client.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { StopReason } from '../domain/finding.ts'
import type { ListVersion } from './sanctions-lists.queries.ts'

export type SubjectKind = 'charity' | 'person' | 'payer'

/** A charity, a person of an account or who pays into one, with the names that are compared, and the evidence beside them. */
export type UnscreenedSubject = {
  kind: SubjectKind
  id: string
  names: string[]
  country: string | null
  birthYear: number | null
}

/** Of the subjects `s`: those that were not compared with the current version of one of the lists, in the order in which they are locked. */
const unscreened = (lists: readonly SanctionsList[]) => sql`
  where cardinality(s.names) > 0 and exists (
    select from (select list, max(version_id) as version_id from sanctions_list_version
        where list = any(${lists}::text[]) group by list) v
      where not exists (
        select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id and d.list = v.list
          and d.version_id = v.version_id and d.names = s.names and (d.country, d.birth_year) is not distinct from (s.country, s.birth_year)))
  order by s.subject_kind, s.subject_id`

const columns = sql`distinct on (s.subject_kind, s.subject_id) s.subject_kind as kind, s.subject_id as id, s.names, s.country,
  s.birth_year as "birthYear"`

/** The charities and people of these grants that were not compared with the current lists. */
export async function listUnscreenedOfGrants(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  lists: readonly SanctionsList[],
): Promise<UnscreenedSubject[]> {
  const { rows } = await sql<UnscreenedSubject>`
    select ${columns} from screened_for_grants(${grantIds}::uuid[]) s ${unscreened(lists)}`.execute(trx)
  return rows
}

/**
 * Those that are live in the book: the people and payers of accounts that are not closed, the people of applications that wait for a
 * decision, and the charities of grants that are not finished, of schedules and of charity lists.
 */
export async function listUnscreenedOfBook(
  db: Kysely<DB>,
  lists: readonly SanctionsList[],
  limit: number,
): Promise<UnscreenedSubject[]> {
  const { rows } = await sql<UnscreenedSubject>`
    select ${columns} from (
      select 'charity' as subject_kind, c.charity_id as subject_id, c.names, null as country, null as birth_year
        from (
          select charity_id from grant_recommendation where transaction_status_code in (1, 2, 3, 4)
          union select charity_id from grant_schedule
          union select charity_id from charity_list_entry
        ) live join charity_to_screen c using (charity_id)
      union all
      select 'person', person_id, names, null, birth_year from applicant_to_screen
      union all
      select p.kind, p.person_id, p.names, p.country, p.birth_year
        from fund_account a join person_to_screen p on p.account_id = a.account_id
        where a.account_status <> 'Closed'
    ) s ${unscreened(lists)} limit ${limit}`.execute(db)
  return rows
}

/** The people of this application that were not compared with the current lists. */
export async function listUnscreenedApplicants(
  db: Kysely<DB>,
  applicationId: string,
  lists: readonly SanctionsList[],
): Promise<UnscreenedSubject[]> {
  const { rows } = await sql<UnscreenedSubject>`
    select ${columns} from (
      select 'person' as subject_kind, person_id as subject_id, names, null as country, birth_year
        from applicant_to_screen
        where application_id = ${applicationId}
    ) s ${unscreened(lists)}`.execute(db)
  return rows
}

/** Why an application may not be accepted by this person; null where it may. */
export async function findApplicantStop(
  db: Kysely<DB>,
  applicationId: string,
  { approver, lists }: { approver: string; lists: readonly SanctionsList[] },
): Promise<StopReason | null> {
  const ofApplication = (isStopping: RawBuilder<unknown>) => sql`exists (
    select from applicant_to_screen s join screening_finding f on f.subject_kind = 'person' and f.subject_id = s.person_id
    where s.application_id = ${applicationId} and ${isStopping})`
  const { rows } = await sql<{ reason: StopReason | null }>`
    select case when ${ofApplication(sql`f.state in ('open', 'waiting', 'confirmed', 'lifting')`)} then 'found'
      when ${ofApplication(sql`f.state = 'dismissed' and f.decided_by = ${approver}`)} then 'own-decision' end as reason`.execute(
    db,
  )
  const reason = rows[0]?.reason ?? null
  if (reason !== null) return reason
  return (await listUnscreenedApplicants(db, applicationId, lists)).length === 0 ? null : 'not-screened'
}

export type NewFinding = {
  subject_kind: SubjectKind
  subject_id: string
  entry_id: string
  names_digest: string
  our_name: string
  listed_name: string
  score: number
  birth_year: number | null
  working: unknown
}

/** Whether the version that was compared, `v`, is the one that is stored for the subject. */
const isOfStored = (kind: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`exists (
        select from screened_subject d where d.subject_kind = ${kind} and d.subject_id = ${id} and d.list = v.list
          and d.version_id = v.version_id)`

type Screened = { versions: readonly ListVersion[]; matcherVersion: number; at: Date }

/**
 * Stores that these subjects were compared with these versions, and what was found. A pair that people decided about keeps its decision;
 * what was open and is not found any more is gone, unless it is the year of birth that changed: people enter theirs, and nobody must end a
 * finding by that. What was compared with an earlier version than the stored one changes nothing: of two
 * that compare at once, the later version counts.
 */
export async function storeScreened(
  trx: Kysely<DB>,
  subjects: readonly UnscreenedSubject[],
  findings: readonly NewFinding[],
  { versions, matcherVersion, at }: Screened,
): Promise<void> {
  const realm = sql`(select realm from book where book = book())`
  const rows = JSON.stringify(subjects)
  const compared = JSON.stringify(
    versions.map(({ list, versionId }) => ({ list, version_id: String(versionId) })),
  )
  const found = JSON.stringify(findings)
  await sql`
    insert into screened_subject (realm, subject_kind, subject_id, list, version_id, names, country, birth_year, matcher_version,
      screened_at)
    select ${realm}, s.kind, s.id, v.list, v.version_id, s.names, s.country, s."birthYear", ${matcherVersion}, ${at}
    from jsonb_to_recordset(${rows}::jsonb) s (kind text, id text, names text[], country text, "birthYear" smallint)
      cross join jsonb_to_recordset(${compared}::jsonb) v (list text, version_id bigint)
    order by s.kind, s.id, v.list
    on conflict (realm, subject_kind, subject_id, list) do update set version_id = excluded.version_id, names = excluded.names,
      country = excluded.country, birth_year = excluded.birth_year, matcher_version = excluded.matcher_version, screened_at = excluded.screened_at
      where screened_subject.version_id <= excluded.version_id`.execute(trx)
  await sql`
    update screening_finding f set state = 'gone'
    from jsonb_to_recordset(${rows}::jsonb) s (kind text, id text, "birthYear" smallint),
      jsonb_to_recordset(${compared}::jsonb) v (list text, version_id bigint)
    where f.subject_kind = s.kind and f.subject_id = s.id and f.list = v.list and f.state = 'open'
      and ${isOfStored(sql`s.kind`, sql`s.id`)} and not exists (
      select from jsonb_to_recordset(${found}::jsonb) n (subject_kind text, subject_id text, entry_id bigint, names_digest text)
      where (n.subject_kind, n.subject_id, n.entry_id, n.names_digest)
        = (f.subject_kind, f.subject_id, f.entry_id, f.names_digest))
      and (f.birth_year is not distinct from s."birthYear" or exists (
        select from jsonb_to_recordset(${found}::jsonb) n (subject_kind text, subject_id text, entry_id bigint)
        where (n.subject_kind, n.subject_id, n.entry_id) = (f.subject_kind, f.subject_id, f.entry_id)))`.execute(
    trx,
  )
  if (findings.length === 0) return
  await sql`
    insert into screening_finding (realm, subject_kind, subject_id, list, entry_id, names_digest, our_name, listed_name, entry, score,
      birth_year, working, matcher_version, version_id, found_at)
    select ${realm}, n.subject_kind, n.subject_id, e.list, e.entry_id, n.names_digest, n.our_name, n.listed_name,
      jsonb_build_object('number', e.number, 'kind', e.kind, 'names', jsonb_path_query_array(e.names, '$[*].name'),
        'birthYears', e.birth_years, 'countries', e.countries, 'programs', e.programs),
      n.score, n.birth_year, n.working, ${matcherVersion}, v.version_id, ${at}
    from jsonb_to_recordset(${found}::jsonb) n (subject_kind text, subject_id text, entry_id bigint, names_digest text, our_name text,
        listed_name text, score numeric, birth_year smallint, working jsonb)
      join sanctions_entry e using (entry_id)
      join jsonb_to_recordset(${compared}::jsonb) v (list text, version_id bigint) on v.list = e.list
    where ${isOfStored(sql`n.subject_kind`, sql`n.subject_id`)}
    order by n.subject_kind, n.subject_id, e.entry_id
    on conflict on constraint one_finding_of_pair do update set state = 'open'
      where screening_finding.state = 'gone'`.execute(trx)
}

/** Why payments of these grants may not leave, by grant; nothing of those that may. `approver`: who is about to approve them. */
export async function listPaymentStops(
  trx: Kysely<DB>,
  grantIds: readonly string[],
  approver: string | null,
): Promise<ReadonlyMap<string, StopReason>> {
  const { rows } = await sql<{ grant_id: string; reason: StopReason }>`
    select grant_id, reason from payment_stops(${grantIds}::uuid[], ${approver})`.execute(trx)
  return new Map(rows.map(({ grant_id, reason }) => [grant_id, reason]))
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { likeText } from '../../../server/db/like-text.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'

export type AuditRow = {
  seq: bigint
  at: Date
  /** With microseconds, for the page cursor. */
  at_text: string
  recorded_at: Date
  kind: string
  sso_id: string | null
  name: string | null
  actor_sso_id: string | null
  actor_name: string | null
  session_id: string | null
  address: string | null
  detail: Record<string, string>
  hash: Buffer
}

type AuditSearch = {
  person: string
  kind: string | undefined
  from: string | undefined
  to: string | undefined
  /** The time zone in which days start and end. */
  timeZone: string
  /** An address or network that PostgreSQL can read; null: any. */
  network: string | null
}

/** Upper limit of people whose name matches. */
const maxPeople = 500

const likePattern = (text: string) => `%${likeText(text.toLowerCase())}%`

type AuditPage = { first: number; after: { at: string; seq: string } | null }

/** The conditions of the events of the realm that are looked for, named `e`. */
function conditionsOf({ person, kind, from, to, timeZone, network }: AuditSearch): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`e.realm = realm()`]
  if (person !== '')
    conditions.push(sql`e.user_id in (
      select p.user_id from app_user p
      where p.sso_id like ${likePattern(person)} or ${nameContains(sql`p.first_name || ' ' || p.last_name`, person)}
      limit ${sql.lit(maxPeople)})`)
  if (kind !== undefined) conditions.push(sql`e.kind = ${kind}`)
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to !== undefined) conditions.push(sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  if (network !== null) conditions.push(sql`e.address <<= ${network}::inet`)
  return conditions
}

/** The number of events, counted up to a limit. */
export async function countEvents(realmDb: Kysely<DB>, search: AuditSearch, limit: number): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (
      select from audit_event e where ${sql.join(conditionsOf(search), sql` and `)} limit ${limit}) as found`.execute(
    realmDb,
  )
  return Number(rows[0]?.total ?? 0n)
}

/** A page of the realm's audit log, newest first. New events do not shift the following pages. */
export async function listEvents(
  realmDb: Kysely<DB>,
  search: AuditSearch,
  { first, after }: AuditPage,
): Promise<AuditRow[]> {
  const conditions = conditionsOf(search)
  if (after) conditions.push(sql`(e.at, e.seq) < (${after.at}::timestamptz, ${after.seq}::bigint)`)
  const { rows } = await sql<AuditRow>`
    select e.seq, e.at, e.at::text as at_text, e.recorded_at, e.kind, e.session_id, host(e.address) as address, e.detail, e.hash,
      u.sso_id, u.first_name || ' ' || u.last_name as name,
      a.sso_id as actor_sso_id, a.first_name || ' ' || a.last_name as actor_name
    from audit_event e
      left join app_user u on u.realm = e.realm and u.user_id = e.user_id
      left join app_user a on a.realm = e.realm and a.user_id = e.actor_user_id
    where ${sql.join(conditions, sql` and `)}
    order by e.at desc, e.seq desc limit ${first}`.execute(realmDb)
  return rows
}

export async function findAuditState(realmDb: Kysely<DB>) {
  const head = await realmDb
    .selectFrom('audit_event')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const verified = await realmDb
    .selectFrom('audit_verification')
    .select(['at', 'events', 'finding'])
    .orderBy('verification_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const checkpointed = await realmDb
    .selectFrom('audit_checkpoint')
    .select(['at', 'seq'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { head, verified, checkpointed }
}

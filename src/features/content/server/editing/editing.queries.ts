import { type Kysely, sql } from 'kysely'
import type { ContentKind } from '../../../../contract/content-kinds.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { ContentChange } from '../../editing.contract.ts'
import type { EditorSession, ItemKey } from './editor-session.ts'

// All on the realm's connection. A realm may have several clients, so each statement filters by client.

export type ItemRow = {
  kind: ContentKind
  name: string
  revision: bigint
  draft: unknown
  draft_by: string | null
  draft_at: Date | null
  draft_editors: string[]
}

type Where = { realmDb: Kysely<DB>; client: { name: string } }

const itemColumns = ['kind', 'name', 'revision', 'draft', 'draft_by', 'draft_at', 'draft_editors'] as const

const itemsOf = ({ realmDb, client }: Where) =>
  realmDb.selectFrom('content_item').select(itemColumns).where('client', '=', client.name)

export async function listItemRows(where: Where): Promise<ItemRow[]> {
  return await itemsOf(where).execute()
}

export async function findItemRow(where: Where, key: ItemKey): Promise<ItemRow | undefined> {
  return await itemsOf(where).where('kind', '=', key.kind).where('name', '=', key.name).executeTakeFirst()
}

/** Locks the item's row, creating it if needed; `isNew` says whether it did. */
export async function lockItemRow(
  where: Where,
  { kind, name }: ItemKey,
): Promise<{ row: ItemRow; isNew: boolean }> {
  const { realmDb, client } = where
  const { numInsertedOrUpdatedRows } = await realmDb
    .insertInto('content_item')
    .values({ kind, name, client: client.name, revision: nextRevision })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  const row = await itemsOf(where)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  // Another transaction deleted the row while this one waited, so it is created again.
  if (!row) return await lockItemRow(where, { kind, name })
  return { row, isNew: numInsertedOrUpdatedRows === 1n }
}

const nextRevision = sql<bigint>`nextval('content_revision')`

type DraftToSave = { fields: object; by: string; at: Date; editors: readonly string[] }

/** Saves the draft, or deletes it if null. Either way the revision rises. */
export async function saveDraftRow({ realmDb, client }: Where, key: ItemKey, draft: DraftToSave | null) {
  await realmDb
    .updateTable('content_item')
    .set({
      revision: nextRevision,
      draft: draft && JSON.stringify(draft.fields),
      draft_by: draft?.by ?? null,
      draft_at: draft?.at ?? null,
      draft_editors: [...(draft?.editors ?? [])],
    })
    .where('client', '=', client.name)
    .where('kind', '=', key.kind)
    .where('name', '=', key.name)
    .execute()
}

export async function removeItemRow({ realmDb, client }: Where, key: ItemKey): Promise<void> {
  await realmDb
    .deleteFrom('content_item')
    .where('client', '=', client.name)
    .where('kind', '=', key.kind)
    .where('name', '=', key.name)
    .execute()
}

/** A version with its decision. */
export type VersionRow = {
  kind: ContentKind
  name: string
  number: number
  change: ContentChange
  /** Only for versions that determine the item's state. */
  fields: unknown
  publish_at: Date | null
  submitted_by: string
  submitted_at: Date
  editors: string[]
  needs_dual_control: boolean
  decision: 'approved' | 'declined' | 'withdrawn' | null
  decided_by: string | null
  decided_at: Date | null
  reason: string | null
  live_at: Date | null
  unscheduled_by: string | null
  unscheduled_at: Date | null
}

/**
 * The client's versions, ranked. `is_effective`: approved and in effect or past; `place` 1: the live one; `age` 1: the newest.
 * Fields are loaded only for versions that determine an item's state; `findFields` loads others.
 */
const rankedVersions = ({ client, now }: Where & { now: Date }) => sql`
  with decided as (
    select v.*, r.decision, r.decided_by, r.decided_at, r.reason, r.live_at,
      u.decided_by as unscheduled_by, u.decided_at as unscheduled_at,
      coalesce(r.decision = 'approved' and r.live_at <= ${now} and u.number is null, false) as is_effective
    from content_version v
      left join content_decision r
        on (r.realm, r.client, r.kind, r.name, r.number) = (v.realm, v.client, v.kind, v.name, v.number)
          and r.decision <> 'unscheduled'
      left join content_decision u
        on (u.realm, u.client, u.kind, u.name, u.number) = (v.realm, v.client, v.kind, v.name, v.number)
          and u.decision = 'unscheduled'
    where v.client = ${client.name}
  ), ranked as (
    select *, row_number() over (partition by kind, name order by is_effective desc, live_at desc, number desc) as place,
      row_number() over (partition by kind, name order by number desc) as age
    from decided
  ), versions as (
    select *, age = 1 or (is_effective and place = 1) or decision is null
      or (decision = 'approved' and live_at > ${now} and unscheduled_at is null) as is_current
    from ranked
  )
  select kind, name, number, change, case when is_current then fields end as fields, publish_at, submitted_by,
    submitted_at, editors, needs_dual_control, decision, decided_by, decided_at, reason, live_at, unscheduled_by, unscheduled_at
  from versions`

/** All versions of an item, newest first. */
export async function listVersionRows(
  where: Where & { now: Date },
  { kind, name }: ItemKey,
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    ${rankedVersions(where)} where kind = ${kind} and name = ${name} order by number desc`.execute(
    where.realmDb,
  )
  return rows
}

/** For every item its newest, live and scheduled versions. */
export async function listCurrentVersions(where: Where & { now: Date }): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    ${rankedVersions(where)} where is_current order by kind, name, number desc`.execute(where.realmDb)
  return rows
}

/** The fields of one version, null if it has none; undefined if there is no such version. */
export async function findText(
  { realmDb, client }: Where,
  { kind, name, number }: ItemKey & { number: number },
): Promise<{ fields: unknown } | undefined> {
  return await realmDb
    .selectFrom('content_version')
    .select('fields')
    .where('client', '=', client.name)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('number', '=', number)
    .executeTakeFirst()
}

type NewVersion = {
  number: number
  change: ContentChange
  fields: object | null
  publishAt: Date | null
  editors: readonly string[]
  needsApproval: boolean
}

/** @throws a violation of `content_one_pending_version` while another version awaits approval. */
export async function addVersion(
  { realmDb, client, userId, now }: EditorSession,
  { kind, name }: ItemKey,
  version: NewVersion,
) {
  await realmDb
    .insertInto('content_version')
    .values({
      kind,
      name,
      client: client.name,
      number: version.number,
      change: version.change,
      fields: version.fields && JSON.stringify(version.fields),
      publish_at: version.publishAt,
      submitted_by: userId,
      submitted_at: now,
      editors: [...version.editors],
      needs_dual_control: version.needsApproval,
    })
    .execute()
}

export type NewDecision =
  | { decision: 'approved'; liveAt: Date }
  | { decision: 'declined'; reason: string }
  | { decision: 'withdrawn' | 'unscheduled' }

/** @throws a violation of `content_dual_control`, `content_not_yet_live`, or `content_reviewed_once`. */
export async function addDecision(
  { realmDb, client, userId, now }: EditorSession,
  key: ItemKey & { number: number },
  about: NewDecision,
) {
  const { kind, name, number } = key
  await realmDb
    .insertInto('content_decision')
    .values({
      kind,
      name,
      number,
      client: client.name,
      decision: about.decision,
      decided_by: userId,
      decided_at: now,
      reason: about.decision === 'declined' ? about.reason : null,
      live_at: about.decision === 'approved' ? about.liveAt : null,
    })
    .execute()
}

/** First and last names by user id. */
export async function findNames(
  realmDb: Kysely<DB>,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const uniqueIds = [...new Set(userIds)]
  if (uniqueIds.length === 0) return new Map()
  const rows = await realmDb
    .selectFrom('app_user')
    .select(['user_id', 'first_name', 'last_name'])
    .where('user_id', '=', sql<string>`any(${uniqueIds}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.user_id, `${row.first_name} ${row.last_name}`]))
}

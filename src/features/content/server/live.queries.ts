import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { ContentChange } from '../editing.contract.ts'

/** The version of an item that is in effect. */
type LiveRow = {
  kind: string
  name: string
  number: number
  change: ContentChange
  fields: unknown
  live_at: Date
}

/**
 * The version in effect of each of the client's items, and when the next one takes effect. The latest effective time wins,
 * regardless of the order of submission.
 */
export async function findLive(
  realmDb: Kysely<DB>,
  { client, now }: { client: string; now: Date },
): Promise<{ rows: LiveRow[]; nextAt: Date | null }> {
  const { rows } = await sql<LiveRow>`
    select distinct on (v.kind, v.name) v.kind, v.name, v.number, v.change, v.fields, d.live_at
    from content_decision d
      join content_version v using (realm, client, kind, name, number)
    where d.client = ${client} and d.decision = 'approved' and d.live_at <= ${now}
      and not exists (
        select from content_decision u
        where (u.realm, u.client, u.kind, u.name, u.number) = (d.realm, d.client, d.kind, d.name, d.number)
          and u.decision = 'unscheduled')
    order by v.kind, v.name, d.live_at desc, v.number desc`.execute(realmDb)
  const next = await sql<{ at: Date | null }>`
    select min(live_at) as at from content_decision
    where client = ${client} and decision = 'approved' and live_at > ${now}`.execute(realmDb)
  return { rows, nextAt: next.rows[0]?.at ?? null }
}

export type FileOfContent = {
  file_id: string
  name: string
  media_type: string
  bytes: number
  width_px: number | null
  height_px: number | null
  alt: string
}

/** The client's files with these ids, without removed ones and those of other clients. */
export async function findFiles(
  realmDb: Kysely<DB>,
  { client, fileIds }: { client: string; fileIds: readonly string[] },
): Promise<FileOfContent[]> {
  if (fileIds.length === 0) return []
  return await realmDb
    .selectFrom('content_file')
    .select(['file_id', 'name', 'media_type', 'bytes', 'width_px', 'height_px', 'alt'])
    .where('client', '=', client)
    .where('removed_at', 'is', null)
    .where('file_id', 'in', fileIds)
    .execute()
}

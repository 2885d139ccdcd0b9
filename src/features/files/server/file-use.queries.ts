import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type FileUse = {
  file_id: string
  kind: string
  name: string
  state: 'shown' | 'scheduled' | 'awaiting'
}

/**
 * Lists where the texts of a client use its files: texts that are shown now, scheduled, or awaiting approval. An approved version
 * is shown from its `live_at` until a later version is shown; an unscheduled version is never shown.
 */
export async function listFileUse(
  realmDb: Kysely<DB>,
  { client, now }: { client: string; now: Date },
): Promise<FileUse[]> {
  const { rows } = await sql<FileUse>`
    with approved as (
      select d.kind, d.name, d.number, d.live_at
      from content_decision d
      where d.client = ${client} and d.decision = 'approved' and not exists (
        select from content_decision u
        where (u.realm, u.client, u.kind, u.name, u.number) = (d.realm, d.client, d.kind, d.name, d.number)
          and u.decision = 'unscheduled')
    ), shown as (
      (select distinct on (kind, name) kind, name, number, 'shown' as state
        from approved where live_at <= ${now} order by kind, name, live_at desc, number desc)
      union all
      select kind, name, number, 'scheduled' from approved where live_at > ${now}
      union all
      select v.kind, v.name, v.number, 'awaiting' from content_version v
      where v.client = ${client} and not exists (
        select from content_decision d
        where (d.realm, d.client, d.kind, d.name, d.number) = (v.realm, v.client, v.kind, v.name, v.number))
    )
    select distinct found[1] as file_id, s.kind, s.name, s.state
    from shown s
      join content_version v on v.client = ${client} and (v.kind, v.name, v.number) = (s.kind, s.name, s.number),
      regexp_matches(v.fields::text, '/files/([0-9a-f-]{36})/', 'g') as found
    order by s.kind, s.name, s.state, file_id`.execute(realmDb)
  return rows
}

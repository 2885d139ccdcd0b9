import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

export type FileUse = { file_id: string; kind: string; name: string; is_scheduled: boolean }

/**
 * Where the texts of a client lead to its files: those that visitors see now, and those that wait for their hour. A version is
 * what its item shows from its `live_at` on, until a later one is; one that was unscheduled never is.
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
      (select distinct on (kind, name) kind, name, number, false as is_scheduled
        from approved where live_at <= ${now} order by kind, name, live_at desc, number desc)
      union all
      select kind, name, number, true from approved where live_at > ${now}
    )
    select distinct found[1] as file_id, s.kind, s.name, s.is_scheduled
    from shown s
      join content_version v on v.client = ${client} and (v.kind, v.name, v.number) = (s.kind, s.name, s.number),
      regexp_matches(v.fields::text, '/files/([0-9a-f-]{36})/', 'g') as found
    order by s.kind, s.name, s.is_scheduled, file_id`.execute(realmDb)
  return rows
}

import { type Kysely, sql } from 'kysely'
import type { SanctionsList } from '../../../clients/client.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ListEntry } from '../domain/list-entry.ts'

export type ListVersion = { list: SanctionsList; versionId: bigint; listDate: IsoDate; digest: string }

/** The current version of each of these lists that was ever imported, sorted by list. */
export async function findCurrentVersions(
  db: Kysely<DB>,
  lists: readonly SanctionsList[],
): Promise<ListVersion[]> {
  const { rows } = await sql<ListVersion>`
    select distinct on (list) list, version_id as "versionId", list_date as "listDate", digest from sanctions_list_version
     where list = any(${lists}::text[]) order by list, version_id desc`.execute(db)
  return rows
}

/** `entryId` is text, because it goes to a thread as JSON. */
export type StoredEntry = Omit<ListEntry, 'number' | 'programs' | 'remarks'> & { entryId: string }

/** The entries of versions, whatever was imported since. */
export async function findEntriesOfVersions(
  db: Kysely<DB>,
  versions: readonly ListVersion[],
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select e.entry_id::text as "entryId", e.kind, e.names, e.birth_years as "birthYears", e.countries
      from sanctions_entry e
      join unnest(${versions.map(({ list }) => list)}::text[], ${versions.map(({ versionId }) => versionId)}::bigint[])
        as v (list, version_id) using (list)
     where e.since_version <= v.version_id and (e.until_version is null or e.until_version > v.version_id)
       and e.kind in ('person', 'organization')
     order by e.entry_id`.execute(db)
  return rows
}

/** Which share of the charities' names had each word when the latest of these versions was imported. */
export async function findCommonWords(
  db: Kysely<DB>,
  versions: readonly ListVersion[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ words: Record<string, number> }>`
    select common_words as words from sanctions_list_version
     where version_id = any(${versions.map(({ versionId }) => versionId)}::bigint[])
     order by version_id desc limit 1`.execute(db)
  return rows[0]?.words ?? {}
}

import type { ClientBase } from 'pg'
import type { SanctionsList } from '../../../../clients/client.ts'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { ListEntry } from '../../domain/list-entry.ts'

/** Waits for another import of the list, which holds this lock until its transaction ends. */
export async function lockList(client: ClientBase, list: SanctionsList): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('almoner:sanctions-list:' || $1))`, [list])
}

export type CurrentVersion = {
  versionId: bigint
  listDate: IsoDate
  digest: string
  entries: number
  names: number
}

export async function findCurrentVersion(
  client: ClientBase,
  list: SanctionsList,
): Promise<CurrentVersion | undefined> {
  const { rows } = await client.query<CurrentVersion>(
    `select v.version_id as "versionId", v.list_date as "listDate", v.digest, v.entry_count as entries,
        (select sum(jsonb_array_length(e.names))::integer from sanctions_entry e where e.list = v.list and e.until_version is null) as names
       from sanctions_list_version v where v.list = $1 order by v.version_id desc limit 1`,
    [list],
  )
  return rows[0]
}

export async function findCurrentDigests(
  client: ClientBase,
  list: SanctionsList,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ number: string; digest: string }>(
    'select number, digest from sanctions_entry where list = $1 and until_version is null',
    [list],
  )
  return new Map(rows.map(({ number, digest }) => [number, digest]))
}

const maxCommonWords = 20_000

/** Which share of the register's names has a word, for words that are not rare: the matcher weighs a word of one name in 4,000 as rare. */
export async function findWordShares(client: ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ word: string; share: number }>(
    `with names as (select greatest(count(*), 1000) as count from charity)
     select lower(w.word) as word, least(1, round(w.frequency::numeric / names.count, 6))::float8 as share
       from charity_word w, names where w.frequency * 4000.0 >= names.count
      order by w.frequency desc, w.word limit ${maxCommonWords}`,
  )
  return Object.fromEntries(rows.map(({ word, share }) => [word, share]))
}

export type NewVersion = {
  list: SanctionsList
  listDate: IsoDate
  digest: string
  fileNames: readonly string[]
  entries: number
  added: number
  removed: number
  changed: number
  importedBy: string
  confirmedReason: string | null
  commonWords: Record<string, number>
}

export async function insertVersion(client: ClientBase, version: NewVersion): Promise<bigint> {
  const { rows } = await client.query<{ version_id: bigint }>(
    `insert into sanctions_list_version (list, list_date, digest, file_names, entry_count, added_count, removed_count, changed_count,
        imported_by, confirmed_reason, common_words)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning version_id`,
    [
      ...[version.list, version.listDate, version.digest, version.fileNames],
      ...[version.entries, version.added, version.removed, version.changed],
      ...[version.importedBy, version.confirmedReason, JSON.stringify(version.commonWords)],
    ],
  )
  const [row] = rows
  if (!row) throw new Error('the version was not stored')
  return row.version_id
}

type OfVersion = { list: SanctionsList; versionId: bigint }

export async function endEntries(
  client: ClientBase,
  { list, versionId }: OfVersion,
  numbers: readonly string[],
): Promise<void> {
  await client.query(
    `update sanctions_entry set until_version = $2 where list = $1 and until_version is null and number = any($3::text[])`,
    [list, versionId, numbers],
  )
}

export async function insertEntries(
  client: ClientBase,
  { list, versionId }: OfVersion,
  entries: readonly (ListEntry & { digest: string })[],
): Promise<void> {
  await client.query(
    `insert into sanctions_entry (list, since_version, number, kind, names, birth_years, countries, programs, remarks, digest)
     select $1::text, $2::bigint, e.number, e.kind, e.names, e."birthYears", e.countries, e.programs, e.remarks, e.digest
       from jsonb_to_recordset($3::jsonb) as e (number text, kind text, names jsonb, "birthYears" smallint[], countries text[],
         programs text[], remarks text, digest text)`,
    [list, versionId, JSON.stringify(entries)],
  )
}

import type { SanctionsList } from '../../clients/client.ts'
import type { TestDatabase } from '../database/database.ts'
import { withoutTriggers } from '../database/without-triggers.ts'

/** Versions of two databases may not look the same: the lists are cached by it. */
const newDigest = `encode(sha256(gen_random_uuid()::text::bytea), 'hex')`

type EntryToMake = {
  names: readonly string[]
  kind?: 'person' | 'organization'
  birthYears?: readonly number[]
  list?: SanctionsList
}

/** Adds an entry with a new version of its list (default: an organization of OFAC's), as an import does. Returns its number. */
export async function makeListEntry(
  { admin }: Pick<TestDatabase, 'admin'>,
  { names, kind = 'organization', birthYears = [], list = 'ofac' }: EntryToMake,
): Promise<string> {
  const { rows } = await withoutTriggers(
    admin,
    `with version as (
       insert into sanctions_list_version
         (list, list_date, digest, file_names, entry_count, added_count, removed_count, changed_count, imported_by)
       values ($1, '2026-01-01', ${newDigest}, '{made}', 1, 1, 0, 0, 'a test') returning version_id)
     insert into sanctions_entry (list, number, since_version, kind, names, birth_years, countries, programs, remarks, digest)
     select $1, 'T' || version_id, version_id, $2, $3, $4, '{}', '{SDGT}', '', repeat('0', 64) from version returning number`,
    [list, kind, JSON.stringify(names.map(name => ({ name, isWeak: false }))), birthYears],
  )
  return rows[0].number
}

/** Ends an entry with a new version of its list that has not got it. */
export async function endListEntry({ admin }: Pick<TestDatabase, 'admin'>, number: string): Promise<void> {
  await withoutTriggers(
    admin,
    `with version as (
       insert into sanctions_list_version
         (list, list_date, digest, file_names, entry_count, added_count, removed_count, changed_count, imported_by)
       select list, '2026-01-01', ${newDigest}, '{made}', 1, 0, 1, 0, 'a test' from sanctions_entry where number = $1
       returning version_id)
     update sanctions_entry set until_version = (select version_id from version) where number = $1`,
    [number],
  )
}

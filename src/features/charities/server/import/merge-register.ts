import type { ClientBase, PoolClient } from 'pg'
import { ImportProblem } from './import-problem.ts'
import { mergeWords } from './merge-words.ts'
import type { RegisterName } from './register-row.ts'
import { copiedColumns } from './staging-columns.ts'

/** Two connections of the registrar, each in a transaction. */
export type MergeClients = { client: PoolClient; words: PoolClient }

export type MergeCounts = { newRows: number; changedRows: number; goneRows: number }

/** A file that would make more of its charities leave than this share is taken for one that is cut off. */
const mostGoneShare = 0.25
const fewGone = 100

const mergedColumns = [...copiedColumns, 'row_hash']
const updatedColumns = mergedColumns.filter(column => column !== 'charity_id' && column !== 'register')

/**
 * Brings the register to what the staged files say, in the caller's transaction: new charities, changed ones (also
 * those that come back), and those gone. Gone is told within the files of this run
 * alone, by name: a charity is gone when it last stood in a file of that name and stands in none of the run's files,
 * not even on a line that was refused. Throws ImportProblem when so many would be gone that a file must be cut off.
 *
 * The words go through a second connection, with a transaction of its own that the caller commits just before this one:
 * while one core builds the charities' indexes another adds the words. Words alone show nothing to anybody, so a crash
 * between the two commits does no harm.
 */
export async function mergeRegister(
  { client, words }: MergeClients,
  importId: bigint,
  register: RegisterName,
  acceptGone: boolean,
): Promise<MergeCounts> {
  const staging = `register_staging.charity_${importId}`
  // the staged rows have no statistics yet, and none of these joins is one for nested loops
  await client.query('set local enable_nestloop = off')
  await refuseRepeated(client, importId)
  const changedRows = await updateChanged(client, importId, staging)
  await moveToFile(client, importId, staging)
  const goneRows = await markGone(client, importId, register, acceptGone)
  const { isMostOfRegister, stagedRows } = await shareOfRegister(client, staging)
  if (isMostOfRegister) await client.query('select drop_charity_indexes()')
  const newRows = await insertNew(client, importId, staging)
  const hasWords = newRows > 0 || changedRows > 0
  const merged = await Promise.allSettled([
    client.query(isMostOfRegister ? 'select build_charity_indexes()' : 'select flush_charity_search_index()'),
    hasWords ? mergeWords(words, importId, { newRows, stagedRows, isMostOfRegister }) : undefined,
  ])
  for (const side of merged) if (side.status === 'rejected') throw side.reason
  return { newRows, changedRows, goneRows }
}

async function shareOfRegister(
  client: ClientBase,
  staging: string,
): Promise<{ isMostOfRegister: boolean; stagedRows: number }> {
  const { rows } = await client.query<{ known: number; staged: number }>(
    `select (select count(*) from charity)::integer as known, (select count(*) from ${staging})::integer as staged`,
  )
  const { known = 0, staged = 0 } = rows[0] ?? {}
  return { isMostOfRegister: known < staged / 2, stagedRows: staged }
}

/** The same number on two lines of one run: the first stands, the others are refused. */
async function refuseRepeated(client: ClientBase, importId: bigint): Promise<void> {
  await client.query(
    `with repeated as (
       select charity_id from register_staging.charity_${importId} group by charity_id having count(*) > 1
     ), placed as (
       select s.ctid as place, s.charity_id, s.number, s.name, s.position, s.source_line,
              row_number() over first_come as nth,
              first_value(f.file_name || ' line ' || s.source_line) over first_come as first_place
         from register_staging.charity_${importId} s
         join repeated using (charity_id)
         join register_import_file f on f.import_id = $1 and f.position = s.position
       window first_come as (partition by s.charity_id order by s.position, s.source_line)
     ), removed as (
       delete from register_staging.charity_${importId} s using placed p where s.ctid = p.place and p.nth > 1
     )
     insert into register_staging.refused_${importId} (position, line, charity_id, damaged, reason, text)
     select position, source_line, charity_id, false, 'the number stands already in ' || first_place, number || ',' || name
       from placed where nth > 1`,
    [importId],
  )
}

async function updateChanged(client: ClientBase, importId: bigint, staging: string): Promise<number> {
  const { rowCount } = await client.query(
    `update charity c
        set ${updatedColumns.map(column => `${column} = s.${column}`).join(', ')},
            source_file = f.file_name, source_import = $1, changed_import = $1, delisted_import = null, delisted_on = null
       from ${staging} s
       join register_import_file f on f.import_id = $1 and f.position = s.position
      where c.charity_id = s.charity_id
        and (c.row_hash <> s.row_hash or c.delisted_on is not null)`,
    [importId],
  )
  return rowCount ?? 0
}

/**
 * A row that stands in a file of another name now, word for word, has not changed; but its charity is looked for in that
 * file from now on, and that file is the evidence.
 */
async function moveToFile(client: ClientBase, importId: bigint, staging: string): Promise<void> {
  await client.query(
    `update charity c
        set source_file = f.file_name, source_line = s.source_line, source_import = $1
       from ${staging} s
       join register_import_file f on f.import_id = $1 and f.position = s.position
      where c.charity_id = s.charity_id and c.source_file <> f.file_name`,
    [importId],
  )
}

/**
 * The largest charities come first on the disk, and a search that has more candidates than it can rank takes them in
 * the disk's order: so it ranks the ones that are most often meant.
 */
async function insertNew(client: ClientBase, importId: bigint, staging: string): Promise<number> {
  const columns = mergedColumns.map(column => `s.${column}`).join(', ')
  const { rowCount } = await client.query(
    `insert into charity (${mergedColumns.join(', ')}, source_file, source_import, first_import, changed_import)
     select ${columns}, f.file_name, $1, $1, $1
       from ${staging} s
       join register_import_file f on f.import_id = $1 and f.position = s.position
      where not exists (select from charity c where c.charity_id = s.charity_id)
      order by s.assets_whole_units desc nulls last`,
    [importId],
  )
  return rowCount ?? 0
}

async function markGone(
  client: ClientBase,
  importId: bigint,
  register: RegisterName,
  acceptGone: boolean,
): Promise<number> {
  const scope = `c.register = $2 and c.delisted_on is null
    and c.source_file in (select file_name from register_import_file where import_id = $1)`
  const { rows } = await client.query<{ standing: number }>(
    `select count(*)::integer as standing from charity c where ${scope}`,
    [importId, register],
  )
  const { rowCount } = await client.query(
    `update charity c
        set delisted_import = $1, delisted_on = f.file_date
       from register_import_file f
      where f.import_id = $1 and f.file_name = c.source_file and ${scope}
        and not exists (select from register_staging.charity_${importId} s where s.charity_id = c.charity_id)
        and not exists (select from register_staging.refused_${importId} r where r.charity_id = c.charity_id)`,
    [importId, register],
  )
  const gone = rowCount ?? 0
  if (!acceptGone && gone > fewGone && gone > (rows[0]?.standing ?? 0) * mostGoneShare) {
    throw new ImportProblem(
      `${gone} of the ${rows[0]?.standing} charities of these files would be gone, more than a quarter: a file seems to be cut off. Import again with --accept-gone if that is right.`,
    )
  }
  return gone
}

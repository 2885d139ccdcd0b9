import type { ClientBase, PoolClient } from 'pg'
import type { ChangeKind } from '../../domain/register-change.ts'
import { ImportProblem } from './import-problem.ts'
import { createChanges, storeChanges, withChanges } from './register-changes.queries.ts'
import type { RegisterName } from './register-row.ts'
import { copiedColumns } from './staging-columns.ts'

/** Two connections of the registrar, each in a transaction. */
export type MergeClients = { client: PoolClient; words: PoolClient }

export type MergeCounts = {
  newRows: number
  changedRows: number
  goneRows: number
  unreadRows: number
  /** How many charities changed in what something may rely on, by kind; those without one are left out. */
  changes: Partial<Record<ChangeKind, number>>
}

/** A file without more than this share of its charities counts as truncated. */
const maxGoneShare = 0.25
const minGoneRows = 100

const mergedColumns = [...copiedColumns, 'row_hash']
const updatedColumns = mergedColumns.filter(column => column !== 'charity_id' && column !== 'register')

/**
 * Updates the register from the staged files in the caller's transaction: new charities, changed ones (also those that come
 * back), and those gone. A charity is gone when it was last in a file with the name of one of these files and is now in none
 * of them, not even on a refused line. Throws ImportProblem when so many would be gone that a file must be truncated.
 *
 * The words use a second connection with its own transaction, which the caller commits just before this one: the charities'
 * indexes and the words are then written in parallel. Words alone have no effect, so a crash between the two commits is
 * harmless.
 */
export async function mergeRegister(
  { client, words }: MergeClients,
  importId: bigint,
  register: RegisterName,
  acceptGone: boolean,
): Promise<MergeCounts> {
  const staging = `register_staging.charity_${importId}`
  // The staged rows have no statistics yet, and nested loops suit none of these joins.
  await client.query('set local enable_nestloop = off')
  await refuseRepeated(client, importId)
  await createChanges(client, importId)
  const changedRows = await updateChanged(client, importId, staging)
  await moveToFile(client, importId, staging)
  const goneRows = await markGone(client, importId, register, acceptGone)
  const { isMostOfRegister, stagedRows } = await shareOfRegister(client, staging)
  if (isMostOfRegister) await client.query('select drop_charity_indexes()')
  const newRows = await insertNew(client, importId, staging)
  const unreadRows = await markUnread(client, importId, register)
  const changes = await storeChanges(client, importId, register)
  const hasWords = newRows > 0 || changedRows > 0
  const merged = await Promise.allSettled([
    client.query(isMostOfRegister ? 'select build_charity_indexes()' : 'select flush_charity_search_index()'),
    hasWords ? mergeWords(words, importId, { newRows, stagedRows, isMostOfRegister }) : undefined,
  ])
  for (const side of merged) if (side.status === 'rejected') throw side.reason
  return { newRows, changedRows, goneRows, unreadRows, changes }
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

/** The columns that decide eligibility (eligibility.ts). */
const eligibilityOf = (row: string) =>
  `row(${['subsection', 'foundation', 'deductibility', 'status', 'removed_on'].map(column => `${row}.${column}`).join(', ')})`

/** Refuses all but the first line of each number. One that decides eligibility otherwise makes the charity doubtful. */
async function refuseRepeated(client: ClientBase, importId: bigint): Promise<void> {
  await client.query(
    `with repeated as (
       select charity_id from register_staging.charity_${importId} group by charity_id having count(*) > 1
     ), placed as (
       select s.ctid as place, first_value((${eligibilityOf('s')})::text) over first_come <> (${eligibilityOf('s')})::text as differs, s.charity_id, s.number, s.name, s.position, s.source_line,
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
     select position, source_line, case when differs then charity_id end, false, 'the number is already in ' || first_place, number || ',' || name
       from placed where nth > 1`,
    [importId],
  )
}

async function updateChanged(client: ClientBase, importId: bigint, staging: string): Promise<number> {
  return await withChanges(client, importId, {
    update: `update charity c
        set ${updatedColumns.map(column => `${column} = s.${column}`).join(', ')},
            source_file = f.file_name, source_import = $1, changed_import = $1, delisted_import = null, delisted_on = null, unread_on = null
       from ${staging} s
       join register_import_file f on f.import_id = $1 and f.position = s.position
      where c.charity_id = s.charity_id
        and (c.row_hash <> s.row_hash or c.delisted_on is not null or c.unread_on is not null)`,
    parameters: [importId],
  })
}

/** An identical row in a file of another name is not a change, but that file is its source and evidence from now on. */
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
 * Inserts the largest charities first. A search with more candidates than it can rank takes them in the table's order, and
 * so ranks the most likely ones.
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
  const { rows } = await client.query<{ known_rows: number }>(
    `select count(*)::integer as known_rows from charity c where ${scope}`,
    [importId, register],
  )
  const gone = await withChanges(client, importId, {
    update: `update charity c
        set delisted_import = $1, delisted_on = f.file_date
       from register_import_file f
      where f.import_id = $1 and f.file_name = c.source_file and ${scope}
        and not exists (select from register_staging.charity_${importId} s where s.charity_id = c.charity_id)
        and not exists (select from register_staging.refused_${importId} r where r.charity_id = c.charity_id)`,
    parameters: [importId, register],
  })
  if (!acceptGone && gone > minGoneRows && gone > (rows[0]?.known_rows ?? 0) * maxGoneShare) {
    throw new ImportProblem(
      `${gone} of the ${rows[0]?.known_rows} charities of these files would be gone, more than a quarter: a file seems to be truncated. If this is correct, import again with --accept-gone and --reason.`,
    )
  }
  return gone
}

/** Charities of which a line of these files could not be read, or contradicts another one: a person decides about them. */
async function markUnread(client: ClientBase, importId: bigint, register: RegisterName): Promise<number> {
  return await withChanges(client, importId, {
    update: `update charity c set unread_on = f.file_date
       from register_staging.refused_${importId} r
       join register_import_file f on f.import_id = $1 and f.position = r.position
      where c.charity_id = r.charity_id and c.register = $2`,
    parameters: [importId, register],
  })
}

type WordShare = {
  newRows: number
  stagedRows: number
  /** Whether these rows make up most of the register: the index is then built after the rows are inserted. */
  isMostOfRegister: boolean
}

/**
 * Adds the words of the staged rows to the index for fuzzy search, in the caller's transaction. Frequencies are estimates:
 * the share of new rows is used as the share of new words.
 */
async function mergeWords(
  client: ClientBase,
  importId: bigint,
  { newRows, stagedRows, isMostOfRegister }: WordShare,
): Promise<void> {
  if (isMostOfRegister) await client.query('select drop_word_index()')
  await client.query(
    `with staged as (
       select word, min(word_key) as word_key, greatest(1, round(sum(occurrences) * $1::float8)) as occurrences
         from register_staging.word_${importId}
        group by word
     ), known as (
       update charity_word w set frequency = w.frequency + s.occurrences from staged s where s.word = w.word
     ), added as (
       insert into charity_word (word, word_key, frequency)
       select word, word_key, occurrences from staged s
        where not exists (select from charity_word w where w.word = s.word)
       returning word
     )
     insert into charity_word_variant (variant_key, word)
     select unnest(w.near_keys), w.word
       from register_staging.word_${importId} w join added using (word)
      where w.near_keys is not null`,
    [stagedRows === 0 ? 0 : newRows / stagedRows],
  )
  if (isMostOfRegister) await client.query('select build_word_index()')
}

import type { ClientBase } from 'pg'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { MergeCounts } from './merge-register.queries.ts'
import type { RegisterName } from './register-row.ts'
import { createStaging, dropStaging } from './staging.queries.ts'

export type OpenImport = {
  importId: bigint
  /** Whether this import resumes an interrupted one of the same files. */
  resumed: boolean
  files: OpenFile[]
}

export type OpenFile = {
  path: string
  position: number
  fileName: string
  bytes: number
  fileDate: IsoDate
  stagedLines: number
  complete: boolean
}

export type KnownFile = OpenFile & { sha256: string }

/** Allows long statements. Staged rows need not survive a power failure, so only the merge commits synchronously. */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set gin_pending_list_limit = '256MB';
    set synchronous_commit = off`)
}

const lockOf = `hashtext('almoner:register:' || $1)`

/** Locks the register until the session ends or unlocks it. Returns false while another import of it is running. */
export async function tryLockRegister(client: ClientBase, register: RegisterName): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${lockOf}) as locked`,
    [register],
  )
  return rows[0]?.locked === true
}

export async function unlockRegister(client: ClientBase, register: RegisterName): Promise<void> {
  await client.query(`select pg_advisory_unlock(${lockOf})`, [register])
}

export async function findInterrupted(
  client: ClientBase,
  register: RegisterName,
  files: readonly KnownFile[],
): Promise<OpenImport | undefined> {
  const { rows } = await client.query<{ import_id: string; lines: number[]; complete: boolean[] }>(
    `select i.import_id::text, array_agg(f.staged_lines order by f.position) as lines,
            array_agg(f.complete order by f.position) as complete
       from register_import i join register_import_file f using (import_id)
      where i.register = $1 and i.state = 'reading'
        and to_regclass('register_staging.charity_' || i.import_id) is not null
      group by i.import_id
     having array_agg(f.sha256 order by f.position) = $2 and array_agg(f.file_name order by f.position) = $3
      order by i.import_id desc limit 1`,
    [register, files.map(file => file.sha256), files.map(file => file.fileName)],
  )
  const [row] = rows
  if (row === undefined || !(await hasStagedRows(client, row.import_id))) return undefined
  // The operator may have corrected the day.
  await client.query(
    `update register_import_file f set file_date = g.file_date
       from unnest($2::smallint[], $3::date[]) as g (position, file_date) where f.import_id = $1 and f.position = g.position`,
    [row.import_id, files.map(file => file.position), files.map(file => file.fileDate)],
  )
  return {
    importId: BigInt(row.import_id),
    resumed: true,
    files: files.map((file, at) => ({
      ...file,
      stagedLines: row.lines[at] ?? 0,
      complete: row.complete[at] ?? false,
    })),
  }
}

/** Staging tables are unlogged, so a crash of the database empties them; the import then starts again. */
async function hasStagedRows(client: ClientBase, importId: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from register_staging.charity_${importId})
         or not exists (select from register_import_file where import_id = $1 and staged_lines > 1) as there`,
    [importId],
  )
  return rows[0]?.there === true
}

export async function abandonOthers(
  client: ClientBase,
  register: RegisterName,
  currentId: bigint | undefined,
): Promise<void> {
  const { rows } = await client.query<{ import_id: string }>(
    `update register_import set state = 'failed', finished_at = now(), failure = 'interrupted; other files were imported next'
      where register = $1 and state = 'reading' and import_id is distinct from $2 returning import_id::text`,
    [register, currentId ?? null],
  )
  for (const row of rows) await dropStaging(client, BigInt(row.import_id))
}

export async function recordNew(
  client: ClientBase,
  register: RegisterName,
  files: readonly KnownFile[],
  startedBy: string,
): Promise<OpenImport> {
  await client.query('begin')
  const { rows } = await client.query<{ import_id: string }>(
    `insert into register_import (register, state, started_by) values ($1, 'reading', $2) returning import_id::text`,
    [register, startedBy],
  )
  const importId = BigInt(rows[0]?.import_id ?? 0)
  await client.query(
    `insert into register_import_file (import_id, position, file_name, sha256, file_date)
     select $1, * from unnest($2::smallint[], $3::text[], $4::text[], $5::date[])`,
    [
      importId,
      files.map(f => f.position),
      files.map(f => f.fileName),
      files.map(f => f.sha256),
      files.map(f => f.fileDate),
    ],
  )
  await createStaging(client, importId)
  await client.query('commit')
  return { importId, resumed: false, files: [...files] }
}

export async function failImport(client: ClientBase, importId: bigint, failure: string): Promise<void> {
  await client.query(
    `update register_import set state = 'failed', finished_at = now(), failure = $2 where import_id = $1`,
    [importId, failure.slice(0, 1000)],
  )
  await dropStaging(client, importId)
}

/**
 * The day of what the register has, for a file: of the newest file of the last import, or of the last file of the same name if that is
 * later. Null before the first import.
 */
export async function findCurrentDate(
  client: ClientBase,
  register: RegisterName,
  fileName: string,
): Promise<IsoDate | null> {
  const { rows } = await client.query<{ file_date: IsoDate | null }>(
    `select greatest(
       (select max(f.file_date) from register_import_file f where f.import_id =
         (select max(i.import_id) from register_import i where i.register = $1 and i.state = 'done')),
       (select f.file_date from register_import i join register_import_file f using (import_id)
         where i.register = $1 and i.state = 'done' and f.file_name = $2 order by i.import_id desc limit 1)) as file_date`,
    [register, fileName],
  )
  return rows[0]?.file_date ?? null
}

/** `reason`: why an older file, or one without many charities, was accepted. */
type Done = Pick<MergeCounts, 'newRows' | 'changedRows' | 'goneRows'> & {
  refusedRows: number
  reason: string | null
}

export async function recordDone(
  client: ClientBase,
  importId: bigint,
  { newRows, changedRows, goneRows, refusedRows, reason }: Done,
): Promise<number> {
  const { rows } = await client.query<{ read_rows: number }>(
    `update register_import
        set state = 'done', finished_at = now(), added_rows = $2, changed_rows = $3, removed_rows = $4, rejected_rows = $5::integer,
            accepted_reason = $6,
            read_rows = $5::integer + (select count(*) from register_staging.charity_${importId})
      where import_id = $1 returning read_rows`,
    [importId, newRows, changedRows, goneRows, refusedRows, reason],
  )
  return rows[0]?.read_rows ?? 0
}

/** Updates the statistics of the columns that the search uses. */
export async function analyzeRegister(client: ClientBase): Promise<void> {
  await client.query(
    'analyze charity (charity_id, register, name_hash, address_hash), charity_word (word), charity_word_variant',
  )
}

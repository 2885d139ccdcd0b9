import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import type { IsoDate } from '../../../../domain/dates.ts'
import { ImportProblem } from './import-problem.ts'
import type { RegisterName } from './register-row.ts'
import { rowHash } from './staging-columns.ts'

/** A file of a register and the day on which it was published (`datedFiles`). */
export type ImportFile = { path: string; fileDate: IsoDate }

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

type KnownFile = OpenFile & { sha256: string }

/**
 * Finds an interrupted import of the same files (by name, content and order), or records a new one with its staging tables.
 * Other interrupted imports of the register are abandoned.
 */
export async function openImport(
  client: ClientBase,
  register: RegisterName,
  files: readonly ImportFile[],
  startedBy: string,
): Promise<OpenImport> {
  const known: KnownFile[] = []
  for (const [position, file] of files.entries()) known.push(await describeFile(file, position))
  const names = new Set(known.map(file => file.fileName))
  if (names.size < known.length)
    throw new ImportProblem('Two of the files have the same name: give each once.')

  const found = await findInterrupted(client, register, known)
  await abandonOthers(client, register, found?.importId)
  return found ?? (await recordNew(client, register, known, startedBy))
}

async function describeFile(file: ImportFile, position: number): Promise<KnownFile> {
  const facts = await stat(file.path).catch(() => undefined)
  if (!facts?.isFile()) throw new ImportProblem(`${file.path}: there is no such file`)
  const sha256 = createHash('sha256')
  await pipeline(createReadStream(file.path), sha256)
  return {
    path: file.path,
    position,
    // eo_wy.csv and eo_wy.csv.gz are the same file of the register; missing charities are detected by this name.
    fileName: basename(file.path).replace(/\.gz$/, ''),
    bytes: facts.size,
    sha256: sha256.digest('hex'),
    fileDate: file.fileDate,
    stagedLines: 0,
    complete: false,
  }
}

async function findInterrupted(
  client: ClientBase,
  register: RegisterName,
  files: KnownFile[],
): Promise<OpenImport | undefined> {
  const { rows } = await client.query<{ import_id: string; staged: (number | boolean)[][] }>(
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
  const row = rows[0] as { import_id: string; lines: number[]; complete: boolean[] } | undefined
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

async function abandonOthers(
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

async function recordNew(
  client: ClientBase,
  register: RegisterName,
  files: KnownFile[],
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
  await client.query(`
    create unlogged table register_staging.charity_${importId} as
      select *, 0::smallint as position from public.charity with no data;
    alter table register_staging.charity_${importId} drop row_hash,
      add row_hash bigint not null generated always as (${rowHash}) stored;
    create unlogged table register_staging.word_${importId}
      (word text not null, word_hash integer not null, occurrences integer not null, near_keys integer[]);
    create unlogged table register_staging.refused_${importId}
      (position smallint not null, line integer not null, charity_id text, damaged boolean not null, reason text not null, text text not null)`)
  await client.query('commit')
  return { importId, resumed: false, files }
}

export async function dropStaging(client: ClientBase, importId: bigint): Promise<void> {
  for (const kind of ['charity', 'word', 'refused']) {
    await client.query(`drop table if exists register_staging.${kind}_${importId}`)
  }
}

export async function failImport(client: ClientBase, importId: bigint, failure: string): Promise<void> {
  await client.query(
    `update register_import set state = 'failed', finished_at = now(), failure = $2 where import_id = $1`,
    [importId, failure.slice(0, 1000)],
  )
  await dropStaging(client, importId)
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { ChangeKind } from '../../domain/register-change.ts'
import { chunkWriter } from './chunk-writer.ts'
import { ImportProblem } from './import-problem.ts'
import {
  analyzeRegister,
  failImport,
  findCurrentDate,
  type OpenImport,
  prepareSession,
  recordDone,
  tryLockRegister,
  unlockRegister,
} from './import-record.queries.ts'
import { type MergeClients, mergeRegister } from './merge-register.queries.ts'
import { type ImportFile, openImport, registerFileName } from './open-import.ts'
import { type Refused, writeRefusedFiles } from './refused-file.ts'
import { formats } from './register-formats.ts'
import type { RegisterName } from './register-row.ts'
import { type StagingProgress, stageFile } from './stage-file.ts'
import { dropStaging } from './staging.queries.ts'
import { wordCounter } from './word-counter.ts'

export type ImportProgress =
  | ({ phase: 'reading'; file: number; files: number; totalBytes: number } & StagingProgress)
  | { phase: 'merging' }

export type ImportReport = {
  importId: bigint
  resumed: boolean
  readRows: number
  newRows: number
  changedRows: number
  goneRows: number
  refusedRows: number
  /** Charities of which a line could not be read: a person decides about them. */
  unreadRows: number
  /** How many charities changed in what a grant, a list or a plan may rely on, by kind. */
  changes: Partial<Record<ChangeKind, number>>
  /** The files that say which lines were refused and why; empty when none was. */
  refusedFiles: string[]
  durationMs: number
}

/** `reason` is recorded with the import. */
export type Accepted = { gone: boolean; older: boolean; reason: string }

export type ImportRequest = {
  register: RegisterName
  files: readonly ImportFile[]
  /** Recorded with the import: a user or the operator. */
  startedBy: string
  /** The folder for `<name>.refused.csv`. */
  refusedFolder: string
  /** Accepts an import in which more than a quarter of the files' charities are gone, or of files that are older than the current ones. */
  accept?: Accepted
  onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports the files of a register into the table `charity`, all or nothing (§13). `registrar` is a pool of the role registrar.
 * A repeated import changes nothing; after an interruption it resumes where it stopped. Throws ImportProblem and leaves the
 * register unchanged when a file is damaged, has another register's header, or another import of the register is running.
 */
export async function importRegister(registrar: Pool, request: ImportRequest): Promise<ImportReport> {
  const startedAtMs = performance.now()
  const client = await registrar.connect()
  try {
    await prepareSession(client)
    await lockRegister(client, request.register)
    if (!request.accept?.older) await requireNoOlder(client, request)
    const open = await openImport(client, request.register, request.files, request.startedBy)
    const counts = await run({ registrar, client }, open, request)
    return {
      importId: open.importId,
      resumed: open.resumed,
      ...counts,
      durationMs: Math.round(performance.now() - startedAtMs),
    }
  } finally {
    // The session has special settings, so it does not return to the pool. It may be broken and its lock released.
    await unlockRegister(client, request.register).catch(() => {})
    client.release(true)
  }
}

/** Throws ImportProblem where a file is older than the register: its charities would lose what was published since. */
async function requireNoOlder(client: PoolClient, { register, files }: ImportRequest): Promise<void> {
  for (const { path, fileDate } of files) {
    const current = await findCurrentDate(client, register, registerFileName(path))
    if (current !== null && fileDate < current)
      throw new ImportProblem(
        `${path} was published on ${fileDate}, and the register is of ${current}. The register is unchanged. If the older file is the correct one, import again with --accept-older and --reason.`,
      )
  }
}

/** Allows one import of a register at a time. */
async function lockRegister(client: PoolClient, register: RegisterName): Promise<void> {
  // A killed program holds its lock until the server notices.
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    if (await tryLockRegister(client, register)) return
    await delay(lockDelayMs)
  }
  throw new ImportProblem('Another import of this register is running. Wait until it has finished.')
}

const lockAttempts = 5
const lockDelayMs = 50

type RunCounts = Omit<ImportReport, 'importId' | 'resumed' | 'durationMs'>

async function run(
  { registrar, client }: { registrar: Pool; client: PoolClient },
  open: OpenImport,
  request: ImportRequest,
): Promise<RunCounts> {
  try {
    await stageFiles(client, open, request)
    request.onProgress?.({ phase: 'merging' })
    const counts = await withWords(registrar, words => mergeAllOrNothing({ client, words }, open, request))
    await analyzeRegister(client)
    await dropStaging(client, open.importId)
    return counts
  } catch (error) {
    // An import with a bad file has failed; one that lost its connection can be resumed.
    if (error instanceof ImportProblem) await failImport(client, open.importId, error.message)
    throw error
  }
}

/** Runs the merge with a second connection for the words. */
async function withWords<T>(registrar: Pool, merge: (words: PoolClient) => Promise<T>): Promise<T> {
  const words = await registrar.connect()
  try {
    await prepareSession(words)
    return await merge(words)
  } finally {
    words.release(true)
  }
}

async function stageFiles(client: PoolClient, open: OpenImport, request: ImportRequest): Promise<void> {
  const totalBytes = open.files.reduce((sum, file) => sum + file.bytes, 0)
  const words = wordCounter()
  const writer = chunkWriter(client, open.importId, words)
  const target = { format: formats[request.register], words, writer }
  let rowsBefore = 0
  let bytesBefore = 0
  for (const file of open.files) {
    let rows = 0
    const onProgress = (progress: StagingProgress) => {
      rows = progress.readRows
      request.onProgress?.({
        phase: 'reading',
        file: file.position + 1,
        files: open.files.length,
        totalBytes,
        fileName: progress.fileName,
        readRows: rowsBefore + progress.readRows,
        bytesRead: bytesBefore + progress.bytesRead,
      })
    }
    if (!file.complete) await stageFile({ ...target, onProgress }, file)
    rowsBefore += rows
    bytesBefore += file.bytes
  }
  await writer.end()
}

async function mergeAllOrNothing(
  { client, words }: MergeClients,
  { importId }: OpenImport,
  request: ImportRequest,
): Promise<RunCounts> {
  await client.query('begin; set local synchronous_commit = on')
  await words.query('begin; set local synchronous_commit = on')
  try {
    const { register, accept } = request
    const counts = await mergeRegister({ client, words }, importId, register, accept?.gone ?? false)
    const refused = await writeRefusedFiles(client, importId, request.refusedFolder)
    if (refused.damagedRows > 0) throw damaged(refused)
    const readRows = await recordDone(client, importId, {
      ...counts,
      refusedRows: refused.rows,
      reason: accept?.reason ?? null,
    })
    await words.query('commit')
    await client.query('commit')
    return { ...counts, readRows, refusedRows: refused.rows, refusedFiles: refused.files }
  } catch (error) {
    await words.query('rollback').catch(() => {})
    await client.query('rollback')
    throw error
  }
}

function damaged(refused: Refused): ImportProblem {
  const more = refused.damagedRows > 1 ? `, and ${refused.damagedRows - 1} more lines are damaged` : ''
  return new ImportProblem(
    `${refused.firstDamage}${more}. The register is unchanged. All damaged lines: ${refused.files.join(', ')}`,
  )
}

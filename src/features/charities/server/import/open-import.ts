import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import type { IsoDate } from '../../../../domain/dates.ts'
import { ImportProblem } from './import-problem.ts'
import type { KnownFile, OpenImport } from './import-record.queries.ts'
import { abandonOthers, findInterrupted, recordNew } from './import-record.queries.ts'
import type { RegisterName } from './register-row.ts'

/** A file of a register and the day on which it was published (`datedFiles`). */
export type ImportFile = { path: string; fileDate: IsoDate }

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

/** eo_wy.csv and eo_wy.csv.gz are the same file of the register; missing charities are detected by this name. */
export const registerFileName = (path: string): string => basename(path).replace(/\.gz$/, '')

async function describeFile(file: ImportFile, position: number): Promise<KnownFile> {
  const facts = await stat(file.path).catch(() => undefined)
  if (!facts?.isFile()) throw new ImportProblem(`${file.path}: there is no such file`)
  const sha256 = createHash('sha256')
  await pipeline(createReadStream(file.path), sha256)
  return {
    path: file.path,
    position,
    fileName: registerFileName(file.path),
    bytes: facts.size,
    sha256: sha256.digest('hex'),
    fileDate: file.fileDate,
    stagedLines: 0,
    complete: false,
  }
}

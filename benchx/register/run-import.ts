import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImportReport } from '../../src/features/charities/server/import/import-register.ts'
import { heapFlags } from '../../tools/import/heap-flags.ts'
import type { BenchDatabase } from '../bench.ts'

export type ImportRun = Omit<ImportReport, 'importId'> & { residentMb: number }

/** Imports the files in a child process. Returns the report, with duration and resident memory. */
export function runImport(
  { connection, secret }: BenchDatabase,
  paths: string[],
  refusedFolder: string,
): Promise<ImportRun> {
  const { host, port, database } = connection
  const argument = JSON.stringify({ server: { host, port, database }, secret, paths, refusedFolder })
  const child = fork(fileURLToPath(new URL('import-once.ts', import.meta.url)), [argument], {
    execArgv: [...heapFlags],
  })
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as ImportRun))
    child.once('exit', code => reject(new Error(`the import ended with ${code}`)))
  })
}

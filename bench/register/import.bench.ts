import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  startBenchDatabase,
} from '../bench.ts'
import { registerFiles } from './register-files.ts'
import { type ImportRun, runImport } from './run-import.ts'

async function run(context: BenchContext): Promise<Finding[]> {
  const folder = temporaryDirectory('bench-import')
  const database = await startBenchDatabase()
  try {
    const { paths, what } = await registerFiles(context.dataFolder, folder)
    const imports: ImportRun[] = []
    const copiesMs: number[] = []
    for (let round = 0; round < context.rounds; round++) {
      await emptyRegister(database)
      imports.push(await runImport(database, paths, folder))
      if (round === 0) await writeRows(database, join(folder, 'rows.txt'))
      copiesMs.push(await plainCopy(database, join(folder, 'rows.txt')))
      context.log(
        `round ${round + 1}: import ${imports.at(-1)?.durationMs} ms, plain COPY ${copiesMs.at(-1)?.toFixed(0)} ms`,
      )
    }
    const secondImport = await runImport(database, paths, folder)
    return findings(what, imports, copiesMs, secondImport)
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function findings(
  what: string,
  imports: ImportRun[],
  copiesMs: number[],
  secondImport: ImportRun,
): Finding[] {
  const importMs = median(imports.map(each => each.durationMs))
  const copyMs = median(copiesMs)
  const rows = imports[0]?.newRows ?? 0
  return [
    {
      what: 'import ÷ plain COPY of the same rows into a table without indexes',
      measured: importMs / copyMs,
      unit: ' times',
      atMost: 6,
      detail: `${rows} rows of ${what}: ${importMs.toFixed(0)} ms (search index included) and ${copyMs.toFixed(0)} ms, medians of ${imports.length}`,
    },
    {
      what: 'resident memory of the importing process',
      measured: Math.max(...imports.map(each => each.residentMb)),
      unit: ' MB',
      atMost: 300,
      detail: 'the maximum of all rounds, with the heap limits of npm run import',
    },
    {
      what: 'rows of the files that the import stored ÷ rows that it read',
      measured: rows / (imports[0]?.readRows ?? 0),
      atLeast: 0.99,
      isJudgedAtAnySize: true,
      detail: `${rows} of ${imports[0]?.readRows}`,
    },
    {
      what: 'rows that a second import of the same files reports as new, changed or gone',
      measured: secondImport.newRows + secondImport.changedRows + secondImport.goneRows,
      atMost: 0,
      isJudgedAtAnySize: true,
      detail: `${secondImport.readRows} read in ${secondImport.durationMs} ms`,
    },
  ]
}

async function emptyRegister({ admin }: BenchDatabase): Promise<void> {
  await admin.query(
    'truncate charity, charity_word, charity_word_variant, register_import, register_import_file',
  )
}

async function writeRows({ admin }: BenchDatabase, path: string): Promise<void> {
  const client = await admin.connect()
  await pipeline(client.query(copyTo('copy charity to stdout')), createWriteStream(path))
  client.release()
}

async function plainCopy({ admin }: BenchDatabase, path: string): Promise<number> {
  const client = await admin.connect()
  await client.query(
    'drop table if exists copied_charity; create table copied_charity (like charity); checkpoint',
  )
  const startedAtMs = performance.now()
  await pipeline(
    createReadStream(path, { highWaterMark: 256 * 1024 }),
    client.query(copyFrom('copy copied_charity from stdin')),
  )
  const durationMs = performance.now() - startedAtMs
  client.release()
  return durationMs
}

export const importBench: Bench = { run }

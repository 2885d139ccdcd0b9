// npm run import -- irs-bmf FILE… | uk-register FILE: brings the charity register to what the files say. See docs/operate.md.
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importRegister } from '../src/features/charities/server/register/importing/import-register.ts'
import { ImportProblem } from '../src/features/charities/server/register/reading/import-problem.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { MigrationError } from '../src/server/db/migrating/migrate.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { findRegisterDatabase } from './import/find-database.ts'
import { reportLines } from './import/report-lines.ts'
import { showProgress } from './import/show-progress.ts'

const usage = `Usage: npm run import -- irs-bmf FILE…      the IRS Exempt Organizations Business Master File, csv or csv.gz
       npm run import -- uk-register FILE   charity numbers and names, csv or csv.gz
  --date YYYY-MM-DD    the day the files were published (default: each file's own day of change)
  --by NAME            whom the record names (default: the user at this terminal)
  --refused-to FOLDER  where <name>.refused.csv goes (default: this folder)
  --accept-gone        go on when more than a quarter of the files' charities would be gone`

const registers = { 'irs-bmf': 'irs-bmf', 'uk-register': 'uk' } as const

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      date: { type: 'string' },
      by: { type: 'string' },
      'refused-to': { type: 'string' },
      'accept-gone': { type: 'boolean' },
    },
  })
  const [kind = '', ...paths] = positionals
  if (!Object.hasOwn(registers, kind) || paths.length === 0) throw new ImportProblem(usage)
  const { date } = values
  if (date !== undefined && !/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date))
    throw new ImportProblem(`--date ${date}: a day looks like 2026-04-14`)
  return { ...values, register: registers[kind as keyof typeof registers], paths }
}

async function run(): Promise<void> {
  const asked = readArguments()
  const environment = readEnvironment('demonstration')
  const database = await findRegisterDatabase(environment)
  const secret = environment.secret ?? (await readFile(join(environment.dataDir, 'secret'), 'utf8'))
  const databases = openDatabases({ server: database.server, secret })
  const progress = showProgress(process.stdout)
  try {
    const report = await importRegister(databases.registrar(), {
      register: asked.register,
      files: asked.paths.map(path => ({ path, ...(asked.date !== undefined && { fileDate: asked.date }) })),
      startedBy: asked.by ?? userInfo().username,
      refusedFolder: asked['refused-to'] ?? process.cwd(),
      acceptGone: asked['accept-gone'] ?? false,
      onProgress: progress.show,
    })
    progress.end()
    for (const line of reportLines(report)) console.log(line)
  } finally {
    progress.end()
    await databases.close()
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  const kinds = [ImportProblem, EnvironmentError, EmbeddedPostgresError, MigrationError]
  const isForTheReader = kinds.some(kind => error instanceof kind)
  console.error(isForTheReader && error instanceof Error ? error.message : error)
  process.exitCode = 1
}

// npm run import -- irs-bmf FILE… | uk-register FILE… | --list ofac FILE… | --list uk FILE: updates the charity register or a sanctions
// list from files. Exits with 1 if the import fails, with 2 if the command line is invalid, and with 3 after an import in which charities
// of the register could not be read. See docs/operate.md.
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { dateOf, type IsoDate } from '../src/domain/dates.ts'
import { ImportProblem } from '../src/features/charities/server/import/import-problem.ts'
import { importRegister } from '../src/features/charities/server/import/import-register.ts'
import { datedFiles } from '../src/features/charities/server/import/register-files.ts'
import { importList } from '../src/features/screening/server/import/import-list.ts'
import { ListImportProblem } from '../src/features/screening/server/import/list-import-problem.ts'
import { readList } from '../src/features/screening/server/import/read-list.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'
import { findRegisterDatabase } from './import/find-database.ts'
import { readArguments, UsageError, usage } from './import/read-arguments.ts'
import { listReportLines, reportLines } from './import/report-lines.ts'
import { showProgress } from './import/show-progress.ts'

async function run(): Promise<void> {
  const options = await readArguments(process.argv.slice(2), process.cwd())
  if (options === null) {
    console.log(usage)
    return
  }
  // Checks the files before it connects to a database or starts one.
  const today = dateOf(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  if (options.kind === 'list') await importSanctionsList(options, today)
  else await importCharities(options, today)
}

type Options<Kind> = Extract<NonNullable<Awaited<ReturnType<typeof readArguments>>>, { kind: Kind }>

async function importSanctionsList(options: Options<'list'>, today: IsoDate): Promise<void> {
  const { list, paths, date, by, confirmedReason } = options
  const read = await readList(list, paths, { typedDate: date, today })
  await withRegistrar(async registrar => {
    const importedBy = by ?? userInfo().username
    const report = await importList(registrar, read, { importedBy, confirmedReason })
    for (const line of listReportLines(report, read)) console.log(line)
  })
}

async function importCharities(options: Options<'register'>, today: IsoDate): Promise<void> {
  const { register, paths, date, refusedFolder, accept } = options
  const files = await datedFiles(register, paths, { date, today })
  await withRegistrar(async registrar => {
    const progress = showProgress(process.stdout)
    try {
      const report = await importRegister(registrar, {
        register,
        files,
        startedBy: options.by ?? userInfo().username,
        refusedFolder,
        ...(accept === undefined ? {} : { accept }),
        onProgress: progress.show,
      })
      progress.end()
      for (const line of reportLines(report)) console.log(line)
      if (report.unreadRows > 0) process.exitCode = 3
    } finally {
      progress.end()
    }
  })
}

async function withRegistrar(work: (registrar: Pool) => Promise<void>): Promise<void> {
  const environment = readEnvironment('demonstration')
  const database = await findRegisterDatabase(environment)
  const secret = environment.secret ?? (await readFile(join(environment.dataDir, 'secret'), 'utf8'))
  const databases = openDatabases({ server: database.server, secret })
  try {
    await work(databases.registrar())
  } finally {
    await databases.close()
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  const kinds = [
    UsageError,
    ImportProblem,
    ListImportProblem,
    EnvironmentError,
    EmbeddedPostgresError,
    MigrationError,
  ]
  console.error(failureText(error, kinds))
  process.exitCode = error instanceof UsageError ? 2 : 1
}

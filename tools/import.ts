// npm run import -- irs-bmf FILE… | uk-register FILE…: brings the charity register to what the files say. Ends with 2 where the
// command line is wrong, with 1 where the import failed. See docs/operate.md.
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { dateOf } from '../src/domain/dates.ts'
import { ImportProblem } from '../src/features/charities/server/import/import-problem.ts'
import { importRegister } from '../src/features/charities/server/import/import-register.ts'
import { datedFiles } from '../src/features/charities/server/import/register-files.ts'
import { EmbeddedPostgresError } from '../src/server/db/embedded/binaries.ts'
import { MigrationError } from '../src/server/db/migrate.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { findRegisterDatabase } from './import/find-database.ts'
import { readArguments, UsageError, usage } from './import/read-arguments.ts'
import { reportLines } from './import/report-lines.ts'
import { showProgress } from './import/show-progress.ts'

async function run(): Promise<void> {
  const asked = await readArguments(process.argv.slice(2), process.cwd())
  if (asked === null) {
    console.log(usage)
    return
  }
  const { register, paths, date, refusedFolder, acceptGone } = asked
  // Before any database is looked for or started.
  const today = dateOf(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone)
  const files = await datedFiles(register, paths, { date, today })
  const environment = readEnvironment('demonstration')
  const database = await findRegisterDatabase(environment)
  const secret = environment.secret ?? (await readFile(join(environment.dataDir, 'secret'), 'utf8'))
  const databases = openDatabases({ server: database.server, secret })
  const progress = showProgress(process.stdout)
  try {
    const report = await importRegister(databases.registrar(), {
      register,
      files,
      startedBy: asked.by ?? userInfo().username,
      refusedFolder,
      acceptGone,
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
  const kinds = [UsageError, ImportProblem, EnvironmentError, EmbeddedPostgresError, MigrationError]
  const isForTheReader = kinds.some(kind => error instanceof kind)
  console.error(isForTheReader && error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

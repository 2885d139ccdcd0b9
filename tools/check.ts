// npm run check
// Says whether this installation is sound: settings, database, files, mail, clock, and what ends soon. It needs the settings of the
// program and no administrator. Exits with 1 if there is a problem. See docs/operate.md.
import { fileURLToPath } from 'node:url'
import { builtWebProblems } from '../src/app/server/built-web.ts'
import { checkInstallation, type Finding, settingFindings } from '../src/app/server/check-installation.ts'
import { openConfigured } from '../src/app/server/open-configured.ts'
import { EnvironmentError, inspectEnvironment } from '../src/server/env.ts'

const webRoot = fileURLToPath(new URL('../dist/web', import.meta.url))

async function* findings(): AsyncGenerator<Finding> {
  const { environment, problems } = inspectEnvironment('production')
  const { databaseUrl, secret } = environment
  const configured = await openConfigured(environment, [...problems, ...builtWebProblems(webRoot)]).catch(
    (error: unknown) => {
      if (error instanceof EnvironmentError) return error
      throw error
    },
  )
  if (configured instanceof EnvironmentError) return yield* settingFindings(configured)
  // Production without either is a problem that was listed.
  if (databaseUrl === null || secret === null) return
  yield { about: 'Settings', state: 'sound', text: 'Complete, with the files and secrets that they name.' }
  // The whole program, which a list of wrong settings does not need.
  const { databasesOf } = await import('../src/app/server/main.ts')
  const { encryptedTables } = await import('./encrypted-tables.ts')
  const databases = databasesOf(environment, databaseUrl, secret)
  try {
    yield* checkInstallation({
      environment: { ...environment, databaseUrl },
      ...{ configured, databases, encryptedTables: encryptedTables(databases) },
    })
  } finally {
    await databases.close()
  }
}

const count = (found: number, one: string) => `${found} ${one}${found === 1 ? '' : 's'}`

let [problems, warnings] = [0, 0]
for await (const { about, state, text } of findings()) {
  if (state === 'problem') problems += 1
  if (state === 'warning') warnings += 1
  console.log(`${state.padEnd(8)} ${about}: ${text}`)
}
console.log(`${count(problems, 'problem')}, ${count(warnings, 'warning')}`)
if (problems > 0) process.exitCode = 1

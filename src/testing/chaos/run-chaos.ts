import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ScreenPath } from '../../contract/screens.ts'
import { minuteMs } from '../../domain/durations.ts'
import { type Databases, openDatabases } from '../../server/db/pools.ts'
import { prepareDatabase } from '../../server/db/prepare-database.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import { openDocumentFiles } from '../../server/files/open-files.ts'
import { makeEmptyLists } from '../database/make-empty-lists.ts'
import { chooseSpawnedServer } from '../temporary/spawned-server.ts'
import { type ChaosCalls, chaosCalls } from './chaos-calls.ts'
import { type ChaosContext, scenarios } from './chaos-commands.ts'
import { writeChaosData } from './chaos-data.ts'
import { type ChaosDatabase, startChaosDatabase } from './chaos-database.ts'
import { loneScenarios } from './chaos-payments.ts'
import { peopleScenarios } from './chaos-people.ts'
import { type ChaosProgram, chaosProgram } from './chaos-program.ts'
import { sign } from './chaos-signing.ts'
import { randomFrom } from './random-from.ts'
import { verify } from './verify-chaos.ts'

export type ChaosOptions = {
  seed: number
  /** How often the program is killed. */
  kills: number
  /** How often PostgreSQL is killed or restarted. */
  restarts: number
  /** How long PostgreSQL is away at most after it has ended. Once it is away for exactly that. */
  maxAwayMs: number
  /** How long commands run between two faults, at most. */
  maxLoadMs: number
  workers: number
  /** How many people have documents signed, one after another. */
  signers: number
  /** The folder of database, files and logs. */
  dataDir: string
  /** The program: npm start's, or one without the web. */
  script: string
  log(line: string): void
}

export type ChaosReport = {
  acknowledged: number
  /** How many commands of each kind were acknowledged. */
  kinds: Record<string, number>
  repeated: number
  answers: Record<string, number>
  /** From a fault to the next 200 of /healthz, in ms. */
  recoveriesMs: { kill: number[]; restart: number[] }
  /** From the last fault until no job was left, in ms. */
  jobsDoneMs: number
  findings: string[]
}

export const chaosSecret = 'a secret for chaos alone, 32 characters or more'
const maxJobsMs = 5 * minuteMs

/**
 * Kills the program and its PostgreSQL while people give, approve and pay, and compares what was acknowledged with what is stored.
 * The order of faults follows from the seed; the times of commands do not.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { dataDir, log } = options
  const database = await startChaosDatabase(dataDir)
  const { port } = await chooseSpawnedServer('chaos')
  const environment = chaosEnvironment({ database, dataDir, port })
  const program = chaosProgram({
    script: options.script,
    port,
    environment,
    log: join(dataDir, 'program.log'),
  })
  try {
    const data = await prepareChaos(database, dataDir, writeChaosData)
    await program.start()
    log(`ready on port ${port}; data in ${dataDir}`)
    const random = randomFrom(options.seed)
    const calls = chaosCalls(program)
    const context: ChaosContext = { calls, data, random, query: database.query }
    const recoveriesMs = await inflict(options, { program, database, context })
    const jobsDoneMs = await jobsDone(database, calls)
    await calls.repeatAcknowledged(random.pick, options.kills + options.restarts)
    await verify({ database, calls, environment })
    return {
      acknowledged: calls.acknowledged.length,
      kinds: countKinds(calls),
      repeated: calls.commandsRepeated(),
      answers: Object.fromEntries([...calls.answers].sort()),
      recoveriesMs,
      jobsDoneMs,
      findings: calls.findings,
    }
  } finally {
    await program.stop()
    await database.end('fast').catch(() => {})
  }
}

/** What the program gets. */
export const chaosEnvironment = ({ database, dataDir, port }: ChaosFolder) => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  CLIENTS_DIR: 'demonstration',
  APP_SECRET: chaosSecret,
  PUBLIC_ORIGIN: `http://{client}.localhost:${port}`,
  LOG_LEVEL: 'warn',
  // The program starts again and again.
  NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
})

type ChaosFolder = { database: ChaosDatabase; dataDir: string; port: number }

/** Prepares the database and writes data into it. */
export async function prepareChaos<Data>(
  database: ChaosDatabase,
  dataDir: string,
  write: (databases: Databases, files: EncryptedFiles) => Promise<Data>,
): Promise<Data> {
  const admin = { ...database.server, user: 'postgres' }
  await prepareDatabase({ admin, secret: chaosSecret })
  await makeEmptyLists(admin)
  // npm start adds no invented people and funds to these.
  await database.query(
    'create table demonstration_run (started_at timestamptz not null, finished_at timestamptz)',
  )
  await database.query('insert into demonstration_run values (now(), now())')
  const databases = openDatabases({ server: database.server, secret: chaosSecret })
  try {
    const files = openDocumentFiles({ filesS3: null, dataDir, documentKeys: null }, chaosSecret)
    return await write(databases, files)
  } finally {
    await databases.close()
  }
}

type Running = { program: ChaosProgram; database: ChaosDatabase; context: ChaosContext }

/** Runs the load and all faults; returns once every command was acknowledged. */
async function inflict(
  options: ChaosOptions,
  { program, database, context }: Running,
): Promise<ChaosReport['recoveriesMs']> {
  const { random, calls } = context
  const stopping = new AbortController()
  const work = async (run: () => Promise<void>) => {
    while (!stopping.signal.aborted)
      await run().catch(async (error: unknown) => {
        calls.findings.push(String(error))
        // A scenario that cannot go on must not fill the report.
        await delay(1_000)
      })
  }
  const load = [
    ...Array.from({ length: options.workers }, () =>
      work(() =>
        random
          .pick([...scenarios, ...peopleScenarios])(context)
          .then(() => {}),
      ),
    ),
    work(() => random.pick(loneScenarios)(context)),
    ...Array.from({ length: options.signers }, () => work(() => sign(context))),
    work(() => lookAround(context, options.script)),
  ]
  const faults = random.shuffle([
    ...Array<'kill'>(options.kills).fill('kill'),
    ...Array<'restart'>(options.restarts).fill('restart'),
  ])
  const recoveriesMs: ChaosReport['recoveriesMs'] = { kill: [], restart: [] }
  let shown = 0
  for (const [index, fault] of faults.entries()) {
    await delay(random.between(options.maxLoadMs / 8, options.maxLoadMs))
    if (fault === 'kill') await program.kill()
    else await database.end(random.pick(['kill', 'fast'] as const))
    const isLongest = fault === 'restart' && recoveriesMs.restart.length === 0
    if (fault === 'restart')
      await delay(isLongest ? options.maxAwayMs : random.between(0, options.maxAwayMs / 8))
    const startedAtMs = performance.now()
    if (fault === 'kill') await program.start()
    else await database.start()
    if (program.endedBy() !== null) {
      calls.findings.push(`the program ended with ${program.endedBy()} after PostgreSQL went away`)
      await program.start()
    }
    await program.ready()
    recoveriesMs[fault].push(performance.now() - startedAtMs)
    for (const finding of calls.findings.slice(shown)) options.log(`FOUND: ${finding}`)
    shown = calls.findings.length
    options.log(
      `${index + 1}/${faults.length} ${fault}: serving after ${recoveriesMs[fault].at(-1)?.toFixed(0)} ms, ${calls.acknowledged.length} acknowledged, ${calls.commandsRepeated()} repeated, ${calls.findings.length} findings`,
    )
  }
  stopping.abort()
  await Promise.all(load)
  return recoveriesMs
}

function countKinds({ acknowledged }: ChaosCalls): Record<string, number> {
  const kinds: Record<string, number> = {}
  for (const { kind } of acknowledged) kinds[kind] = (kinds[kind] ?? 0) + 1
  return kinds
}

const addresses = ['/healthz', '/api/sign-in/start?returnTo=%2F', '/api/accounts/export?format=csv']
/** Only a program with the web has these. */
const screens: readonly ScreenPath[] = ['/', '/sign-in', '/grants']

async function lookAround({ calls, random }: ChaosContext, script: string): Promise<void> {
  const url = random.pick<string>(script === chaosScripts.start ? [...addresses, ...screens] : addresses)
  await calls.look(url, url.startsWith('/api/accounts') ? 'super' : undefined)
  await delay(50)
}

async function jobsDone(database: ChaosDatabase, calls: ChaosCalls): Promise<number> {
  const startedAtMs = performance.now()
  for (;;) {
    const jobs = await database.query<{ task: string; locked_by: string | null; last_error: string | null }>(
      'select task_identifier as task, locked_by, last_error from graphile_worker.jobs where locked_at is not null or run_at <= now() or last_error is not null',
    )
    const passedMs = performance.now() - startedAtMs
    if (jobs.length === 0) return passedMs
    if (passedMs > maxJobsMs) {
      calls.findings.push(
        `${jobs.length} jobs were not done after five minutes, such as ${JSON.stringify(jobs[0])}`,
      )
      return passedMs
    }
    await delay(200)
  }
}

export const chaosScripts = {
  start: fileURLToPath(new URL('../../../tools/start.ts', import.meta.url)),
  withoutWeb: fileURLToPath(new URL('serve-without-web.ts', import.meta.url)),
}

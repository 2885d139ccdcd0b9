import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { createApp } from '../../src/app/server/server.ts'
import { clients } from '../../src/clients/clients.ts'
import { systemClock } from '../../src/domain/clock.ts'
import {
  type PasswordHasher,
  passwordHasher,
} from '../../src/features/identity/passwords/server/password-hasher.ts'
import { createUser } from '../../src/features/identity/server/create-user.ts'
import { encryptedFiles } from '../../src/server/files/encrypted-files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { signInStepByStep } from '../../src/testing/sign-in/sign-in.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'
import { sizeOf } from '../sizes.ts'

const userCount = sizeOf('BENCH_USERS', { usual: 1000, smallest: 8 })
const concurrency = 8
const password = 'twelve herons over the marsh'
const userId = (number: number) => `bench${number}@npt.example`

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  const files = folderFiles(temporaryDirectory('bench-files'))
  const app = await createApp({
    databases: database.databases,
    // The benchmark stores no files.
    files,
    documentFiles: encryptedFiles(files, [{ keyId: 'bench', key: Buffer.alloc(32) }]),
    clients,
    addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
    clock: systemClock,
    secret: database.secret,
    mode: 'production',
    enforcesSecondFactor: false,
    webRoot: null,
    log: pino({ level: 'silent' }),
  })
  try {
    const passwordHash = await makeUsers(database)
    return await measure(context, { app, database, passwordHash })
  } finally {
    await app.close()
    await database.stop()
  }
}

/** Creates users with the same password, which is hashed once; verifying costs the same for each. Returns the hash. */
async function makeUsers({ databases, admin }: BenchDatabase): Promise<string> {
  const hashed = await passwordHasher().hash(password)
  const hasher: PasswordHasher = { ...passwordHasher(), hash: async () => hashed }
  for (let number = 0; number < userCount; number++)
    await createUser(
      databases.accessAdmin('npt'),
      {
        ssoId: userId(number),
        email: userId(number),
        firstName: 'Bench',
        lastName: `User ${number}`,
        password,
        hasAccess: true,
        roles: [{ role: 'auditor', actions: null }],
      },
      hasher,
    )
  await admin.query('analyze')
  return hashed
}

type Measured = { app: FastifyInstance; database: BenchDatabase; passwordHash: string }

async function measure(context: BenchContext, { app, database, passwordHash }: Measured): Promise<Finding[]> {
  const hasher = passwordHasher()
  const bareMs: number[] = []
  const signInMs: number[] = []
  const durationsMs: number[] = []
  for (let round = 0; round < context.rounds; round++) {
    bareMs.push(
      await runForAllUsers(async () => void (await hasher.verify(password, passwordHash, 'stranger'))),
    )
    signInMs.push(
      await runForAllUsers(async number => {
        const startedAtMs = performance.now()
        await signInStepByStep(app, {
          client: 'npt',
          origin: 'http://npt.localhost:3000',
          userId: userId(number),
          password,
        })
        durationsMs.push(performance.now() - startedAtMs)
      }),
    )
    context.log(
      `round ${round + 1}: ${userCount} sign-ins ${signInMs.at(-1)?.toFixed(0)} ms, passwords alone ${bareMs.at(-1)?.toFixed(0)} ms`,
    )
  }
  const { rows } = await database.admin.query<{ live: number }>(
    'select count(*)::integer as live from session where ended_at is null',
  )
  return [
    {
      what: `${userCount} complete sign-ins ÷ verifying as many passwords`,
      measured: median(signInMs) / median(bareMs),
      unit: ' times',
      atMost: 2,
      detail: `${(userCount / (median(signInMs) / 1000)).toFixed(0)} sign-ins per second, ${concurrency} at a time on ${availableParallelism()} cores; median ${percentile(durationsMs, 50).toFixed(0)} ms, 95th percentile ${percentile(durationsMs, 95).toFixed(0)} ms`,
    },
    {
      what: 'sign-ins without a new session',
      measured: userCount * context.rounds - (rows[0]?.live ?? 0),
      atMost: 0,
      isJudgedAtAnySize: true,
      detail: `${rows[0]?.live} sessions after ${userCount * context.rounds} sign-ins`,
    },
  ]
}

/** Runs the function for each user, `concurrency` at a time. Returns the total duration in ms. */
async function runForAllUsers(one: (number: number) => Promise<void>): Promise<number> {
  const startedAtMs = performance.now()
  let next = 0
  const worker = async () => {
    while (next < userCount) await one(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return performance.now() - startedAtMs
}

export const signInBench: Bench = { run }

import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { systemClock } from '../../src/domain/clock.ts'
import { createApp } from '../../src/server/app.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { createUser } from '../../src/server/identity/create-user.ts'
import { type PasswordHasher, passwordHasher } from '../../src/server/identity/passwords.ts'
import { clients } from '../../src/tenants/index.ts'
import { walkThroughSignIn } from '../../src/testing/signing-in/sign-in-walk.ts'
import {
  type Bench,
  type BenchContext,
  type BenchDatabase,
  type Finding,
  median,
  percentile,
  startBenchDatabase,
} from '../bench.ts'

const userCount = Number(process.env.BENCH_USERS ?? 1000)
const atOnce = 8
const password = 'twelve herons over the marsh'
const userId = (number: number) => `bench${number}@npt.example`

async function run(context: BenchContext): Promise<Finding[]> {
  const database = await startBenchDatabase()
  const app = await createApp({
    databases: database.databases,
    // Nothing is kept in it while this measures.
    files: folderFiles(join(tmpdir(), 'almoner-bench-files')),
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
    const stored = await makeUsers(database)
    return await measure(context, { app, database, stored })
  } finally {
    await app.close()
    await database.stop()
  }
}

/** All of them have the same password, hashed once: to look at one costs the same. Returns the hash. */
async function makeUsers({ databases, admin }: BenchDatabase): Promise<string> {
  const hashed = await passwordHasher().hash(password)
  const given: PasswordHasher = { ...passwordHasher(), hash: async () => hashed }
  for (let number = 0; number < userCount; number++)
    await createUser(
      databases.realm('npt'),
      {
        ssoId: userId(number),
        email: userId(number),
        firstName: 'Bench',
        lastName: `User ${number}`,
        password,
        hasAccess: true,
        roles: [{ role: 'auditor', actions: null }],
      },
      given,
    )
  await admin.query('analyze')
  return hashed
}

type Measured = { app: FastifyInstance; database: BenchDatabase; stored: string }

async function measure(context: BenchContext, { app, database, stored }: Measured): Promise<Finding[]> {
  const hasher = passwordHasher()
  const bareMs: number[] = []
  const signInMs: number[] = []
  const each: number[] = []
  for (let round = 0; round < context.rounds; round++) {
    bareMs.push(await inTurns(async () => void (await hasher.verify(password, stored, 'stranger'))))
    signInMs.push(
      await inTurns(async number => {
        const beganAtMs = performance.now()
        await walkThroughSignIn(app, {
          client: 'npt',
          origin: 'http://npt.localhost:3000',
          userId: userId(number),
          password,
        })
        each.push(performance.now() - beganAtMs)
      }),
    )
    context.log(
      `round ${round + 1}: ${userCount} sign-ins ${signInMs.at(-1)?.toFixed(0)} ms, their passwords alone ${bareMs.at(-1)?.toFixed(0)} ms`,
    )
  }
  const { rows } = await database.admin.query<{ live: number }>(
    'select count(*)::integer as live from session where ended_at is null',
  )
  return [
    {
      what: `${userCount} sign-ins, from the link to a session, ÷ looking at as many passwords alone`,
      measured: median(signInMs) / median(bareMs),
      unit: ' times',
      atMost: 2,
      detail: `${(userCount / (median(signInMs) / 1000)).toFixed(0)} sign-ins a second, ${atOnce} at once on ${availableParallelism()} cores; half take under ${percentile(each, 50).toFixed(0)} ms, 95 of 100 under ${percentile(each, 95).toFixed(0)} ms`,
    },
    {
      what: 'sign-ins without a session of their own',
      measured: userCount * context.rounds - (rows[0]?.live ?? 0),
      atMost: 0,
      detail: `${rows[0]?.live} sessions after ${userCount * context.rounds} sign-ins`,
    },
  ]
}

/** Does it for each user, some at once; answers how long all took, in ms. */
async function inTurns(one: (number: number) => Promise<void>): Promise<number> {
  const beganAtMs = performance.now()
  let next = 0
  const lane = async () => {
    while (next < userCount) await one(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return performance.now() - beganAtMs
}

export const signInBench: Bench = { name: 'sign-in', run }

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '../../contract/problems.ts'
import { testClock } from '../../testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { countAttempt, rateLimitRules, sweepExpiredDevices, undoAttempt } from './rate-limit.ts'

const secret = 'a secret for this test'
const clock = testClock()
let database: TestDatabase
let subjects: { user: string; address: string }
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  people += 1
  subjects = { user: `person-${people}@npt.example`, address: `192.0.2.${people}` }
})

const realmDb = () => database.databases.realm('npt')
const attempt = () => countAttempt(realmDb(), secret, subjects, clock.now())
const isLetIn = () =>
  attempt().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'too-many-requests') return false
      throw error
    },
  )

/** Fails until the throttle says wait, then gives how long it makes one wait, in whole seconds. */
async function waitAfterNextFailure(): Promise<number> {
  expect(await isLetIn()).toBe(true)
  let waitedS = 0
  while (!(await isLetIn())) {
    waitedS += 1
    clock.advance(1000)
  }
  return waitedS
}

test('a person may mistype a few times without waiting', async () => {
  for (let failure = 0; failure <= rateLimitRules.user.free; failure++) expect(await isLetIn()).toBe(true)
  expect(await isLetIn()).toBe(false)
})

test('each further failure makes the next wait longer', async () => {
  for (let failure = 0; failure < rateLimitRules.user.free; failure++) await attempt()
  const first = await waitAfterNextFailure()
  expect(first).toBe(2)
  // The attempt that ended that wait was a failure too.
  let last = first
  for (let more = 0; more < 3; more++) {
    let waitedS = 0
    while (!(await isLetIn())) {
      waitedS += 1
      clock.advance(1000)
    }
    expect(waitedS).toBeGreaterThan(last)
    last = waitedS
  }
})

test('guesses sent all at once are counted like guesses sent in turn', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, isLetIn))
  expect(outcomes.filter(letIn => letIn)).toHaveLength(rateLimitRules.user.free + 1)
})

test('a good password starts the count anew', async () => {
  for (let failure = 0; failure < rateLimitRules.user.free; failure++) await attempt()
  await undoAttempt(realmDb(), secret, subjects)
  for (let failure = 0; failure <= rateLimitRules.user.free; failure++) expect(await isLetIn()).toBe(true)
})

test('an address that tries many users has to wait as well', async () => {
  for (let failure = 0; failure <= rateLimitRules.address.free; failure++)
    await countAttempt(realmDb(), secret, { ...subjects, user: `victim-${failure}` }, clock.now())
  expect(await isLetIn()).toBe(false)
})

test('failures are forgotten after an hour without one', async () => {
  for (let failure = 0; failure <= rateLimitRules.user.free; failure++) await attempt()
  clock.advance(rateLimitRules.user.cacheMs + 1)
  for (let failure = 0; failure <= rateLimitRules.user.free; failure++) expect(await isLetIn()).toBe(true)
})

test('the table does not tell who tried', async () => {
  await attempt()
  const { rows } = await database.admin.query<{ text: string }>(
    'select t::text as text from sign_in_rate_limit t',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain('npt.example')
})

test('what is forgotten does not stay in the database either', async () => {
  await attempt()
  clock.advance(Math.max(...Object.values(rateLimitRules).map(rule => rule.cacheMs)) + 1)
  await sweepExpiredDevices(realmDb(), clock.now())
  const { rows } = await database.admin.query('select from sign_in_rate_limit')
  expect(rows).toEqual([])
})

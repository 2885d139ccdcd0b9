import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Problem } from '../../contract/problems.ts'
import { testClock } from '../../testing/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { clearAttempts, countAttempt, rateLimitRules, sweepExpiredRateLimits } from './rate-limit.ts'

const secret = 'a secret for this test'
const clock = testClock()
let database: TestDatabase
let subjects: { user: string; address: string }
let personCount = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  personCount += 1
  subjects = { user: `person-${personCount}@npt.example`, address: `192.0.2.${personCount}` }
})

const realmDb = () => database.databases.realm('npt')
const attempt = () => countAttempt(realmDb(), secret, subjects, clock.now())
const isAllowed = () =>
  attempt().then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === 'too-many-requests') return false
      throw error
    },
  )

/** Fails until the rate limit applies, then returns the wait in whole seconds. */
async function waitAfterNextFailure(): Promise<number> {
  expect(await isAllowed()).toBe(true)
  let waitS = 0
  while (!(await isAllowed())) {
    waitS += 1
    clock.advance(1000)
  }
  return waitS
}

test('allows a few failures without a wait', async () => {
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect(await isAllowed()).toBe(true)
  expect(await isAllowed()).toBe(false)
})

test('each further failure lengthens the next wait', async () => {
  for (let failure = 0; failure < rateLimitRules.user.freeAttempts; failure++) await attempt()
  const first = await waitAfterNextFailure()
  expect(first).toBe(2)
  // The attempt that ended the wait counts as a failure too.
  let last = first
  for (let more = 0; more < 3; more++) {
    let waitS = 0
    while (!(await isAllowed())) {
      waitS += 1
      clock.advance(1000)
    }
    expect(waitS).toBeGreaterThan(last)
    last = waitS
  }
})

test('counts concurrent guesses like sequential ones', async () => {
  const outcomes = await Promise.all(Array.from({ length: 30 }, isAllowed))
  expect(outcomes.filter(Boolean)).toHaveLength(rateLimitRules.user.freeAttempts + 1)
})

test('a right password resets the count', async () => {
  for (let failure = 0; failure < rateLimitRules.user.freeAttempts; failure++) await attempt()
  await clearAttempts(realmDb(), secret, subjects)
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect(await isAllowed()).toBe(true)
})

test('limits an address that tries many users', async () => {
  for (let failure = 0; failure <= rateLimitRules.address.freeAttempts; failure++)
    await countAttempt(realmDb(), secret, { ...subjects, user: `victim-${failure}` }, clock.now())
  expect(await isAllowed()).toBe(false)
})

test('forgets failures after an hour without one', async () => {
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++) await attempt()
  clock.advance(rateLimitRules.user.resetAfterMs + 1)
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure++)
    expect(await isAllowed()).toBe(true)
})

test('stores no user id or address in plain text', async () => {
  await attempt()
  const { rows } = await database.admin.query<{ text: string }>(
    'select t::text as text from sign_in_rate_limit t',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) expect(text).not.toContain('npt.example')
})

test('the sweep deletes expired counts', async () => {
  await attempt()
  clock.advance(Math.max(...Object.values(rateLimitRules).map(rule => rule.resetAfterMs)) + 1)
  await sweepExpiredRateLimits(realmDb(), clock.now())
  const { rows } = await database.admin.query('select from sign_in_rate_limit')
  expect(rows).toEqual([])
})

test('attempts of which others succeed at the same time are allowed or wait, and none fails', async () => {
  for (let failure = 0; failure <= rateLimitRules.user.freeAttempts; failure += 1) await isAllowed()
  clock.advance(rateLimitRules.user.initialWaitMs + 1)
  const logIn = async () => {
    const allowed = await isAllowed()
    await clearAttempts(realmDb(), secret, subjects)
    return allowed
  }
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 16 }, logIn))
    expect(answers).toContain(true)
  }
})

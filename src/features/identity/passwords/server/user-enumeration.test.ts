import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { requestPasswordLink, requestUserIds } from '../password.contract.ts'

// No job worker runs here, so the tests compare only what a request does before its reply.

const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(() => clock.advance(2 * rateLimitRules.user.resetAfterMs))

/** The SQL statements while `act` runs, without their values. */
async function statementsOf<T>(act: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await act()
  const statements = spy.mock.calls.map(([first]) => {
    const query: unknown = first
    return typeof query === 'string' ? query : String((query as { text: string }).text)
  })
  spy.mockRestore()
  return { answer, statements }
}

/** The answer without its date and trace id, which differ each time. */
function comparable(answer: Comparable): object {
  const unique = new Set(['date', 'x-request-id'])
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !unique.has(name))),
  }
}

const jobCount = async () => {
  const { rows } = await portal.database.admin.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker._private_jobs',
  )
  return rows[0]?.n ?? 0
}

type Identifiers = { ssoId: string; email: string }
type Comparable = Pick<Answer<typeof requestPasswordLink>, 'status' | 'reply' | 'problem' | 'headers'>

const requestLink = (person: Identifiers): Promise<Comparable> =>
  portal.call(requestPasswordLink, { body: { userId: person.ssoId } })
const requestIds = (person: Identifiers): Promise<Comparable> =>
  portal.call(requestUserIds, { body: { email: person.email } })

const requests: [string, (person: Identifiers) => Promise<Comparable>][] = [
  ['a password link', requestLink],
  ['the user ids of an e-mail', requestIds],
]

describe.each(requests)('a request for %s', (_name, request) => {
  test('gives the same answer by the same work for any user id', async () => {
    const people = [
      await makeUser(portal.databases, { password: 'quiet otters read maps' }),
      await makeUser(portal.databases),
      await makeUser(portal.databases, { hasAccess: false }),
      { ssoId: 'nobody-at-all@npt.example', email: 'nobody-at-all@npt.example' },
    ]
    // The first request of a connection also opens it.
    await request({ ssoId: 'warm up', email: 'warm@up.example' })
    const seen = []
    for (const person of people) {
      const before = await jobCount()
      const { answer, statements } = await statementsOf(() => request(person))
      expect(answer.reply).toEqual({})
      seen.push({ ...comparable(answer), statements, addedJobs: (await jobCount()) - before })
    }
    expect(seen[0]).toMatchObject({ status: 200, addedJobs: 1 })
    expect(seen[0]?.statements.length).toBeGreaterThan(1)
    for (const each of seen) expect(each).toEqual(seen[0])
  })

  test('delays repeated requests equally for existing and unknown people', async () => {
    const known = await makeUser(portal.databases)
    const unknown = { ssoId: `not-${known.ssoId}`, email: `not-${known.email}` }
    const outcomes = []
    for (const person of [known, unknown]) {
      const outcome: unknown[] = []
      for (let times = 0; times < rateLimitRules.user.freeAttempts + 4; times++) {
        const answer = await request(person)
        outcome.push(answer.status === 200 ? 200 : [answer.status, answer.problem.detail])
        clock.advance(1000)
      }
      outcomes.push(outcome)
    }
    expect(outcomes[0]?.slice(0, rateLimitRules.user.freeAttempts + 1)).toEqual(Array(5).fill(200))
    expect(outcomes[0]?.[5]).toEqual([429, 'Too many requests for a message. Please try again in a second.'])
    expect(outcomes[1]).toEqual(outcomes[0])
  })

  test('limits an address that requests for many people', async () => {
    const statuses = []
    for (let person = 0; person <= rateLimitRules.address.freeAttempts + 1; person++)
      statuses.push((await request({ ssoId: `p${person}`, email: `p${person}@npt.example` })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('requests for mails do not delay a login', async () => {
  const password = 'quiet otters read maps'
  const person = await makeUser(portal.databases, { password })
  for (let times = 0; times < 10; times++) await requestLink(person)
  await portal.signInAs(person, password)
})

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rateLimitRules } from '../../../../server/auth/rate-limit.ts'
import { type Answer, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeUser } from '../../../../testing/factories/make-user.ts'
import { requestPasswordLink, requestUserIds } from '../../password.contract.ts'

// No job worker runs here: what is compared is all that a request does before its answer.

const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(() => clock.advance(2 * rateLimitRules.user.cacheMs))

/** Everything that the program says to the database while `act` runs, without the values. */
async function statementsOf<T>(act: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await act()
  const statements = spy.mock.calls.map(([asked]) => {
    const given: unknown = asked
    return typeof given === 'string' ? given : String((given as { text: string }).text)
  })
  spy.mockRestore()
  return { answer, statements }
}

/** Without what is each request's own: its time, its trace. */
function said(answer: Said): object {
  const own = new Set(['date', 'x-request-id'])
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !own.has(name))),
  }
}

const waiting = async () => {
  const { rows } = await portal.database.admin.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker._private_jobs',
  )
  return rows[0]?.n ?? 0
}

type Who = { ssoId: string; email: string }
type Said = Pick<Answer<typeof requestPasswordLink>, 'status' | 'reply' | 'problem' | 'headers'>

const askForLink = (who: Who): Promise<Said> =>
  portal.call(requestPasswordLink, { body: { userId: who.ssoId } })
const askForUserIds = (who: Who): Promise<Said> => portal.call(requestUserIds, { body: { email: who.email } })

const questions: [string, (who: Who) => Promise<Said>][] = [
  ['a password link', askForLink],
  ['the user ids of an e-mail', askForUserIds],
]

describe.each(questions)('asking for %s', (_name, question) => {
  test('gives the same answer by the same work for any user id', async () => {
    const people = [
      await makeUser(portal.databases, { password: 'quiet otters read maps' }),
      await makeUser(portal.databases),
      await makeUser(portal.databases, { hasAccess: false }),
      { ssoId: 'nobody-at-all@npt.example', email: 'nobody-at-all@npt.example' },
    ]
    // The first request of a connection also opens it.
    await question({ ssoId: 'warm up', email: 'warm@up.example' })
    const seen = []
    for (const person of people) {
      const before = await waiting()
      const { answer, statements } = await statementsOf(() => question(person))
      expect(answer.reply).toEqual({})
      seen.push({ ...said(answer), statements, left: (await waiting()) - before })
    }
    expect(seen[0]).toMatchObject({ status: 200, left: 1 })
    expect(seen[0]?.statements.length).toBeGreaterThan(1)
    for (const each of seen) expect(each).toEqual(seen[0])
  })

  test('delays repeated requests equally for existing and unknown people', async () => {
    const known = await makeUser(portal.databases)
    const unknown = { ssoId: `not-${known.ssoId}`, email: `not-${known.email}` }
    const courses = []
    for (const person of [known, unknown]) {
      const course: unknown[] = []
      for (let times = 0; times < rateLimitRules.user.free + 4; times++) {
        const answer = await question(person)
        course.push(answer.status === 200 ? 200 : [answer.status, answer.problem.detail])
        clock.advance(1000)
      }
      courses.push(course)
    }
    expect(courses[0]?.slice(0, rateLimitRules.user.free + 1)).toEqual(Array(5).fill(200))
    expect(courses[0]?.[5]).toEqual([429, 'Too many requests for a message. Please try again in a second.'])
    expect(courses[1]).toEqual(courses[0])
  })

  test('limits an address that requests for many people', async () => {
    const statuses = []
    for (let person = 0; person <= rateLimitRules.address.free + 1; person++)
      statuses.push((await question({ ssoId: `p${person}`, email: `p${person}@npt.example` })).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('requests for mails do not delay a login', async () => {
  const password = 'quiet otters read maps'
  const person = await makeUser(portal.databases, { password })
  for (let times = 0; times < 10; times++) await askForLink(person)
  await portal.signInAs(person, password)
})

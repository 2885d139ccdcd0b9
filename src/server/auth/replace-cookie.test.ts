import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSession, obtainToken } from '../../contract/session.contract.ts'
import { listGrants } from '../../features/grants/grants.contract.ts'
import { endOtherSessions } from '../../features/identity/sessions/sessions.contract.ts'
import { stepUp } from '../../features/identity/step-up/step-up.contract.ts'
import { afterReply, startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { makeCharity } from '../../testing/factories/make-charity.ts'
import { makeFund } from '../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../testing/factories/make-user.ts'

const clock = testClock()
const secondMs = 1000
const minuteMs = 60 * secondMs
const password = 'violet harbour lantern 42'
let portal: TestApp
let person: MadeUser
let session: TestSession

beforeAll(async () => {
  portal = await startTestApp({ clock, settings: { cachesAccess: true } })
})
afterAll(() => portal.close())
beforeEach(async () => {
  person = await makeUser(portal.databases, { password })
  session = await portal.sessionFor(person)
})

const read = (as: TestSession) => portal.call(getSession, {}, { as })
const statusOf = async (as: TestSession) => (await read(as)).status

/** Uses the session for this many minutes, so that it is not idle. */
async function useFor(minutes: number, as: TestSession): Promise<TestSession> {
  let current = as
  for (let minute = 0; minute < minutes; minute += 10) {
    current = afterReply(current, (await read(current)).headers)
    clock.advance(10 * minuteMs)
  }
  return current
}

async function confirmIdentity(as: TestSession) {
  const body = { data: { type: 'command', attributes: { kind: 'password', password } } } as const
  const { reply, headers } = await portal.call(stepUp, { body }, { as })
  return { reply, after: afterReply(as, headers) }
}

describe('a step-up (§11)', () => {
  test('replaces the cookie and the token, and says so', async () => {
    const { reply, after } = await confirmIdentity(session)
    expect(reply).toEqual({ antiforgeryChanged: true })
    expect(after.headers.cookie).not.toBe(session.headers.cookie)
    expect(await statusOf(after)).toBe(200)
  })

  test('leaves requests that are on their way 30 seconds after the new cookie was used', async () => {
    const { after } = await confirmIdentity(session)
    await read(after)
    clock.advance(29 * secondMs)
    expect(await statusOf(session)).toBe(200)
    clock.advance(2 * secondMs)
    expect(await statusOf(session)).toBe(401)
    expect((await portal.call(obtainToken, {}, { as: session })).reply.signedIn).toBe(false)
    expect(await statusOf(after)).toBe(200)
  })

  test('gives the former cookie none of its rights: it reads, and carries no command', async () => {
    const { after } = await confirmIdentity(session)
    const end = (as: TestSession) => portal.call(endOtherSessions, {}, { as })
    expect(await statusOf(session)).toBe(200)
    expect((await end(session)).problem).toMatchObject({
      status: 409,
      type: 'urn:almoner:problem:session-renewed',
    })
    await read(after)
    expect((await end(session)).status).toBe(409)
    expect((await end(after)).status).toBe(200)
  })

  test('lets a grant that was submitted meanwhile be sent again with its key, and makes it once', async () => {
    const fund = await makeFund(portal)
    await makeRelationship(portal.databases, fund, { user: person, role: 'joint_donor' })
    const attributes = recommendation((await makeCharity(portal.databases)).charityId)
    const key = randomUUID()
    const submit = (as: TestSession) => recommend(portal, fund, attributes, { as, key })
    const { after } = await confirmIdentity(session)
    const [former, current, again] = await Promise.all([submit(session), submit(after), submit(after)])
    expect([former.status, former.problem.type]).toEqual([409, 'urn:almoner:problem:session-renewed'])
    expect([current.status, again.status]).toEqual([200, 200])
    expect((await submit(session)).status).toBe(409)
    const made = await portal.call(listGrants, { params: { fundId: fund.fundId } }, { as: after })
    expect(made.reply.meta.total).toBe(1)
  })

  test('makes a tab with a token for the former cookie obtain another', async () => {
    const { after } = await confirmIdentity(session)
    const otherTab = { ...session, headers: { ...session.headers, cookie: after.headers.cookie } }
    expect(await statusOf(otherTab)).toBe(401)
    const { reply, headers } = await portal.call(obtainToken, {}, { as: otherTab })
    expect(reply.signedIn).toBe(true)
    expect(await statusOf(afterReply(otherTab, headers))).toBe(200)
  })

  test('does not accept a token with the cookie of another session', async () => {
    const other = await portal.sessionFor(await makeUser(portal.databases))
    expect(
      await statusOf({ ...session, headers: { ...session.headers, cookie: other.headers.cookie } }),
    ).toBe(401)
  })
})

describe('after an hour (§11)', () => {
  test('one of the replies replaces the cookie, and no other', async () => {
    const used = await useFor(60, session)
    expect(used.headers.cookie).toBe(session.headers.cookie)
    const replies = await Promise.all([read(used), read(used), read(used)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies.map(({ reply }) => reply.antiforgeryChanged).toSorted()).toEqual([false, false, true])
    const [replacing] = replies.filter(({ reply }) => reply.antiforgeryChanged)
    const next = afterReply(used, replacing?.headers ?? {})
    expect(next.headers.cookie).not.toBe(used.headers.cookie)
    expect((await read(next)).reply.antiforgeryChanged).toBe(false)
  })

  test('a browser that never received the new cookie stays logged in, and is sent another', async () => {
    const used = await useFor(60, session)
    await read(used)
    clock.advance(50 * secondMs)
    expect((await read(used)).reply.antiforgeryChanged).toBe(false)
    clock.advance(10 * secondMs)
    const { reply, headers } = await read(used)
    expect(reply.antiforgeryChanged).toBe(true)
    expect(await statusOf(afterReply(used, headers))).toBe(200)
  })

  test('a new tab of the browser is sent the new cookie too', async () => {
    const used = await useFor(60, session)
    const { headers } = await portal.call(obtainToken, {}, { as: used })
    const next = afterReply(used, headers)
    expect(next.headers.cookie).not.toBe(used.headers.cookie)
    expect(await statusOf(next)).toBe(200)
  })
})

test('an ended session is not revived by its former cookie', async () => {
  const { after } = await confirmIdentity(session)
  await portal.database.admin.query(
    "update session set ended_at = now(), end_reason = 'test' where ended_at is null",
  )
  expect([await statusOf(after), await statusOf(session)]).toEqual([401, 401])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../../clients/clients.ts'
import type { Endpoint, Sent } from '../../../contract/endpoint.ts'
import { getSession } from '../../../contract/session.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { type CallAs, startTestApp, type TestApp } from '../../../testing/app.ts'
import { bankProvider } from '../../../testing/bank-provider.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { commandOf } from '../../../testing/signing.ts'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { listGrantQueue } from '../../grants/review/staff-grants.contract.ts'
import {
  endUserAccess,
  linkLogin,
  resetUserFactors,
  resumeAccess,
  suspendAccess,
  unlinkLogin,
} from '../access.contract.ts'
import {
  confirmRight,
  declineRight,
  endRight,
  type GivenRight,
  giveRight,
  listRightReview,
  listWaitingRights,
  reinstateRight,
  signOffRight,
  withdrawRight,
} from '../rights.contract.ts'
import { getUser, inviteUser, listUsers } from '../users.contract.ts'
import { closeDueReview, openReview } from './review-rights.ts'

const clock = testClock()
let portal: TestApp
/** Three people who manage users, so that two can decide about the third. */
let one: Person
let two: Person
let three: Person

beforeAll(async () => {
  const npt = clients.npt
  if (!npt) throw new Error('there is no client npt')
  portal = await startTestApp({
    clock,
    clients: { ...clients, npt: { ...npt, identityProviders: [{ kind: 'embedded' }, bankProvider] } },
    settings: { providerSecrets: { [bankProvider.clientSecretName]: 'a secret of the bank' } },
  })
  one = await makeStaff(portal, { firstName: 'Una', lastName: 'First' })
  two = await makeStaff(portal, { firstName: 'Duncan', lastName: 'Second' })
  three = await makeStaff(portal, { firstName: 'Tess', lastName: 'Third' })
})
afterAll(() => portal.close())

const reason = 'Joined the team'
const colleague = async (about: { realm?: string } = {}): Promise<Person> => {
  const user = await makeUser(portal.databases, { firstName: 'Noor', lastName: 'Colleague', ...about })
  return { user, session: await portal.sessionFor(user) }
}
const give = (to: Person, given: GivenRight, as: Person = one, about: Partial<CallAs> & Period = {}) => {
  const { from = null, until = null, ...callAs } = about
  return portal.call(
    giveRight,
    { params: { personId: to.user.userId }, body: commandOf({ given, from, until, reason }) },
    { as: as.session, ...callAs },
  )
}
type Period = { from?: IsoDate | null; until?: IsoDate | null }
const decide = <E extends Endpoint>(endpoint: E, rightId: string, as: Person, attributes: object = {}) =>
  portal.call(endpoint, { params: { rightId }, body: commandOf(attributes) } as unknown as Sent<E>, {
    as: as.session,
  })
const about = <E extends Endpoint>(endpoint: E, person: Person, as: Person, attributes: object) =>
  portal.call(
    endpoint,
    { params: { personId: person.user.userId }, body: commandOf(attributes) } as unknown as Sent<E>,
    { as: as.session },
  )
const actionsOf = async (person: Person) =>
  [
    ...(await portal.call(getSession, {}, { as: await portal.sessionFor(person.user) })).reply.actions,
  ].toSorted()
const shown = async (person: Person, as: Person = one) =>
  (await portal.call(getUser, { params: { personId: person.user.userId } }, { as: as.session })).reply
const events = async (person: Person) => {
  const { rows } = await portal.database.admin.query<{ kind: string; detail: Record<string, string> }>(
    `select kind, detail from audit_event where user_id = $1 and kind ~ '^(right|access|login|user|factor)-' order by seq`,
    [person.user.userId],
  )
  return rows
}
const refused = { status: 400, title: 'Access denied.' }
const outcome = (answer: { status: number; problem?: { title: string } }) =>
  answer.status === 200 ? { status: 200 } : { status: answer.status, title: answer.problem?.title }

describe('a joiner and a leaver', () => {
  test('is invited, gets rights at once or by two people, and loses all of it for good (§14)', async () => {
    const email = `ida-${randomUUID().slice(0, 8)}@npt.example`
    const invited = await portal.call(
      inviteUser,
      { body: commandOf({ firstName: 'Ida', lastName: 'Marsh', email, userId: '' }) },
      { as: one.session },
    )
    const { personId } = invited.reply
    const joiner = {
      user: { ...(await makeUser(portal.databases)), userId: personId, ssoId: email },
      session: one.session,
    }
    const session = async () => portal.call(getSession, {}, { as: await portal.sessionFor(joiner.user) })
    expect((await session()).reply.actions).toEqual([])
    const again = await portal.call(
      inviteUser,
      { body: commandOf({ firstName: 'Eve', lastName: 'Marsh', email: email.toUpperCase(), userId: '' }) },
      { as: one.session },
    )
    expect(again.problem.errors).toEqual({ email: ['Somebody has this user ID already'] })

    expect((await give(joiner, { set: 'grants-reviewer' })).reply.state).toBe('active')
    expect(await actionsOf(joiner)).toContain('GRANT_APPROVE')
    const paying = await give(joiner, { set: 'payments' })
    expect(paying.reply.state).toBe('requested')
    expect(await actionsOf(joiner)).not.toContain('GRANT_PAY')
    const waiting = await portal.call(listWaitingRights, {}, { as: two.session })
    expect(waiting.reply.data).toMatchObject([
      { rightId: paying.reply.rightId, setTitle: 'Payments', isOwnRequest: false, decisionRefusal: null },
    ])
    expect(outcome(await decide(confirmRight, paying.reply.rightId, one))).toEqual(refused)
    expect((await decide(confirmRight, paying.reply.rightId, two)).reply.state).toBe('active')
    expect(await actionsOf(joiner)).toContain('GRANT_PAY')
    const { actions, rights } = await shown(joiner)
    expect(actions.find(({ action }) => action === 'GRANT_PAY')).toEqual({
      ...{ action: 'GRANT_PAY', rights: ['Payments'], roles: [] },
    })
    expect(rights.map(({ confirmed }) => confirmed?.name ?? null)).toEqual(['Duncan Second', null])

    const working = await portal.sessionFor(joiner.user)
    expect(
      (await portal.call(listGrantQueue, { query: { queue: 'to-approve' } }, { as: working })).status,
    ).toBe(200)
    const left = await about(endUserAccess, joiner, two, { reason: 'Left the trust' })
    expect(left.reply.sessions).toBeGreaterThan(0)
    expect((await portal.call(getSession, {}, { as: working })).status).toBe(401)
    expect(await shown(joiner)).toMatchObject({ access: 'none', actions: [], sessions: [] })
    expect((await give(joiner, { set: 'support' })).status).toBe(409)
    expect((await events(joiner)).map(({ kind }) => kind)).toEqual([
      ...['user-invited', 'right-given', 'right-requested', 'right-confirmed', 'access-ended'],
    ])
    expect((await events(joiner))[3]?.detail).toMatchObject({
      before: 'set grants-reviewer',
      after: 'set grants-reviewer; set payments',
    })
  })
})

describe('a right', () => {
  test('is given once for a key, and not to oneself, with foreign permissions, people or books', async () => {
    const person = await colleague()
    const idempotencyKey = randomUUID()
    const [first, second] = await Promise.all([
      give(person, { set: 'support' }, one, { idempotencyKey }),
      give(person, { set: 'support' }, one, { idempotencyKey }),
    ])
    expect(second?.reply.rightId).toBe(first?.reply.rightId)
    expect((await shown(person)).rights).toHaveLength(1)
    expect((await give(await colleague(), { set: 'support' }, one, { idempotencyKey })).status).toBe(409)
    expect(outcome(await give(one, { set: 'support' }))).toEqual(refused)
    expect((await give(person, { set: 'constructor' })).status).toBe(400)
    const editing = { role: 'content_editor' as const, actions: ['GRANT_PAY' as const], book: null }
    expect((await give(person, editing)).problem.detail).toContain('does not have GRANT_PAY')
    const serving = (book: string | null) => ({
      role: 'service_team' as const,
      actions: 'all' as const,
      book,
    })
    expect((await give(person, serving('rathbones'))).problem.errors).toEqual({
      book: ['Choose one of the books'],
    })
    expect((await give(person, serving(null))).problem.errors).toEqual({ book: ['Choose a book'] })
    expect((await give(await colleague({ realm: 'rathbones' }), { set: 'support' })).status).toBe(404)
    expect(await actionsOf(person)).not.toContain('GRANT_PAY')
  })

  test('is in force from its first day to the end of its last, by the client’s calendar', async () => {
    const person = await colleague()
    const from = '2026-11-23' as IsoDate
    await give(person, { set: 'support' }, one, { from, until: from })
    const at = async (instant: string) => {
      clock.set(instant)
      const does = await actionsOf(person)
      return does.includes('MAIL_RESEND')
    }
    expect(await at('2026-11-23T04:59:59Z')).toBe(false)
    expect(await at('2026-11-23T05:00:00Z')).toBe(true)
    expect(await at('2026-11-24T04:59:59Z')).toBe(true)
    expect(await at('2026-11-24T05:00:00Z')).toBe(false)
    clock.set('2026-11-20T15:00:00Z')
    expect(
      (await give(person, { set: 'support' }, one, { from, until: '2026-11-22' as IsoDate })).status,
    ).toBe(400)
  })

  test('that takes two people is confirmed, declined or withdrawn once, by whom it may be', async () => {
    const person = await colleague()
    const ask = async (given: GivenRight = { set: 'finance' }) => (await give(person, given)).reply.rightId
    const whole = { role: 'super_user' as const, actions: 'all' as const, book: null }
    const rightId = await ask(whole)
    expect(outcome(await decide(withdrawRight, rightId, two))).toEqual(refused)
    const both = await Promise.all([
      decide(confirmRight, rightId, two),
      decide(declineRight, rightId, three, { reason: 'Too much' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await decide(withdrawRight, await ask(), one)).reply.state).toBe('withdrawn')
    const own = (await give(three, { set: 'finance' }, one)).reply.rightId
    expect(outcome(await decide(confirmRight, own, three))).toEqual(refused)
    expect((await decide(declineRight, own, two, { reason: 'Not needed' })).reply.state).toBe('declined')
    expect((await decide(confirmRight, own, two)).status).toBe(409)
    const elsewhere = await makeStaff(portal, { realm: 'rathbones' })
    expect((await decide(confirmRight, await ask(), elsewhere)).status).toBe(404)
  })

  test('is not changed with a right that ended while the request waited, nor below one who manages users', async () => {
    const manager = await makeStaff(portal, { lastName: 'Brief' })
    const [right] = (await shown(manager)).rights
    const person = await colleague()
    const [ended, given] = await Promise.all([
      decide(endRight, right?.rightId ?? '', two, { reason: 'Moved' }),
      give(person, { set: 'support' }, manager),
    ])
    expect(ended.status).toBe(200)
    // Either the right was given before it ended, or it was refused.
    const has = (await actionsOf(person)).includes('MAIL_RESEND')
    expect(given.status === 200).toBe(has)
    expect(outcome(await give(person, { set: 'content' }, manager))).toEqual(refused)
    expect(outcome(await decide(endRight, right?.rightId ?? '', manager, { reason: 'x' }))).toEqual(refused)
  })

  test('of the service team on all accounts of a book shows each of them, and no other book’s', async () => {
    const fund = await makeFund(portal)
    const elsewhere = await makeFund(portal, { book: 'rathbones' })
    const person = await colleague()
    await give(person, { role: 'service_team', actions: 'all', book: 'npt' })
    const as = await portal.sessionFor(person.user)
    const search = (keywords: string) => portal.call(searchAccounts, { query: { keywords } }, { as })
    expect((await search(String(fund.fundId))).reply.data.map(({ fundId }) => fundId)).toEqual([fund.fundId])
    expect((await search(String(elsewhere.fundId))).reply.data).toEqual([])
    expect(await actionsOf(person)).not.toContain('SUPER_DASHBOARD_VIEW')
    const { rights } = await shown(person)
    await decide(endRight, rights[0]?.rightId ?? '', one, { reason: 'Moved' })
    expect((await search(String(fund.fundId))).status).not.toBe(200)
  })
})

describe('access', () => {
  test('is suspended at once and given back with its rights, never to oneself', async () => {
    const person = await colleague()
    await give(person, { set: 'support' })
    expect(outcome(await about(suspendAccess, one, one, { reason: 'x' }))).toEqual(refused)
    expect((await about(suspendAccess, person, one, { reason: 'On leave' })).status).toBe(200)
    expect((await portal.call(getSession, {}, { as: person.session })).status).toBe(401)
    expect(await shown(person)).toMatchObject({
      access: 'suspended',
      suspension: { name: 'Una First', reason: 'On leave' },
      actions: [],
    })
    expect((await about(suspendAccess, person, one, { reason: 'Again' })).status).toBe(409)
    const found = await portal.call(listUsers, { query: { show: 'suspended' } }, { as: two.session })
    expect(found.reply.data.map(({ personId }) => personId)).toContain(person.user.userId)
    expect((await about(resumeAccess, person, two, { reason: 'Is back' })).status).toBe(200)
    expect(await actionsOf(person)).toContain('MAIL_RESEND')
    expect((await about(resumeAccess, person, two, { reason: 'Is back' })).status).toBe(409)
  })

  test('stays with the last donor of an account, and with the last person who manages users', async () => {
    const fund = await makeFund(portal)
    expect((await about(endUserAccess, fund.donor, one, { reason: 'x' })).problem.detail).toContain(
      String(fund.fundId),
    )
    const realm = 'glenmede'
    const [last, other] = [await makeStaff(portal, { realm }), await makeStaff(portal, { realm })]
    const both = await Promise.all([
      about(suspendAccess, last, other, { reason: 'x' }),
      about(suspendAccess, other, last, { reason: 'x' }),
    ])
    expect(both.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
  })

  test('by second factors is reset by somebody else, who writes down how they checked', async () => {
    const person = await colleague()
    expect(outcome(await about(resetUserFactors, one, one, { identityCheck: 'I know me' }))).toEqual(refused)
    const identityCheck = 'Called back on the number on file'
    expect((await about(resetUserFactors, person, one, { identityCheck })).status).toBe(200)
    expect((await events(person)).at(-1)).toMatchObject({
      kind: 'factor-removed',
      detail: { reason: identityCheck, client: 'npt' },
    })
  })

  test('by a login of the bank is linked to one person, and unlinked with the sessions', async () => {
    const [person, other] = [await colleague(), await colleague()]
    const login = { provider: 'staff', subject: `emp-${randomUUID()}`, reason }
    expect((await about(linkLogin, person, one, { ...login, provider: 'embedded' })).status).toBe(400)
    expect((await about(linkLogin, person, one, login)).status).toBe(200)
    expect(Object.keys((await about(linkLogin, other, one, login)).problem.errors ?? {})).toEqual(['subject'])
    const another = await about(linkLogin, person, one, { ...login, subject: 'emp-other' })
    expect(Object.keys(another.problem.errors ?? {})).toEqual(['provider'])
    expect(outcome(await about(linkLogin, one, one, { ...login, subject: 'emp-own' }))).toEqual(refused)
    const { logins } = await shown(person)
    expect(logins).toMatchObject([{ provider: bankProvider.title, subject: login.subject }])
    const { issuer, subject } = { issuer: bankProvider.issuer, subject: login.subject }
    expect((await about(unlinkLogin, other, one, { issuer, subject, reason })).status).toBe(409)
    expect((await about(unlinkLogin, person, one, { issuer, subject, reason })).status).toBe(200)
    expect((await portal.call(getSession, {}, { as: person.session })).status).toBe(401)
  })
})

test('people are found by name, user ID, e-mail and account, and an auditor reads them and changes nothing', async () => {
  const fund = await makeFund(portal)
  const member = await makePersonOf(portal, fund, 'service_team')
  const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
  const find = async (keywords: string) => {
    const { reply } = await portal.call(
      listUsers,
      { query: { keywords, show: 'everyone' } },
      { as: auditor.session },
    )
    return reply.data.map(({ personId }) => personId)
  }
  expect(await find(String(fund.fundId))).toEqual(
    expect.arrayContaining([member.user.userId, fund.donor.user.userId]),
  )
  expect(await find(member.user.ssoId)).toEqual([member.user.userId])
  expect(await find('duncan sec')).toEqual([two.user.userId])
  expect(await find('%')).toEqual([])
  expect(await shown(member, auditor)).toMatchObject({
    accounts: [{ fundId: fund.fundId, role: 'service_team', book: 'npt' }],
    actions: expect.arrayContaining([
      {
        ...{ action: 'DOCUMENT_MANAGE', rights: [] },
        roles: [{ role: 'service_team', accounts: 1, fundIds: [fund.fundId] }],
      },
    ]),
  })
  expect(outcome(await give(member, { set: 'support' }, auditor))).toEqual(refused)
})

describe('the quarterly review', () => {
  test('suspends what nobody signed off, never the last right that manages users, and it can be put back', async () => {
    const realm = 'tolleson'
    const accessDb = portal.databases.accessAdmin(realm)
    const [manager, deputy, leaver] = [
      await makeStaff(portal, { realm }),
      await makeStaff(portal, { realm }),
      await makeStaff(portal, { realm, roles: [{ role: 'auditor', actions: null }] }),
    ]
    const given = new Date(clock.now().getTime() - 1000)
    await portal.database.admin.query('update user_role set given_at = $1 where realm = $2', [given, realm])
    await openReview(accessDb, '2026-Q4', clock.now())
    await openReview(accessDb, '2026-Q4', clock.now())
    const review = async () =>
      (await portal.call(listRightReview, {}, { as: await portal.sessionFor(manager.user) })).reply
    expect((await review()).meta.total).toBe(3)
    const rightOf = async (person: Person) =>
      (await review()).data.find(({ personId }) => personId === person.user.userId)?.rightId ?? ''
    expect(outcome(await decide(signOffRight, await rightOf(manager), manager))).toEqual(refused)
    expect((await decide(signOffRight, await rightOf(manager), deputy)).status).toBe(200)
    const openRight = await rightOf(leaver)
    const day = 86_400_000
    await closeDueReview(accessDb, new Date(clock.now().getTime() + 29 * day))
    expect((await review()).review?.closedAt).toBeNull()
    clock.advance(31 * day)
    await closeDueReview(accessDb, clock.now())
    expect((await review()).review).toMatchObject({ suspended: 2 })
    expect(await actionsOf(leaver)).toEqual([])
    expect(await actionsOf(deputy)).toEqual([])
    expect(await actionsOf(manager)).toContain('USER_MANAGE')
    manager.session = await portal.sessionFor(manager.user)
    expect((await decide(reinstateRight, openRight, manager, { reason: 'Is needed' })).reply.state).toBe(
      'active',
    )
    expect(await actionsOf(leaver)).toContain('AUDIT_VIEW')
    clock.set('2026-11-20T15:00:00Z')
  })

  test('leaves the last right that manages users', async () => {
    const realm = 'cazenove'
    const accessDb = portal.databases.accessAdmin(realm)
    const only = await makeStaff(portal, { realm })
    await portal.database.admin.query('update user_role set given_at = $1 where realm = $2', [
      new Date(clock.now().getTime() - 1000),
      realm,
    ])
    await openReview(accessDb, '2026-Q4', clock.now())
    await closeDueReview(accessDb, new Date(clock.now().getTime() + 31 * 86_400_000))
    expect(await actionsOf(only)).toContain('USER_MANAGE')
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getSession } from '../../../contract/session.contract.ts'
import { hostOf } from '../../../testing/app.ts'
import { bankProvider } from '../../../testing/bank-provider.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { outcome, refused, usersProgram } from '../../../testing/users-program.ts'
import {
  endUserAccess,
  linkLogin,
  resetUserFactors,
  resumeAccess,
  suspendAccess,
  unlinkLogin,
} from '../access.contract.ts'
import { listRightReview, reinstateRight, signOffRight } from '../rights.contract.ts'
import { listUsers } from '../users.contract.ts'
import { closeDueReview, openReview } from './review-rights.ts'

const { program, clock, reason, colleague, give, decide, about, actionsOf, shown, events } = usersProgram()

describe('access', () => {
  test('is suspended at once and given back with its rights, never to oneself', async () => {
    const person = await colleague()
    await give(person, { set: 'support' })
    expect(outcome(await about(suspendAccess, program.one, program.one, { reason: 'x' }))).toEqual(refused)
    expect((await about(suspendAccess, person, program.one, { reason: 'On leave' })).status).toBe(200)
    expect((await program.portal.call(getSession, {}, { as: person.session })).status).toBe(401)
    expect(await shown(person)).toMatchObject({
      access: 'suspended',
      suspension: { name: 'Una First', reason: 'On leave' },
      actions: [],
    })
    expect((await about(suspendAccess, person, program.one, { reason: 'Again' })).status).toBe(409)
    const found = await program.portal.call(
      listUsers,
      { query: { show: 'suspended' } },
      { as: program.two.session },
    )
    expect(found.reply.data.map(({ personId }) => personId)).toContain(person.user.userId)
    expect((await about(resumeAccess, person, program.two, { reason: 'Is back' })).status).toBe(200)
    expect(await actionsOf(person)).toContain('MAIL_RESEND')
    expect((await about(resumeAccess, person, program.two, { reason: 'Is back' })).status).toBe(409)
  })

  test('stays with the last donor of an account, and with the last person who manages users', async () => {
    const fund = await makeFund(program.portal)
    expect(
      (await about(endUserAccess, fund.donor, program.one, { reason: 'x', acceptsSmallerTeam: false }))
        .problem.detail,
    ).toContain(String(fund.fundId))
    const realm = 'glenmede'
    const [last, other] = [
      await makeStaff(program.portal, { realm }),
      await makeStaff(program.portal, { realm }),
    ]
    const both = await Promise.all([
      about(suspendAccess, last, other, { reason: 'x' }),
      about(suspendAccess, other, last, { reason: 'x' }),
    ])
    expect(both.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
  })

  test('by second factors is reset by somebody else, who writes down how they checked', async () => {
    const person = await colleague()
    expect(
      outcome(await about(resetUserFactors, program.one, program.one, { identityCheck: 'I know me' })),
    ).toEqual(refused)
    const identityCheck = 'Called back on the number on file'
    expect((await about(resetUserFactors, person, program.one, { identityCheck })).status).toBe(200)
    expect((await events(person)).at(-1)).toMatchObject({
      kind: 'factor-removed',
      detail: { reason: identityCheck, client: 'npt' },
    })
  })

  test('by a login of the bank is linked to one person, and unlinked with the sessions', async () => {
    const [person, other] = [await colleague(), await colleague()]
    const login = { provider: 'staff', subject: `emp-${randomUUID()}`, reason }
    expect((await about(linkLogin, person, program.one, { ...login, provider: 'embedded' })).status).toBe(400)
    expect((await about(linkLogin, person, program.one, login)).status).toBe(200)
    expect(Object.keys((await about(linkLogin, other, program.one, login)).problem.errors ?? {})).toEqual([
      'subject',
    ])
    const another = await about(linkLogin, person, program.one, { ...login, subject: 'emp-other' })
    expect(Object.keys(another.problem.errors ?? {})).toEqual(['provider'])
    expect(
      outcome(await about(linkLogin, program.one, program.one, { ...login, subject: 'emp-own' })),
    ).toEqual(refused)
    const { logins } = await shown(person)
    expect(logins).toMatchObject([{ provider: bankProvider.title, subject: login.subject }])
    const { issuer, subject } = { issuer: bankProvider.issuer, subject: login.subject }
    expect((await about(unlinkLogin, other, program.one, { issuer, subject, reason })).status).toBe(409)
    expect((await about(unlinkLogin, person, program.one, { issuer, subject, reason })).status).toBe(200)
    expect((await program.portal.call(getSession, {}, { as: person.session })).status).toBe(401)
  })
})

test('people are found by name, user ID, e-mail and account, and an auditor reads them and changes nothing', async () => {
  const fund = await makeFund(program.portal)
  const member = await makePersonOf(program.portal, fund, 'service_team')
  const auditor = await makeStaff(program.portal, { roles: [{ role: 'auditor', actions: null }] })
  const find = async (keywords: string) => {
    const { reply } = await program.portal.call(
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
  expect(await find('duncan sec')).toEqual([program.two.user.userId])
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

test('the list pages through everyone, in both orders, and its file has all of them', async () => {
  const as = program.one.session
  const page = async (query: object) => (await program.portal.call(listUsers, { query }, { as })).reply
  for (const lastName of ['Zander', 'Zander', 'Zephyr'])
    await makeStaff(program.portal, { firstName: 'Ines', lastName })
  const found: string[] = []
  let after: string | undefined
  do {
    const { data, meta } = await page({ keywords: 'Ines Z', first: 2, ...(after ? { after } : {}) })
    expect(meta.total).toBe(3)
    found.push(...data.map(({ name, personId }) => `${name} ${personId}`))
    after = meta.next ?? undefined
  } while (after)
  expect(found.map(each => each.split(' ')[1])).toEqual(['Zander', 'Zander', 'Zephyr'])
  expect(new Set(found).size).toBe(3)
  expect((await page({ keywords: 'Ines Z', sort: '-name', first: 1 })).data[0]?.name).toBe('Ines Zephyr')
  const file = await program.portal.app.inject({
    url: '/api/users/export?format=csv&keywords=Ines%20Z',
    headers: { host: hostOf('npt'), ...as.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body.split('\n').filter(line => line.includes('Ines Z'))).toHaveLength(3)
})

describe('the quarterly review', () => {
  test('suspends what nobody signed off, never the last right that manages users, and it can be put back', async () => {
    const realm = 'tolleson'
    const accessDb = program.portal.databases.accessAdmin(realm)
    const [manager, deputy, leaver] = [
      await makeStaff(program.portal, { realm }),
      await makeStaff(program.portal, { realm }),
      await makeStaff(program.portal, { realm, roles: [{ role: 'auditor', actions: null }] }),
    ]
    const given = new Date(clock.now().getTime() - 1000)
    await program.portal.database.admin.query('update user_role set given_at = $1 where realm = $2', [
      given,
      realm,
    ])
    await openReview(accessDb, '2026-Q4', clock.now())
    await openReview(accessDb, '2026-Q4', clock.now())
    const review = async () =>
      (await program.portal.call(listRightReview, {}, { as: await program.portal.sessionFor(manager.user) }))
        .reply
    expect((await review()).meta.total).toBe(3)
    const rightOf = async (person: Person) =>
      (await review()).data.find(({ personId }) => personId === person.user.userId)?.rightId ?? ''
    expect(outcome(await decide(signOffRight, await rightOf(manager), manager))).toEqual(refused)
    expect((await decide(signOffRight, await rightOf(manager), deputy)).status).toBe(200)
    const openRight = await rightOf(leaver)
    const leaverName = async () => (await review()).data.find(({ rightId }) => rightId === openRight)?.name
    const setSuspendedAt = (text: string) =>
      program.portal.database.admin.query(
        `update app_user set has_access = ${text === 'null'}, suspended_at = ${text},
          suspension_reason = case when ${text} is null then null else 'A doubt' end where user_id = $1`,
        [leaver.user.userId],
      )
    await setSuspendedAt('now()')
    expect(await leaverName()).toMatch(/ \(suspended\)$/)
    await setSuspendedAt('null')
    expect(await leaverName()).not.toContain('(')
    const day = 86_400_000
    await closeDueReview(accessDb, new Date(clock.now().getTime() + 29 * day))
    expect((await review()).review?.closedAt).toBeNull()
    clock.advance(31 * day)
    await closeDueReview(accessDb, clock.now())
    expect((await review()).review).toMatchObject({ suspended: 2 })
    expect(await actionsOf(leaver)).toEqual([])
    expect(await actionsOf(deputy)).toEqual([])
    expect(await actionsOf(manager)).toContain('USER_MANAGE')
    manager.session = await program.portal.sessionFor(manager.user)
    expect((await decide(reinstateRight, openRight, manager, { reason: 'Is needed' })).reply.state).toBe(
      'active',
    )
    expect(await actionsOf(leaver)).toContain('AUDIT_VIEW')
    clock.set('2026-11-20T15:00:00Z')
  })

  test('leaves the last right that manages users', async () => {
    const realm = 'cazenove'
    const accessDb = program.portal.databases.accessAdmin(realm)
    const only = await makeStaff(program.portal, { realm })
    await program.portal.database.admin.query('update user_role set given_at = $1 where realm = $2', [
      new Date(clock.now().getTime() - 1000),
      realm,
    ])
    await openReview(accessDb, '2026-Q4', clock.now())
    await closeDueReview(accessDb, new Date(clock.now().getTime() + 31 * 86_400_000))
    expect(await actionsOf(only)).toContain('USER_MANAGE')
  })
})

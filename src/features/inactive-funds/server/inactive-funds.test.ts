import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeInactiveFund } from '../../../testing/factories/make-inactive-fund.ts'
import { makeMail } from '../../../testing/factories/make-mail.ts'
import { inactiveFundCalls } from '../../../testing/inactive-fund-calls.ts'
import type { AttentionReason, FundView } from '../domain/attention.ts'
import { type InactiveFund, listInactiveFunds } from '../inactive-funds.contract.ts'

let portal: TestApp
let one: Person
let calls: ReturnType<typeof inactiveFundCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  one = await makeStaff(portal)
  calls = inactiveFundCalls(portal)
})
afterAll(() => portal.close())

/** A fund that opened recently, with successors; its donor has an address. It needs no attention. */
async function soundFund(about: Parameters<typeof makeFund>[1] = {}): Promise<MadeFund> {
  const fund = await makeFund(portal, { openedOn: isoDate('2026-01-04'), ...about })
  await portal.database.admin.query(
    `update fund_account set succession_plan_type_code = 'CHARITIES' where account_id = $1`,
    [fund.accountId],
  )
  return fund
}

type Search = { view?: FundView; reason?: AttentionReason; sort?: string; first?: number; after?: string }
const list = async (search: Search = {}, as = one) =>
  (await portal.call(listInactiveFunds, { query: { first: 500, ...search } }, { as: as.session })).reply
const rowOf = async ({ accountId }: MadeFund, search: Search = {}): Promise<InactiveFund | undefined> =>
  (await list(search)).data.find(row => row.accountId === accountId)

test('leaves out a fund that needs no attention, one that is not active, and the general fund', async () => {
  expect(await rowOf(await makeFund(portal, { accountType: 'General', balanceMinor: 0n }))).toBeUndefined()
  const fund = await soundFund()
  expect(await rowOf(fund)).toBeUndefined()
  for (const status of ['Immobile', 'Closed', 'Entered'] as const)
    expect(await rowOf(await makeFund(portal, { status, balanceMinor: 0n })), status).toBeUndefined()
  expect((await calls.show(one, fund.accountId)).reply.reasons).toEqual([])
})

test('says each reason alone, and every one of a fund together', async () => {
  const old = await soundFund({ openedOn: isoDate('2024-11-20') })
  const small = await soundFund({ balanceMinor: npt.inactiveFunds.smallBalanceMinor - 1n })
  const enough = await soundFund({ balanceMinor: npt.inactiveFunds.smallBalanceMinor })
  const bounced = await soundFund()
  await makeMail(portal.databases.book('npt'), {
    accountId: bounced.accountId,
    failure: 'mailbox unavailable',
  })
  const all = await makeFund(portal, { balanceMinor: 5n, openedOn: isoDate('2019-01-01') })
  await portal.database.admin.query(`update party set address_line1 = null, city = null where user_id = $1`, [
    all.donor.user.userId,
  ])
  await makeMail(portal.databases.book('npt'), { accountId: all.accountId, failure: 'mailbox unavailable' })
  expect((await rowOf(old))?.reasons).toEqual(['no-grant'])
  expect((await rowOf(small))?.reasons).toEqual(['small-balance'])
  expect(await rowOf(enough)).toBeUndefined()
  expect((await rowOf(bounced))?.reasons).toEqual(['bounced-mail'])
  expect((await rowOf(all))?.reasons).toEqual([
    'no-grant',
    'small-balance',
    'no-successors',
    'no-address',
    'bounced-mail',
  ])
  for (const [reason, fund, other] of [
    ['no-grant', old, small],
    ['small-balance', small, old],
    ['bounced-mail', bounced, old],
  ] as const) {
    expect(await rowOf(fund, { reason }), reason).toBeDefined()
    expect(await rowOf(other, { reason }), reason).toBeUndefined()
  }
})

test('counts the months from the last grant, to the day', async () => {
  const fund = await soundFund({ openedOn: isoDate('2019-01-01') })
  const grantId = await makeGrant(portal, fund, {})
  expect(await rowOf(fund)).toBeUndefined()
  const recommendedOn = async (day: string) =>
    await portal.database.admin.query(
      'update grant_recommendation set recommended_on = $2 where grant_id = $1',
      [grantId, day],
    )
  await recommendedOn('2024-11-20')
  expect(await rowOf(fund)).toMatchObject({ reasons: ['no-grant'], lastGrantOn: '2024-11-20' })
  await recommendedOn('2024-11-21')
  expect(await rowOf(fund)).toBeUndefined()
})

test('sorts by last grant, balance and name, and pages through equal ones, each once', async () => {
  const made: string[] = []
  for (let index = 0; index < 12; index++)
    made.push((await soundFund({ openedOn: isoDate('2020-02-02'), balanceMinor: 7_00n })).accountId)
  for (const sort of ['lastGrant', '-lastGrant', 'available', '-account']) {
    const shown: InactiveFund[] = []
    let after: string | undefined
    do {
      const { data, meta } = await list({ sort, first: 5, ...(after === undefined ? {} : { after }) })
      shown.push(...data)
      after = meta.next ?? undefined
    } while (after !== undefined)
    const ids = shown.map(({ accountId }) => accountId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => made.includes(id)).toSorted()).toEqual(made.toSorted())
    if (sort === 'available')
      expect(shown.map(row => row.availableMinor)).toEqual(
        shown.map(row => row.availableMinor).toSorted((a, b) => Number(a - b)),
      )
  }
})

test('records calls, answers and notes once for each key, and filters by what is done', async () => {
  const fund = await soundFund({ openedOn: isoDate('2020-01-01') })
  expect(await rowOf(fund, { view: 'untouched' })).toBeDefined()
  const key = randomUUID()
  expect((await calls.record(one, fund.accountId, 'call', key)).reply.steps).toHaveLength(1)
  expect((await calls.record(one, fund.accountId, 'call', key)).reply.steps).toHaveLength(1)
  expect((await calls.record(one, fund.accountId, 'note')).reply.steps.map(({ kind }) => kind)).toEqual([
    'note',
    'call',
  ])
  expect(await rowOf(fund, { view: 'untouched' })).toBeUndefined()
  expect((await rowOf(fund))?.lastStep).toMatchObject({ kind: 'note', byName: 'Prudence Gale' })
  await expect(
    portal.database.admin.query('update inactive_fund_step set note = $$Another$$'),
  ).rejects.toThrow()
})

test('shows the funds whose term is over, until somebody answers', async () => {
  const fund = await makeFund(portal)
  await makeInactiveFund(portal, fund, { state: 'term-over', by: one })
  expect(await rowOf(fund, { view: 'term-over' })).toBeDefined()
  await calls.record(one, fund.accountId, 'answer')
  expect(await rowOf(fund, { view: 'term-over' })).toBeUndefined()
  expect((await rowOf(fund))?.termEndsOn).toBeNull()
})

test('does not know a fund of another book, and neither list nor file has any of it', async () => {
  const other = await makeFund(portal, { book: 'rathbones', accountName: 'Owl Fund of rathbones' })
  const own = await makeFund(portal, { accountName: 'Owl Fund of npt' })
  expect((await calls.show(one, other.accountId)).status).toBe(404)
  expect((await calls.record(one, other.accountId, 'call')).status).toBe(404)
  expect((await list()).data.map(({ accountName }) => accountName)).not.toContain('Owl Fund of rathbones')
  const file = await portal.app.inject({
    url: '/api/inactive-funds/export?format=csv&view=all',
    headers: { host: hostOf('npt'), ...one.session.headers },
  })
  expect(file.statusCode).toBe(200)
  expect(file.body).toContain(own.accountName)
  expect(file.body).not.toContain('rathbones')
})

test('refuses a donor, an advisor, and staff without the right', async () => {
  const fund = await makeFund(portal)
  const advisor = await makePersonOf(portal, fund, 'primary_advisor')
  const reader = await makeStaff(portal, {
    roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW'] }],
  })
  expect((await calls.show(fund.donor, fund.accountId)).status).toBe(404)
  expect((await calls.record(advisor, fund.accountId, 'answer')).status).toBe(400)
  expect((await calls.show(reader, fund.accountId)).status).toBe(200)
  for (const refused of [
    await calls.record(reader, fund.accountId, 'answer'),
    await calls.send(reader, fund.accountId),
    await calls.propose(reader, fund.accountId),
  ])
    expect(refused.status).toBe(400)
})

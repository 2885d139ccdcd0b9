import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../../testing/read-pdf.ts'
import { commandOf } from '../../../testing/signing.ts'
import { getStatement } from '../../fund-activity/fund-activity.contract.ts'
import {
  assignHousehold,
  createHousehold,
  deleteHousehold,
  getActivityReport,
  getDashboardTotals,
  listDashboardAccounts,
  listHouseholds,
  renameHousehold,
} from '../advisor-dashboard.contract.ts'

let portal: TestApp
let advisor: Person
let staff: Person
/** Two accounts that the advisor looks after, and one that they do not. */
let [first, second, foreign]: MadeFund[] = []
const clock = testClock()

beforeAll(async () => {
  portal = await startTestApp({ clock })
  staff = await makeStaff(portal)
  const [one, two] = [
    await makeFund(portal, { accountName: 'Avocet Fund', balanceMinor: 20_000_00n }),
    await makeFund(portal, { accountName: 'Bittern Fund', balanceMinor: 5_000_00n, donorName: 'Nora Quill' }),
  ]
  advisor = await makePersonOf(portal, one, 'primary_advisor')
  await makeRelationship(portal.databases, two, { user: advisor.user, role: 'banker' })
  ;[first, second, foreign] = [one, two, await makeFund(portal, { accountName: 'Crane Fund' })]
})
afterAll(() => portal.close())

const list = (query: object = {}, as = advisor) =>
  portal.call(listDashboardAccounts, { query }, { as: as.session })
const names = async (query: object = {}, as = advisor) =>
  (await list(query, as)).reply.data.map(({ accountName }) => accountName.replace(/ \(.*/, ''))
const create = (name: string, as = advisor) =>
  portal.call(createHousehold, { body: commandOf({ name }) }, { as: as.session })
const assign = (householdId: string | null, funds: readonly MadeFund[], as = advisor) =>
  portal.call(
    assignHousehold,
    {
      body: commandOf({
        householdId,
        accounts: funds.map(({ fundId }) => ({ fundId, currency: 'USD' as const })),
      }),
    },
    { as: as.session },
  )
const need = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the fixture is not there')
  return value
}

describe('the accounts', () => {
  test('are those that the person looks after now, with the sums of the year', async () => {
    const grantId = await makeGrant(portal, need(first), { amountMinor: 1_000_00n })
    const grants = grantCalls(portal)
    await grants.approve(grantId, staff.session)
    await payGrant(portal, grantId, staff)
    await makeGrant(portal, need(first), { amountMinor: 300_00n })
    const { data, meta } = (await list()).reply
    expect(meta.total).toBe(2)
    expect(data[0]).toMatchObject({
      fundId: need(first).fundId,
      currency: 'USD',
      balanceMinor: 19_000_00n,
      availableMinor: 18_700_00n,
      contributionsMinor: 20_000_00n,
      grantsMinor: 1_000_00n,
      pendingMinor: 300_00n,
      household: null,
    })
    expect((await list({}, need(foreign).donor)).status).toBe(404)
  })

  test('are summed with the change since January 1, and with last year until the same day', async () => {
    const fund = await makeFund(portal, { balanceMinor: 0n })
    const person = await makePersonOf(portal, fund, 'primary_advisor')
    const totals = async () =>
      (await portal.call(getDashboardTotals, { query: {} }, { as: person.session })).reply.totals
    // The clock is at November 20, 2026: the fifth day is after the same day of last year, the first before that year.
    const days = ['2024-12-31', '2025-01-01', '2025-10-31', '2025-11-20', '2025-11-21', '2026-02-01']
    for (const [index, day] of days.entries())
      await makeContribution(portal.databases, fund, BigInt(10 ** index) * 100n, { on: day })
    const changes = { balanceChangeMinor: 100_000_00n, contributionsBeforeMinor: 1_110_00n }
    expect(await totals()).toMatchObject([{ balanceMinor: 111_111_00n, ...changes }])
  })

  test('are found by name, donor and number, filtered and sorted; pages continue each order', async () => {
    expect(await names({ keywords: 'bitt' })).toEqual(['Bittern Fund'])
    expect(await names({ keywords: 'quill' })).toEqual(['Bittern Fund'])
    expect(await names({ keywords: String(need(first).fundId).slice(0, 7) })).toContain('Avocet Fund')
    expect(await names({ keywords: "x' or 1=1 --" })).toEqual([])
    expect(await names({ status: 'Closed' })).toEqual([])
    for (const order of [
      'accountName',
      'balance',
      'contributions',
      'grants',
      'pending',
      'waiting',
      'lastActivity',
      'household',
      'fundId',
      'available',
    ])
      for (const sort of [order, `-${order}`]) {
        const one = (await list({ sort, first: 1 })).reply
        const two = (await list({ sort, first: 1, after: one.meta.next })).reply
        expect([...one.data, ...two.data].map(({ fundId }) => fundId).toSorted()).toEqual(
          [need(first).fundId, need(second).fundId].toSorted(),
        )
        expect(two.meta.next).toBeNull()
      }
  })

  test('leave with the relationship, and never show another book', async () => {
    const fund = await makeFund(portal, { accountName: 'Dunlin Fund' })
    const person = await makePersonOf(portal, fund, 'banker')
    expect(await names({}, person)).toEqual(['Dunlin Fund'])
    await portal.database.admin.query(
      "update account_relationship set ended_at = now() where account_id = $1 and account_role_code = 'banker'",
      [fund.accountId],
    )
    expect((await portal.call(listDashboardAccounts, {}, { as: person.session })).status).toBe(404)
  })

  test('count what waits for people who may act: the service team, and an advisor who may grant', async () => {
    const fund = await makeFund(portal, { accountName: 'Egret Fund', advisorMayGrant: true })
    const grantId = await makeGrant(portal, fund)
    await withoutTriggers(
      portal.database.admin,
      "update grant_recommendation set transaction_status_code = 2, review_state = 'information_needed' where grant_id = $1",
      [grantId],
    )
    const waiting = async (role: 'primary_advisor' | 'banker' | 'service_team') =>
      (await list({}, await makePersonOf(portal, fund, role))).reply.data[0]?.waiting
    expect(await waiting('primary_advisor')).toBe(1)
    expect(await waiting('banker')).toBe(0)
    expect(await waiting('service_team')).toBe(1)
    const service = await makePersonOf(portal, fund, 'service_team')
    expect(await names({ waiting: true }, service)).toEqual(['Egret Fund'])
    expect((await list({ waiting: true })).reply.meta.total).toBe(0)
  })
})

describe('households', () => {
  test('group the accounts of their maker, who alone sees them', async () => {
    const { householdId } = (await create('The Herons')).reply
    expect((await assign(householdId, [need(first)])).reply.accounts).toBe(1)
    expect((await list()).reply.data[0]?.household).toEqual({ householdId, name: 'The Herons' })
    expect(await names({ household: householdId })).toEqual(['Avocet Fund'])
    expect(await names({ household: 'none' })).toEqual(['Bittern Fund'])
    const colleague = await makePersonOf(portal, need(first), 'banker')
    expect((await list({}, colleague)).reply.data[0]?.household).toBeNull()
    expect(await names({ household: householdId }, colleague)).toEqual([])
    const foreignCalls = [
      await portal.call(
        renameHousehold,
        { params: { householdId }, body: commandOf({ name: 'Mine' }) },
        { as: colleague.session },
      ),
      await portal.call(
        deleteHousehold,
        { params: { householdId }, body: commandOf({}) },
        { as: colleague.session },
      ),
      await assign(householdId, [need(first)], colleague),
    ]
    expect(foreignCalls.map(({ status }) => status)).toEqual([404, 404, 404])
    const { totals, households } = (
      await portal.call(getDashboardTotals, { query: {} }, { as: advisor.session })
    ).reply
    expect(totals).toMatchObject([{ currency: 'USD', accounts: 2, balanceMinor: 24_000_00n }])
    expect(households).toMatchObject([
      { household: { name: 'The Herons' }, balanceMinor: 19_000_00n },
      { household: null, balanceMinor: 5_000_00n },
    ])
    await portal.call(
      deleteHousehold,
      { params: { householdId }, body: commandOf({}) },
      { as: advisor.session },
    )
    expect((await list()).reply.data[0]?.household).toBeNull()
  })

  test('refuse an account that is not the person’s, and then move none', async () => {
    const { householdId } = (await create('The Cranes')).reply
    expect((await assign(householdId, [need(first), need(foreign)])).status).toBe(404)
    expect(await names({ household: householdId })).toEqual([])
    expect((await assign(randomUUID(), [need(first)])).status).toBe(404)
  })

  test('have one name each, also if two are created concurrently or differ in case', async () => {
    const made = await Promise.all([create('The Owls'), create('the owls'), create(' The  Owls ')])
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const { data } = (await portal.call(listHouseholds, {}, { as: advisor.session })).reply
    expect(data.filter(({ name }) => name.toLowerCase() === 'the owls')).toHaveLength(1)
  })
})

describe('the activity report', () => {
  const about = (from: string, to: string, funds: readonly MadeFund[] | null = null) => ({
    from: from as IsoDate,
    to: to as IsoDate,
    accounts: funds?.map(({ fundId }) => ({ fundId, currency: 'USD' as const })) ?? null,
    filter: { keywords: '', household: null, status: null, waiting: false },
  })

  test('equals the statement of each account, for any range, and adds up', async () => {
    await makeContribution(portal.databases, need(second), 700_00n, { into: 'excluded' })
    for (const [from, to] of [
      ['2026-01-01', '2026-11-20'],
      ['2026-01-15', '2026-01-15'],
      ['2025-02-03', '2026-03-31'],
    ] as const) {
      const { rows, totals } = (
        await portal.call(getActivityReport, { body: about(from, to) }, { as: advisor.session })
      ).reply
      expect(rows).toHaveLength(2)
      for (const row of rows) {
        const { summary, sections } = (
          await portal.call(
            getStatement,
            { params: { fundId: row.fundId }, query: { from: from as IsoDate, to: to as IsoDate } },
            { as: staff.session },
          )
        ).reply
        expect(row).toMatchObject(summary ?? {})
        expect(row.contributionsMinor).toBe(sections.find(({ section }) => section === 1)?.totalMinor)
        expect(row.grantsMinor).toBe(sections.find(({ section }) => section === 2)?.totalMinor)
      }
      expect(totals[0]?.endingMinor).toBe(rows.reduce((sum, { endingMinor }) => sum + endingMinor, 0n))
    }
  })

  test('is about accounts of the person alone, and refuses a range that ends after today', async () => {
    const report = (body: ReturnType<typeof about>) =>
      portal.call(getActivityReport, { body }, { as: advisor.session })
    const chosen = await report(about('2026-01-01', '2026-03-31', [need(second)]))
    expect(chosen.reply.rows.map(({ fundId }) => fundId)).toEqual([need(second).fundId])
    expect((await report(about('2026-01-01', '2026-03-31', [need(first), need(foreign)]))).status).toBe(404)
    expect((await report(about('2026-01-01', '2199-03-31'))).status).toBe(400)
  })

  test('is saved as a tagged PDF and as a workbook', async () => {
    const save = async (format: 'pdf' | 'xlsx') => {
      const response = await portal.app.inject({
        method: 'POST',
        url: '/api/advisor-dashboard/report/file',
        headers: {
          host: 'npt.localhost:3000',
          origin: 'http://npt.localhost:3000',
          ...advisor.session.headers,
        },
        payload: { ...about('2026-01-01', '2026-06-30'), format },
      })
      expect(response.statusCode).toBe(200)
      return response
    }
    const pdf = await save('pdf')
    expect(await pdfFaults(pdf.rawPayload, { locale: 'en-US' })).toEqual([])
    const [, accounts] = nodesOf((await readPdf(pdf.rawPayload)).structure, 'Table')
    expect(
      nodesOf(need(accounts), 'TR').map(row => row.children.map(({ text }) => text).slice(0, 4)),
    ).toEqual([
      ['Account', 'Account ID', 'Donor', 'Household'],
      ['Avocet Fund (Active)', String(need(first).fundId), expect.any(String), expect.any(String)],
      ['Bittern Fund (Active)', String(need(second).fundId), 'Nora Quill', expect.any(String)],
    ])
    expect((await save('xlsx')).headers['content-disposition']).toContain(
      'activity-2026-01-01-2026-06-30.xlsx',
    )
  })
})

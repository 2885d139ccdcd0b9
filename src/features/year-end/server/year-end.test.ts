import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { datedEntries } from '../../../testing/dated-entries.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { contributionPostings, feePostings } from '../../ledger/domain/postings.ts'
import { postReversal } from '../../ledger/server/post-reversal.ts'
import {
  exportYearEndContributions,
  exportYearEndGrantees,
  getYearEnd,
  listYearEndContributions,
  listYearEndContributors,
  listYearEndFunds,
  listYearEndGrantees,
  listYearEndGrants,
} from '../year-end.contract.ts'

// The fiscal year of npt begins on July 1: that of 2025 ends on June 30, 2026.
let portal: TestApp
let staff: Person
let fund: MadeFund
let other: MadeFund
const charities: string[] = []

let post: ReturnType<typeof datedEntries>['post']
let grant: ReturnType<typeof datedEntries>['grant']

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  ;({ post, grant } = datedEntries(portal))
  staff = await makeStaff(portal)
  fund = await makeFund(portal, { balanceMinor: 0n })
  other = await makeFund(portal, { balanceMinor: 0n })
  for (let made = 0; made < 3; made++)
    charities.push((await makeCharity(portal.databases, { register: 'irs-bmf' })).charityId)
  const [first = '', second = '', third = ''] = charities
  await portal.database.admin.query(`update charity set subsection = '04' where charity_id = $1`, [second])
  const { accountId } = fund
  await post('contribution_wire', '2025-05-31', contributionPostings(accountId, 90_000_00n, 'spendable'))
  await post(
    'contribution_cash',
    '2025-06-30',
    contributionPostings(other.accountId, 30_000_00n, 'spendable'),
  )
  // Both ends of the year, and the day after it.
  await post('contribution_cash', '2025-07-01', contributionPostings(accountId, 4_999_99n, 'spendable'))
  await post('contribution_cash', '2026-06-30', contributionPostings(accountId, 1n, 'spendable'))
  await post('contribution_cash', '2026-07-01', contributionPostings(accountId, 77_00n, 'spendable'))
  await post('contribution_illiquid', '2025-08-01', contributionPostings(other.accountId, 2_00n, 'excluded'))
  const wrong = await post(
    'contribution_securities',
    '2025-08-02',
    contributionPostings(other.accountId, 8_000_00n, 'excluded'),
  )
  await postReversal(portal.databases.book('npt'), wrong, {
    ...{ today: isoDate('2025-08-03'), comment: 'Wrong fund', actorUserId: null },
  })
  await post('administrative_fee', '2025-09-01', feePostings(accountId, 10_00n))
  await grant(fund, first, 5_000_00n, { approved: '2025-06-30', paid: '2025-07-02' })
  await grant(fund, first, 1n, { approved: '2025-07-03', paid: '2025-07-04' })
  await grant(other, second, 6_000_00n, { approved: '2025-10-01', paid: '2025-10-02' })
  await grant(other, second, 100_00n, { approved: '2025-10-01', paid: '2025-10-02', returned: '2026-01-02' })
  // Approved in the year and paid after it; approved and released.
  await grant(other, third, 7_000_00n, { approved: '2026-06-30', paid: '2026-07-01' })
  await grant(other, third, 900_00n, { approved: '2025-10-01', released: '2025-10-05' })
})
afterAll(() => portal.close())

const figures = async (query: { year?: number } = { year: 2025 }) =>
  (await portal.call(getYearEnd, { query }, { as: staff.session })).reply

type Line = {
  ledger: string
  section: number | null
  minor: string
  kind: string
  on: string
  fund: string | null
}
/** Every posting of the book, with the kind that a reversal reverses: what the test adds up on its own. */
async function postingsOfBook(): Promise<Line[]> {
  const { rows } = await portal.database.admin.query<Line>(
    `select p.ledger, p.section, p.amount_minor::text as minor, coalesce(r.kind, e.kind) as kind,
        e.effective_date::text as on, a.fund_id::text as fund
      from posting p join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
        left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
        left join fund_account a on a.book = p.book and a.account_id = p.account_id where p.book = 'npt'`,
  )
  return rows
}
const isInYear = ({ on }: Line) => on >= '2025-07-01' && on <= '2026-06-30'
const sum = (lines: readonly Line[], is: (line: Line) => boolean) =>
  lines.reduce((all, line) => (is(line) ? all + BigInt(line.minor) : all), 0n)

test('every figure of Schedule D is what the postings add up to, by both methods', async () => {
  const lines = await postingsOfBook()
  const found = await figures()
  const both = (of: { advisedMinor: bigint; generalMinor: bigint }) => of.advisedMinor + of.generalMinor
  expect(found).toMatchObject({ from: '2025-07-01', to: '2026-06-30', isOver: true, method: 'cash' })
  expect(both(found.contributions)).toBe(sum(lines, line => isInYear(line) && line.section === 1))
  expect(both(found.contributions)).toBe(5_002_00n)
  const paid = sum(lines, line => isInYear(line) && line.ledger === 'granted')
  const approved = sum(lines, line => isInYear(line) && line.ledger === 'commitments') + paid
  expect(both(found.grants.cash)).toBe(paid)
  expect(both(found.grants.accrual)).toBe(approved)
  expect([paid, approved]).toEqual([11_000_01n, 13_000_01n])
  const valueAt = (day: string) =>
    sum(lines, line => line.on <= day && line.section !== null && line.section <= 8)
  const opening = valueAt('2025-06-30')
  expect(both(found.opening)).toBe(opening)
  expect(both(found.closing.cash)).toBe(valueAt('2026-06-30'))
  expect(both(found.closing.accrual)).toBe(
    valueAt('2026-06-30') - sum(lines, line => line.on <= '2026-06-30' && line.ledger === 'commitments'),
  )
  expect(found.closing.cash.advisedMinor - found.closing.accrual.advisedMinor).toBe(7_000_00n)
  expect(found.rate).toEqual({
    cash: Math.round((Number(paid) / Number(opening)) * 10_000),
    accrual: Math.round((Number(approved) / Number(opening)) * 10_000),
  })
})

test('the rows name a contribution by wire as the client’s country says it', async () => {
  const query = { year: 2024, first: 500 }
  const { reply } = await portal.call(listYearEndContributions, { query }, { as: staff.session })
  expect(reply.data.map(({ kind }) => kind)).toContain('Wire contribution')
})

test('each figure is what its rows add up to', async () => {
  const found = await figures()
  const query = { year: 2025, first: 500 }
  const as = { as: staff.session }
  const funds = (await portal.call(listYearEndFunds, { query }, as)).reply.data
  const given = (await portal.call(listYearEndContributions, { query }, as)).reply.data
  const granted = (await portal.call(listYearEndGrants, { query }, as)).reply.data
  const total = <Row>(rows: readonly Row[], of: (row: Row) => bigint) =>
    rows.reduce((all, row) => all + of(row), 0n)
  const advised = funds.filter(({ isGeneral }) => !isGeneral)
  expect(funds.filter(({ isCounted }) => isCounted)).toHaveLength(found.funds)
  expect(total(advised, row => row.closingMinor)).toBe(found.closing.cash.advisedMinor)
  expect(total(advised, row => row.closingAccrualMinor)).toBe(found.closing.accrual.advisedMinor)
  expect(total(advised, row => row.openingMinor)).toBe(found.opening.advisedMinor)
  expect(total(given, row => row.amountMinor)).toBe(
    found.contributions.advisedMinor + found.contributions.generalMinor,
  )
  expect(total(granted, row => row.cashMinor)).toBe(found.grants.cash.advisedMinor)
  expect(total(granted, row => row.accrualMinor)).toBe(found.grants.accrual.advisedMinor)
  expect(funds.find(({ fundId }) => fundId === fund.fundId)).toMatchObject({
    openingMinor: 90_000_00n,
    contributionsMinor: 5_000_00n,
    cashMinor: 5_000_01n,
    accrualMinor: 1n,
    rateCash: 556,
    rateAccrual: 0,
  })
})

test('Schedule I lists who received more than 5,000 dollars by the method, with the section of each', async () => {
  const listed = async (method: 'cash' | 'accrual') =>
    (
      await portal.call(
        listYearEndGrantees,
        { query: { year: 2025, first: 500, method } },
        { as: staff.session },
      )
    ).reply.data
  const [first, second, third] = charities
  const byCash = await listed('cash')
  expect(byCash.map(({ charityId }) => charityId)).toEqual([second, first])
  expect(byCash[1]).toMatchObject({ section: '501(c)(3)', cashMinor: 5_000_01n, accrualMinor: 1n, grants: 2 })
  expect(byCash[1]?.number).toBe(`${first?.slice(7, 9)}-${first?.slice(9)}`)
  expect(byCash[0]).toMatchObject({ section: '501(c)(4)', cashMinor: 6_000_00n })
  expect((await listed('accrual')).map(({ charityId }) => charityId)).toEqual([third, second])
  const { grantees } = await figures()
  expect(grantees.cash).toEqual({ charities: 1, others: 1, amountMinor: 11_000_01n })
  expect(grantees.accrual).toEqual({ charities: 1, others: 1, amountMinor: 13_000_00n })
  const { reply } = await portal.call(
    listYearEndGrants,
    { query: { year: 2025, first: 500, charityId: first ?? '' } },
    { as: staff.session },
  )
  expect(reply.data.reduce((all, row) => all + row.cashMinor, 0n)).toBe(5_000_01n)
})

test('Schedule B lists who gave 5,000 dollars, reversed gifts aside; Schedule M what was given besides money', async () => {
  const { reply } = await portal.call(
    listYearEndContributors,
    { query: { year: 2025, first: 500 } },
    { as: staff.session },
  )
  // The other fund gave property worth 2 dollars; its 8,000 dollars of shares were reversed.
  expect(reply.data).toHaveLength(1)
  expect(reply.data[0]).toMatchObject({
    totalMinor: 5_000_00n,
    noncashMinor: 0n,
    gifts: 2,
    isOverShare: true,
  })
  const { contributors, noncash } = await figures()
  expect(contributors).toEqual({ listed: 1, overShare: 1, amountMinor: 5_000_00n })
  expect(noncash).toEqual([
    { type: 'publicly-traded', contributions: 0, amountMinor: 0n },
    { type: 'closely-held', contributions: 0, amountMinor: 0n },
    { type: 'other', contributions: 1, amountMinor: 2_00n },
  ])
  const ofType = await portal.call(
    listYearEndContributions,
    { query: { year: 2025, first: 500, noncash: 'other' } },
    { as: staff.session },
  )
  expect(ofType.reply.data.map(({ amountMinor }) => amountMinor)).toEqual([2_00n])
  const ofPayer = await portal.call(
    listYearEndContributions,
    { query: { year: 2025, first: 500, contributor: reply.data[0]?.contributor } },
    { as: staff.session },
  )
  expect(ofPayer.reply.data.map(({ amountMinor }) => amountMinor)).toEqual([1n, 4_999_99n])
})

test('without a year it is the last one that is over; a year to come and what is no year are refused', async () => {
  expect(await figures({})).toMatchObject({ year: 2025, lastYear: 2026 })
  expect(await figures({ year: 2026 })).toMatchObject({ isOver: false, to: '2027-06-30' })
  for (const query of [{ year: 2027 }, { year: 1999 }, { year: 2200 }, { year: 2025.5 }])
    expect((await portal.call(getYearEnd, { query }, { as: staff.session })).status).toBe(400)
  const hostile = { year: 2025, contributor: "' or true--", first: 10 }
  expect(
    (await portal.call(listYearEndContributions, { query: hostile }, { as: staff.session })).status,
  ).toBe(400)
})

test('lists continue page by page without losing a row', async () => {
  const seen: string[] = []
  let after: string | undefined
  do {
    const { reply } = await portal.call(
      listYearEndContributions,
      { query: { year: 2025, first: 2, after } },
      { as: staff.session },
    )
    seen.push(...reply.data.map(({ entryId }) => entryId))
    after = reply.meta.next ?? undefined
  } while (after !== undefined)
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})

const fileAt = async (path: string) =>
  (await portal.app.inject({ url: path, headers: { host: hostOf('npt'), ...staff.session.headers } })).body

test('the files have the columns of the forms', async () => {
  const grantees = await fileAt(`${exportYearEndGrantees.path}?year=2025&format=csv`)
  expect(grantees.split('\r\n')[0]).toContain(
    '(a) Name,(a) Address,(b) EIN,(c) IRC section,"(d) Amount of cash grant, paid"',
  )
  expect(grantees).toContain('501(c)(4),6000.00,6000.00,0.00')
  expect(await fileAt(`${exportYearEndContributions.path}?year=2025&format=csv`)).toContain('4999.99')
})

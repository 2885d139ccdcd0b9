import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { contributionPostings } from '../../ledger/domain/postings.ts'
import { getYearEnd, listYearEndContributions, listYearEndFunds } from '../year-end.contract.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
})
afterAll(() => portal.close())

test('the right of its own opens it, and the right to close months does not', async () => {
  const withRight = async (action: 'REPORT_EXPORT' | 'PERIOD_CLOSE') => {
    const person = await makeStaff(portal, { roles: [{ role: 'super_user', actions: [action] }] })
    return (await portal.call(getYearEnd, { query: {} }, { as: person.session })).status
  }
  expect(await withRight('REPORT_EXPORT')).toBe(200)
  expect(await withRight('PERIOD_CLOSE')).not.toBe(200)
})

test('a British book has its own year and the note of the SORP, and none of another book', async () => {
  await makeFund(portal, { balanceMinor: 70_000_00n })
  const foreign = await makeStaff(portal, { realm: 'nptuk' })
  const theirs = await makeFund(portal, { book: 'nptuk', balanceMinor: 25_000_01n })
  await makeEntry(portal.databases, theirs, {
    ...{ kind: 'gift_aid', postings: contributionPostings(theirs.accountId, 6_250_00n, 'spendable') },
  })
  const as = { as: foreign.session, client: 'nptuk' }
  const { reply } = await portal.call(getYearEnd, { query: { year: 2025 } }, as)
  expect(reply).toMatchObject({ return: 'sorp', currency: 'GBP', from: '2025-04-01', to: '2026-03-31' })
  expect(reply.contributions.advisedMinor).toBe(25_000_01n)
  expect(reply.giftAid.advisedMinor).toBe(6_250_00n)
  const rowsOf = async (giftAid: boolean) => {
    const listed = await portal.call(
      listYearEndContributions,
      { query: { year: 2025, first: 500, giftAid } },
      as,
    )
    return listed.reply.data.map(({ amountMinor }) => amountMinor)
  }
  expect([await rowsOf(false), await rowsOf(true)]).toEqual([[25_000_01n], [6_250_00n]])
  expect(reply.contributors).toEqual({ listed: 1, overShare: 1, amountMinor: 25_000_01n })
  const funds = await portal.call(listYearEndFunds, { query: { year: 2025, first: 500 } }, as)
  expect(funds.reply.data.filter(row => row.contributionsMinor > 0n).map(({ fundId }) => fundId)).toEqual([
    theirs.fundId,
  ])
})

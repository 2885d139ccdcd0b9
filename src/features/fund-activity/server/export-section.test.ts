import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeEntry } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makePersonOf } from '../../../testing/factories/make-fund.ts'
import { contributionPostings, otherPostings } from '../../ledger/domain/postings.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  fund = await makeFund(portal, { book: 'rathbones', balanceMinor: 500_00n })
  await makeEntry(portal.databases, fund, {
    kind: 'other',
    on: '2026-04-01',
    postings: otherPostings(fund.accountId, -1_00n),
    comment: '@SUM(A1:A9), "corrected"',
  })
})
afterAll(() => portal.close())

const download = async (section: number, session: TestSession, fundId = fund.fundId) =>
  await portal.app.inject({
    url: `/api/accounts/${fundId}/activity/${section}/export?format=csv&from=2026-01-01&to=2026-11-20`,
    headers: { host: hostOf('rathbones'), 'x-accountid': '0', ...session.headers },
  })

describe('export of a section (§2.6)', () => {
  test('has the columns of its table, in the client’s language and currency', async () => {
    const { body, headers } = await download(4, fund.donor.session)
    expect(body).toMatch(
      /^\uFEFFDate,Concerns,Type,Comment,Transaction,Amount \(GBP\)\r\n2026-04-01,,[^,]+,"'@SUM\(A1:A9\), ""corrected""",\d+,-1\.00\r\n$/,
    )
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Other-Activity-2026-01-01-2026-11-20.csv"',
    )
  })

  test('names the type of a transaction in the client’s English', async () => {
    await makeEntry(portal.databases, fund, {
      kind: 'contribution_wire',
      on: '2026-05-01',
      postings: contributionPostings(fund.accountId, 20_00n, 'spendable'),
    })
    const { body } = await download(1, fund.donor.session)
    expect(body).toContain('2026-05-01,,Bank transfer contribution,')
  })

  test.each([0, 10])('returns 404 for section %i, which has no rows', async section => {
    expect((await download(section, fund.donor.session)).statusCode).toBe(404)
  })

  test('returns 404 to people of another fund, and to a successor', async () => {
    const other = await makeFund(portal, { book: 'rathbones' })
    const { session } = await makePersonOf(portal, fund, 'successor')
    for (const as of [other.donor.session, session]) expect((await download(4, as)).statusCode).toBe(404)
  })
})

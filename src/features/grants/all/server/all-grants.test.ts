import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sent } from '../../../../contract/endpoint.ts'
import { isoDate } from '../../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { makeRun } from '../../../../testing/payments/make-run.ts'
import type { CharityRegister } from '../../../charities/domain/charity-register.ts'
import { exportAllGrants, listAllGrants } from '../all-grants.contract.ts'

let portal: TestApp
let staff: Person
let fund: MadeFund
let ids: string[]

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  staff = await makeStaff(portal)
  fund = await makeFund(portal)
  const approvedBy = await makeStaff(portal)
  ids = [
    await makeGrant(portal, fund, { amountMinor: 250_00n, approvedBy }),
    await makeGrant(portal, fund, { amountMinor: 900_00n, purposeCode: 'other', purposeText: 'A roof' }),
    await makeGrant(portal, await makeFund(portal), { amountMinor: 300_00n }),
  ]
})
afterAll(() => portal.close())

type Query = Sent<typeof listAllGrants>['query']
const list = (query: Query = {}, as = staff) => portal.call(listAllGrants, { query }, { as: as.session })
const found = async (query: Query) => (await list(query)).reply.data.map(({ grantId }) => grantId)
const rowOf = async (grantId: string | undefined) => {
  const row = (await list({ first: 500 })).reply.data.find(each => each.grantId === grantId)
  if (!row) throw new Error('the grant is listed')
  return row
}

/** An approved run of checks that has the grant. */
async function giveCheck(grantId: string): Promise<{ check: number; run: number }> {
  const now = portal.clock.now()
  const about = { book: 'npt', grantId, state: 'approved', now, today: isoDate('2026-11-20') } as const
  await portal.databases
    .book('npt')
    .transaction()
    .execute(async trx => await makeRun(trx, { ...about, method: 'cheque' }))
  const { rows } = await portal.database.admin.query(
    'select p.cheque_number, r.run_number from payment p join payment_run r using (book, run_id) where p.grant_id = $1',
    [grantId],
  )
  return { check: Number(rows[0]?.cheque_number), run: Number(rows[0]?.run_number) }
}

describe('all grants of a book', () => {
  test('are found in any status, by each filter alone and by several at once', async () => {
    const [approved, large, ofOthers] = ids
    expect(await found({})).toEqual([ofOthers, large, approved])
    expect(await found({ status: 3 })).toEqual([approved])
    expect(await found({ purpose: 'other' })).toEqual([large])
    expect(await found({ fromMinor: '30000', toMinor: '90000' })).toEqual([ofOthers, large])
    expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toHaveLength(3)
    expect(await found({ to: '2026-11-19' })).toEqual([])
    expect(await found({ day: 'paid', from: '2026-01-01' })).toEqual([])
    expect(await found({ method: 'eft' })).toEqual([])
    expect(await found({ keywords: String(fund.fundId), purpose: 'other' })).toEqual([large])
  })

  test('are found by the number of the grant, its check, its reference and its run, by tax ID and by names', async () => {
    const [approved] = ids
    const { check, run } = await giveCheck(approved ?? '')
    const row = await rowOf(approved)
    expect(row).toMatchObject({ checkNumber: check, runNumber: run })
    const [, registered = ''] = /-(\w+)$/.exec(row.charityId) ?? []
    const { transactionId, charityId } = row
    for (const keywords of [transactionId, `GRANT-${transactionId}`, String(check), charityId, registered])
      expect(await found({ keywords }), keywords).toEqual([approved])
    expect(await found({ run })).toEqual([approved])
    expect(await found({ keywords: row.charityName.slice(0, 6) })).toContain(approved)
    expect(await found({ keywords: fund.donor.user.lastName, status: 3 })).toEqual([approved])
  })

  test('are paged by number without a gap, and what comes meanwhile moves no row', async () => {
    const first = (await list({ first: 2 })).reply
    expect(first.meta.total).toBe(3)
    await makeGrant(portal, fund)
    const second = (await list({ first: 2, after: first.meta.next ?? '' })).reply
    expect([...first.data, ...second.data].map(({ grantId }) => grantId)).toEqual(ids.toReversed())
    expect(second.meta).toEqual({ total: 3, next: null, isTotalExact: true })
  })

  test('are found by the class of the charity, and a fund that is active says so in no row', async () => {
    const [approved = ''] = ids
    const { charityId } = await rowOf(approved)
    await portal.database.admin.query(`update charity set ntee = 'P30' where charity_id = $1`, [charityId])
    for (const start of ['P', 'P3', 'P30'])
      expect(await found({ charityClass: start, keywords: String(fund.fundId), status: 3 })).toEqual([
        approved,
      ])
    expect(await found({ charityClass: 'P31' })).toEqual([])
    expect((await list({ charityClass: 'P%' })).status).toBe(400)
    expect((await rowOf(approved)).accountName).toBe(fund.accountName)
  })

  test('of a British book are found by the register of the charity, and its file names the register', async () => {
    const as = await makeStaff(portal, { realm: 'nptuk' })
    const british = await makeFund(portal, { book: 'nptuk' })
    const to = async (about: { charityId?: string; number?: string }) =>
      await makeGrant(portal, british, {
        charityId: (await makeCharity(portal.databases, { register: 'uk', ...about })).charityId,
      })
    const english = await to({})
    const scottish = await to({ charityId: 'GB-SC-SC045678', number: 'SC045678' })
    const irish = await to({ charityId: 'GB-NIC-104567', number: 'NIC104567' })
    const ofRegister = async (register?: CharityRegister) =>
      (
        await portal.call(listAllGrants, { query: register ? { register } : {} }, { as: as.session })
      ).reply.data.map(({ grantId }) => grantId)
    expect(await ofRegister()).toEqual([irish, scottish, english])
    expect(await ofRegister('GB-CHC')).toEqual([english])
    expect(await ofRegister('GB-SC')).toEqual([scottish])
    expect(await ofRegister('GB-NIC')).toEqual([irish])
    expect(await ofRegister('none')).toEqual([])
    expect(await ofRegister('US-EIN')).toEqual([])
    const { body } = await portal.app.inject({
      url: `${exportAllGrants.path}?format=csv&register=GB-SC`,
      headers: { host: hostOf('nptuk'), ...as.session.headers },
    })
    expect(body).toContain('Scotland')
    expect(body).not.toContain('Northern Ireland')
    expect(body).not.toContain('NTEE')
    expect((await list({ register: 'GB' as never })).status).toBe(400)
  })

  test.each([
    ['a wildcard', '%'],
    ['a quote', `'; drop table payment; --`],
    ['a number that no column holds', '999999999999'],
    ['a null character', '\0'],
    ['a long text', 'x'.repeat(200)],
  ])('%s finds nothing and breaks nothing', async (_what, keywords) => {
    const answer = await list({ keywords })
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 200) expect(answer.reply.data).toEqual([])
  })

  test('days in the wrong order, unknown statuses and foreign cursors are refused', async () => {
    expect((await list({ from: '2026-02-01', to: '2026-01-01' })).problem?.errors).toHaveProperty('from')
    expect((await list({ status: 10 })).status).toBe(400)
    expect((await list({ after: 'e30' })).problem?.errors).toHaveProperty('after')
  })

  test('are exported with every column, as the filter finds them', async () => {
    const { body } = await portal.app.inject({
      url: '/api/all-grants/export?format=csv&purpose=other',
      headers: { host: hostOf('npt'), ...staff.session.headers },
    })
    const [headings = '', ...rows] = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(headings).toBe(
      'Grant,Recommended,Charity,Tax ID,Class (NTEE),Account,Account ID,Donor,Purpose,What the charity sees,Status,Paid,Payment,Check number,Reference,Run,Amount (USD),Returned (USD)',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('A roof')
  })
})

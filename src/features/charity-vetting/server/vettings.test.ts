import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { vettingCalls, vettingFields } from '../../../testing/vetting-calls.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { getFundCharity, setCharityList } from '../../charity-list/charity-list.contract.ts'
import { acceptProposal, listProposalsToDecide } from '../proposal-review.contract.ts'
import { proposeCharity } from '../proposals.contract.ts'
import { listVettedCharities, listVettings, type Vetting } from '../vettings.contract.ts'

const clock = testClock('2026-11-02T15:00:00Z')
let portal: TestApp
let one: Person
let two: Person
let number = 0
let calls: ReturnType<typeof vettingCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set('2026-11-02T15:00:00Z')
  number += 1
  calls = vettingCalls(portal, () => ({ one, two, number }))
  one = await makeStaff(portal)
  two = await makeStaff(portal, { firstName: 'Basil', lastName: 'Thorne' })
})

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })
const find = async (fund: MadeFund, keywords: string) =>
  (await portal.call(searchCharities, { query: { keywords } }, { as: fund.donor.session })).reply.data.map(
    ({ charityId }) => charityId,
  )

describe('an organization on no register (§13)', () => {
  test('is vetted by one person and confirmed by another by its documents; donors find it, list it and grant to it', async () => {
    const fund = await makeFund(portal)
    const { vettingId, charityId } = (await calls.enter()).reply
    expect(charityId).toMatch(/^XX-ALM-\d{6}$/)
    expect((await calls.confirm(vettingId)).problem).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/Add a document first/),
    })
    expect((await calls.addDocument(vettingId)).reply.documents).toMatchObject([{ name: 'Letter.pdf' }])
    expect((await calls.confirm(vettingId, one)).problem.type).toMatch(/access-denied$/)
    expect(await find(fund, vettingFields(number).name)).toEqual([])
    expect((await calls.confirm(vettingId)).reply).toMatchObject({ state: 'vetted', validity: 'valid' })
    expect((await calls.confirm(vettingId)).status).toBe(409)
    expect((await calls.addDocument(vettingId)).status).toBe(409)

    expect(await find(fund, vettingFields(number).name)).toEqual([charityId])
    expect(await find(fund, charityId.toLowerCase())).toEqual([charityId])
    const params = { fundId: fund.fundId, charityId }
    const as = fund.donor.session
    const shown = (await portal.call(getFundCharity, { params }, { as })).reply
    expect(shown).toMatchObject({ canBeSelected: true, taxId: charityId, eligibility: { outcome: 'yes' } })
    const listed = { params: { fundId: fund.fundId }, body: body({ charityId, inCharityList: true }) }
    expect((await portal.call(setCharityList, listed, { as })).status).toBe(200)
    const granted = await recommend(portal, fund, recommendation(charityId))
    expect(granted.reply).toMatchObject({ charityId })
    const { rows } = await portal.database.admin.query<{ evidence: unknown }>(
      'select evidence from grant_history_entry where grant_id = $1 and evidence is not null',
      [granted.reply.grantId],
    )
    expect(rows[0]?.evidence).toMatchObject({
      register: 'vetted-us',
      sourceFile: `vetting ${vettingId}`,
      fileDate: '2026-11-02',
      outcome: 'yes',
    })
  })

  test('is found with a typing error and by an unfinished word, as charities of a register are', async () => {
    const fund = await makeFund(portal)
    const { charityId } = await calls.vetted({ name: `Zephyrbrook Congregation ${number}` })
    expect(await find(fund, 'zephyrbruok congregation')).toContain(charityId)
    expect(await find(fund, 'zephyrb')).toContain(charityId)
  })

  test('is a question to staff once its vetting has expired, and a renewal by two people ends that', async () => {
    const fund = await makeFund(portal)
    const { charityId, vettingId } = await calls.vetted({ expiresOn: '2028-10-31' as Vetting['expiresOn'] })
    await expire(vettingId)
    const params = { fundId: fund.fundId, charityId }
    const shown = async () =>
      (await portal.call(getFundCharity, { params }, { as: fund.donor.session })).reply.eligibility
    expect(await shown()).toMatchObject({ outcome: 'person', sentence: expect.stringMatching(/expired/) })
    const renewal = (await calls.enter({ charityId, name: `Renamed Chapel ${number}` })).reply
    expect(renewal.charityId).toBe(charityId)
    expect((await calls.enter({ charityId })).problem.detail).toMatch(/is awaiting confirmation/)
    expect((await shown()).outcome).toBe('person')
    await calls.addDocument(renewal.vettingId)
    await calls.confirm(renewal.vettingId)
    expect((await shown()).outcome).toBe('yes')
    expect((await calls.list(one, charityId)).map(({ state }) => state).sort()).toEqual([
      'replaced',
      'vetted',
    ])
  })

  test('comes from a donor’s proposal, which is accepted with its number', async () => {
    const fund = await makeFund(portal)
    const params = { fundId: fund.fundId }
    const proposed = {
      name: vettingFields(number).name,
      town: 'Lantern Cove',
      taxId: '',
      website: '',
      why: 'It feeds us',
    }
    const { proposalId } = (
      await portal.call(
        proposeCharity,
        { params, body: body(proposed) },
        { as: fund.donor.session, idempotencyKey: randomUUID() },
      )
    ).reply
    const waiting = async () =>
      (await portal.call(listProposalsToDecide, {}, { as: one.session })).reply.data.find(
        each => each.proposalId === proposalId,
      )
    const { vettingId, charityId } = (await calls.enter({ proposalId })).reply
    expect((await waiting())?.vettedAs).toEqual({ charityId, isConfirmed: false })
    const accept = () =>
      portal.call(
        acceptProposal,
        { params: { proposalId }, body: body({ charityId, message: 'You can choose it now.' }) },
        { as: one.session },
      )
    expect((await accept()).status).toBe(400)
    await calls.addDocument(vettingId)
    await calls.confirm(vettingId)
    expect((await waiting())?.vettedAs).toEqual({ charityId, isConfirmed: true })
    expect((await accept()).reply.state).toBe('accepted')
    const elsewhere = await makeFund(portal, { book: 'ubs' })
    const theirs = (
      await portal.call(
        proposeCharity,
        { params: { fundId: elsewhere.fundId }, body: body(proposed) },
        { as: elsewhere.donor.session, idempotencyKey: randomUUID() },
      )
    ).reply.proposalId
    expect((await calls.enter({ proposalId: theirs })).status).toBe(404)
  })

  test('is listed in pages, soonest to expire first, by words of its name or its number, in its realm alone', async () => {
    const later = await calls.vetted({
      name: `Harborlight Mission ${number}`,
      expiresOn: isoDate('2028-03-01'),
    })
    const sooner = await calls.vetted({
      name: `Harborlight Chapel ${number}`,
      expiresOn: isoDate('2026-12-01'),
    })
    const listed = async (
      query: { of?: 'due-diligence'; keywords?: string; first?: number; after?: string },
      as = one,
    ) =>
      await portal.call(listVettedCharities, { query: { of: 'no-register', ...query } }, { as: as.session })
    const keywords = `harborlight ${number}`
    const first = (await listed({ keywords, first: 1 })).reply
    expect(first).toMatchObject({
      data: [{ charityId: sooner.charityId, validity: 'ending', decidedByName: 'Basil Thorne' }],
      meta: { total: 2 },
    })
    const rest = (await listed({ keywords, first: 1, after: first.meta.next ?? '' })).reply
    expect(rest).toMatchObject({
      data: [{ charityId: later.charityId, validity: 'valid' }],
      meta: { next: null },
    })
    const found = (await listed({ keywords: later.charityId.toLowerCase() })).reply.data
    expect(found.map(({ charityId }) => charityId)).toEqual([later.charityId])
    expect((await listed({ keywords, of: 'due-diligence' })).reply.meta.total).toBe(0)
    expect((await listed({ keywords: '%' })).reply.meta.total).toBe(0)
    const british = await makeStaff(portal, { realm: 'rathbones' })
    expect((await listed({ keywords }, british)).reply.meta.total).toBe(0)

    const { inForce } = (await portal.call(listVettings, { query: {} }, { as: one.session })).reply
    expect((await listed({})).reply.meta.total).toBe(inForce.noRegister)
    const url = `/api/vetted-charities/export?${new URLSearchParams({ of: 'no-register', keywords, format: 'csv' })}`
    const file = await portal.app.inject({ url, headers: { host: hostOf('npt'), ...one.session.headers } })
    expect(file.body.split('\n').filter(line => line.includes('Harborlight'))).toHaveLength(2)
  })

  test('is declined with a reason, also by the person who entered it, and stays out of the search', async () => {
    const fund = await makeFund(portal)
    const { vettingId, charityId } = (await calls.enter()).reply
    expect((await calls.decline(vettingId)).reply).toMatchObject({
      state: 'declined',
      note: expect.stringMatching(/another church/),
    })
    expect((await calls.confirm(vettingId)).status).toBe(409)
    expect(await find(fund, vettingFields(number).name)).not.toContain(charityId)
  })
})

/** Its last day was yesterday: days pass by the database's clock. */
async function expire(vettingId: string): Promise<void> {
  await portal.database.admin.query(
    `begin; set local session_replication_role = replica;
     update charity_vetting set proposed_at = proposed_at - interval '400 days', expires_on = current_date - 1
       where vetting_id = '${vettingId}';
     commit`,
  )
}

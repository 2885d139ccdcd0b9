import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientNamed } from '../../../clients/clients.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { addDays, isoDate } from '../../../domain/dates.ts'
import { hostOf, startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { diligenceCalls, dollarsAbroad } from '../../../testing/diligence-calls.ts'
import { makeAccount } from '../../../testing/factories/make-account.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { makeUser } from '../../../testing/factories/make-user.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { listVettings } from '../../charity-vetting/vettings.contract.ts'
import { linesOfText, verifyCertificates } from '../../grants/certificates/server/verify-certificates.ts'
import { approveGrants, getStaffGrant } from '../../grants/review/staff-grants.contract.ts'
import { checkGrants } from './check-grants.ts'
import { listReady } from './facts.queries.ts'

// A UK trust's grants in dollars are payments abroad: the house has a record of due diligence, not older than three years.

const now = '2026-03-16T15:00:00Z'
const clock = testClock(now)
let portal: TestApp
let calls: ReturnType<typeof diligenceCalls>
let fund: MadeFund
let one: Person
let two: Person
let charityId: string

beforeAll(async () => {
  portal = await startTestApp({ clock })
  calls = diligenceCalls(portal)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clock.set(now)
  fund = await fundAbroad()
  one = await staffAbroad()
  two = await staffAbroad()
  charityId = (await makeCharity(portal.databases)).charityId
})

async function fundAbroad(): Promise<MadeFund> {
  const account = await makeAccount(portal.databases, { book: dollarsAbroad })
  await makeContribution(portal.databases, account, 10_000_00n)
  const user = await makeUser(portal.databases, { realm: 'nptuk' })
  await makeRelationship(portal.databases, account, { user })
  return { ...account, donor: { user, session: await portal.sessionFor(user, { client: dollarsAbroad }) } }
}
async function staffAbroad(actions: 'all' | readonly Permission[] = 'all'): Promise<Person> {
  const user = await makeUser(portal.databases, {
    realm: 'nptuk',
    roles: [{ role: 'super_user', actions: actions === 'all' ? null : [...actions] }],
  })
  return { user, session: await portal.sessionFor(user, { client: dollarsAbroad }) }
}
const recommended = (to = charityId) => makeGrant(portal, fund, { charityId: to, repeatConfirmed: true })
const approve = async (grantId: string, as = two) =>
  await grantCalls(portal).approve(grantId, as.session, 'Checked', false)
const listed = async (of: string) =>
  (await portal.call(listVettings, { query: { charityId: of } }, { as: one.session })).reply

describe('a grant of a book that pays abroad', () => {
  test('is approved only with a record that a second person confirmed, whose papers its certificate names', async () => {
    const grantId = await recommended()
    const refusal = 'We have no record of due diligence about this charity'
    expect((await approve(grantId)).problem).toMatchObject({
      status: 409,
      detail: expect.stringContaining(refusal),
    })
    const read = async () =>
      (await portal.call(getStaffGrant, { params: { grantId } }, { as: two.session })).reply
    expect((await read()).commands.approve).toContain(refusal)
    const several = { grants: [{ grantId, payeeSeen: null }], reason: 'Checked' }
    const together = await portal.call(
      approveGrants,
      { body: { data: { type: 'command', attributes: several } } },
      { as: two.session },
    )
    expect(together.reply.data).toEqual([{ grantId, refusal: expect.stringContaining(refusal) }])

    const { vettingId } = (await calls.enter(charityId, one, '2029-03-15')).reply
    expect((await calls.confirm(vettingId, two)).problem.detail).toMatch(/Add a document first/)
    await calls.addPaper(vettingId, one)
    expect((await calls.confirm(vettingId, one)).problem.type).toMatch(/access-denied$/)
    expect((await approve(grantId)).status).toBe(409)
    expect((await calls.confirm(vettingId, two)).reply).toMatchObject({
      ...{ state: 'vetted', validity: 'valid', basis: 'due-diligence', charityId },
    })
    expect((await approve(grantId)).status).toBe(200)

    const { rows } = await portal.database.admin.query<{ internal: string; certificate: string }>(
      'select internal, certificate from grant_certificate where grant_id = $1 order by number',
      [grantId],
    )
    expect(JSON.parse(rows[0]?.internal ?? '')).toMatchObject({ papers: [], vetting: null })
    const paper = { name: 'Filings.pdf', digest: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(JSON.parse(rows[1]?.internal ?? '')).toMatchObject({
      papers: [paper],
      vetting: { id: vettingId, basis: 'due-diligence', expiresOn: '2029-03-15' },
    })
    const { body } = await portal.app.inject({
      url: `/api/accounts/${fund.fundId}/grants/${grantId}/certificates?format=json`,
      headers: { host: hostOf(dollarsAbroad), 'x-accountid': '0', ...fund.donor.session.headers },
    })
    expect(body).not.toContain('Filings.pdf')
    expect(await verifyCertificates(linesOfText(inParts(body)))).toMatchObject({
      ...{ certificates: 2, finding: null },
    })
  })

  test('waits once the record has expired, also where it was approved before, until it is renewed', async () => {
    await calls.record(charityId, [one, two], '2026-04-30')
    const approved = await recommended()
    expect((await approve(approved)).status).toBe(200)
    const other = await recommended()
    expect(await problemOf(approved)).not.toMatch(/due diligence/)
    clock.set('2026-05-01T08:00:00Z')
    const expired = 'Our record of due diligence about this charity was valid until 30 April 2026'
    expect(await problemOf(approved)).toContain(expired)
    ;[one, two] = [await staffAbroad(), await staffAbroad()]
    expect((await approve(other)).problem.detail).toContain(expired)
    expect((await listed(charityId)).data).toMatchObject([{ validity: 'expired' }])
    await calls.record(charityId, [one, two], '2029-04-30')
    expect((await listed(charityId)).data.map(({ state }) => state)).toEqual(['vetted', 'replaced'])
    expect(await problemOf(approved)).not.toMatch(/due diligence/)
    expect((await approve(other)).status).toBe(200)
  })
})

/** Why a grant that is ready would not be paid now; an empty text if nothing prevents it. */
async function problemOf(grantId: string): Promise<string> {
  const db = portal.databases.book(dollarsAbroad)
  const ready = await listReady(db, { method: 'cheque', writesCheques: true, until: clock.now() }, 100)
  const checked = await checkGrants(db, portal.databases.realm('nptuk'), ready, {
    ...{ client: clientNamed(dollarsAbroad), format: 'cheques', method: 'cheque', writesCheques: true },
    ...{ runApprovedAt: null, now: clock.now() },
  })
  const found = checked.find(({ grant }) => grant.grant_id === grantId)
  if (!found) throw new Error('the grant is not ready')
  return found.problem ?? ''
}

describe('a record of due diligence', () => {
  test('is entered once for one key, and one of two that are entered at once', async () => {
    const key = randomUUID()
    const [first, again] = [
      await calls.enter(charityId, one, '2028-01-31', key),
      await calls.enter(charityId, one, '2028-01-31', key),
    ]
    expect(again.reply.vettingId).toBe(first.reply.vettingId)
    const other = (await makeCharity(portal.databases)).charityId
    const both = await Promise.all([
      calls.enter(other, one, '2028-01-31'),
      calls.enter(other, two, '2028-01-31'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await listed(other)).data).toHaveLength(1)
  })

  test('is valid for three years at most', async () => {
    expect((await calls.enter(charityId, one, '2029-03-17')).problem.errors).toHaveProperty('expiresOn')
    expect((await calls.enter(charityId, one, '2026-03-16')).problem.errors).toHaveProperty('expiresOn')
    expect((await calls.enter(charityId, one, '2029-03-16')).status).toBe(200)
  })

  test('is about charities of the book’s registers alone, and asked for where the client’s settings say so', async () => {
    expect((await calls.enter('XX-ALM-100001', one, '2028-01-31')).status).toBe(404)
    expect((await calls.enter('US-EIN-999999999', one, '2028-01-31')).status).toBe(404)
    const british = (await makeCharity(portal.databases, { register: 'uk' })).charityId
    expect((await calls.enter(british, one, '2028-01-31')).status).toBe(404)
    const american = await makeStaff(portal)
    const { reply } = await portal.call(listVettings, { query: {} }, { as: american.session })
    expect(reply.asksDueDiligence).toBe(false)
    const granted = await makeGrant(portal, await makeFund(portal), { charityId })
    expect((await approve(granted, american)).status).toBe(200)
  })

  test('is of its realm: another one neither reads it nor relies on it', async () => {
    const { vettingId } = await calls.record(charityId, [one, two], '2028-01-31')
    const american = await makeStaff(portal)
    const { reply } = await portal.call(listVettings, { query: { charityId } }, { as: american.session })
    expect(reply.data).toEqual([])
    expect((await calls.confirm(vettingId, american)).status).toBe(404)
    expect((await calls.addPaper(vettingId, american)).status).toBe(404)
  })

  test('adds no second charity to the search', async () => {
    const { name } = await makeCharity(portal.databases, { name: 'Wickerfen Lending Library' }).then(
      async made => {
        await calls.record(made.charityId, [one, two], '2028-01-31')
        return made
      },
    )
    const { reply } = await portal.call(
      searchCharities,
      { query: { keywords: name } },
      { as: fund.donor.session },
    )
    expect(reply.data).toHaveLength(1)
  })

  test('is for who holds CHARITY_EDIT, and its papers for the staff', async () => {
    const reader = await staffAbroad(['SUPER_DASHBOARD_VIEW'])
    expect((await calls.enter(charityId, reader, '2028-01-31')).problem.type).toMatch(/access-denied$/)
    expect((await calls.enter(charityId, fund.donor, '2028-01-31')).problem.type).toMatch(/access-denied$/)
  })

  test('is announced 60 days before its last day: one mail for all of a day to each who may renew it, once', async () => {
    const second = (await makeCharity(portal.databases)).charityId
    await calls.record(charityId, [one, two], '2027-03-01')
    await calls.record(second, [one, two], '2027-03-01')
    const reader = await staffAbroad(['SUPER_DASHBOARD_VIEW'])
    await calls.remind(addDays(isoDate('2027-03-01'), -61))
    expect(await mailsTo(one)).toEqual([])
    await calls.remind(addDays(isoDate('2027-03-01'), -60))
    await calls.remind(addDays(isoDate('2027-03-01'), -60))
    await calls.remind(addDays(isoDate('2027-03-01'), -59))
    for (const person of [one, two])
      expect(await mailsTo(person)).toEqual([
        'NPT UK Dollar Giving: Due diligence: 2 records valid until 1 March 2027',
      ])
    expect(await mailsTo(reader)).toEqual([])
  })
})

async function mailsTo({ user }: Person): Promise<string[]> {
  const { rows } = await portal.database.admin.query<{ subject: string }>(
    `select subject from person_mail where to_address = $1 and kind = 'due-diligence-ends'`,
    [user.email],
  )
  return rows.map(({ subject }) => subject)
}

async function* inParts(text: string) {
  yield text
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { type MadeCharity, makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeConfirmedFinding } from '../../../testing/factories/make-confirmed-finding.ts'
import { type MadeFund, makeFund } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { schedule, scheduleTerms } from '../../../testing/grants/schedule-calls.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { findCharityStatuses } from '../../charities/server/charity-status.ts'

let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2025-01-02T15:00:00Z') })
  fund = await makeFund(portal)
})
afterAll(() => portal.close())

const confirm = (id: string, realm = 'npt') =>
  makeConfirmedFinding(portal, { kind: 'charity', id, realm, decidedBy: fund.donor.user.userId })

/** What a donor reads, without numbers of charities and the trace that each reply has of its own. */
const textOf = (reply: object) =>
  JSON.stringify(reply, (name, value) => (name === 'traceId' ? undefined : value))
    .replaceAll(/US-EIN-\d{9}/g, 'ID')
    .replaceAll(/\d{2}-\d{7}/g, 'NUMBER')

test('donors read of a confirmed charity what they read of one that staff rejected, byte for byte (§13)', async () => {
  const name = 'TEASEL GATHERERS UNION'
  const [confirmed, rejected] = [
    await makeCharity(portal.databases, { name }),
    await makeCharity(portal.databases, { name }),
  ]
  await confirm(confirmed.charityId)
  await makeCharityProfile(portal.databases, rejected.charityId, { party_grantee_status: 'Rejected' })
  const as = fund.donor.session
  const { reply } = await portal.call(searchCharities, { query: { keywords: name } }, { as })
  const found = (charity: MadeCharity) => {
    const row = reply.data.find(({ charityId }) => charityId === charity.charityId)
    return row && textOf(row)
  }
  expect(found(confirmed)).toContain('"canBeSelected":false')
  expect(found(confirmed)).toBe(found(rejected))
  const answers = async (charity: MadeCharity) => {
    const grant = await recommend(portal, fund, recommendation(charity.charityId))
    const regular = await schedule(portal, fund, scheduleTerms(charity.charityId))
    return [grant, regular].map(({ status, problem }) => `${status} ${textOf(problem)}`)
  }
  const refused = await answers(confirmed)
  expect(refused).toEqual([
    expect.stringMatching(/^400 .*issue with the charity’s status/),
    expect.stringMatching(/^400 .*issue with the charity’s status/),
  ])
  expect(refused).toEqual(await answers(rejected))
})

test('a confirmed charity gets grants from no book of the realm, and from other realms as before (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases, { register: 'uk' })
  await confirm(charityId, 'nptuk')
  const statusIn = async (book: string) => {
    const of = await makeFund(portal, { book, balanceMinor: 9_000_00n })
    const about = recommendation(charityId, { amountMinor: 1_000_00n })
    return (await recommend(portal, of, about)).status
  }
  expect([await statusIn('nptuk'), await statusIn('rathbones')]).toEqual([400, 200])
  const statuses = await findCharityStatuses(
    portal.databases.book('nptukusd'),
    [charityId],
    portal.clock.now(),
  )
  expect(statuses.get(charityId)?.refusedByStaff).toBe(true)
})

test('a charity is found and recommended again once two people have lifted the finding (§13)', async () => {
  const { charityId } = await makeCharity(portal.databases)
  const findingId = await confirm(charityId)
  expect((await recommend(portal, fund, recommendation(charityId))).status).toBe(400)
  const lift = (state: 'lifting' | 'dismissed', by: string) =>
    portal.databases
      .realm('npt')
      .updateTable('screening_finding')
      .set({ state, decided_by: by, decided_by_name: 'A person', decided_at: new Date(), reason: 'Lifted' })
      .where('finding_id', '=', findingId)
      .execute()
  await lift('lifting', fund.donor.user.userId)
  expect((await recommend(portal, fund, recommendation(charityId))).status).toBe(400)
  await lift('dismissed', crypto.randomUUID())
  expect((await recommend(portal, fund, recommendation(charityId))).status).toBe(200)
})

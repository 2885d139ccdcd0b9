import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution, makeEntry } from '../../../testing/factories/make-contribution.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { askInformation } from '../../../testing/grants/ask-information.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { setCharityList } from '../../charity-list/charity-list.contract.ts'
import { contributionPostings, marketPostings } from '../../ledger/domain/postings.ts'
import { getHome } from '../home.contract.ts'

const waitForFundsClient = { ...npt, name: 'patient', overBalance: 'wait-for-funds' as const }
const clock = testClock()
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ clock, clients: { npt, patient: waitForFundsClient } })
})
afterAll(() => portal.close())

const home = async (fund: MadeFund, as: TestSession = fund.donor.session) =>
  (await portal.call(getHome, { params: { fundId: fund.fundId } }, { as })).reply

describe('waiting grants and queues of the home page (§2.1, §13)', () => {
  test('lists a grant with a question and leaves out one under review', async () => {
    const fund = await makeFund(portal)
    const grantId = await makeGrant(portal, fund, { amountMinor: 300_00n })
    await makeGrant(portal, fund)
    expect((await home(fund)).waiting).toEqual({ total: 0, grants: [] })
    await askInformation(portal, fund, grantId, 'Which campus?', clock.now())
    expect((await home(fund)).waiting).toEqual({
      total: 1,
      grants: [
        {
          grantId,
          charityName: expect.stringContaining('RIVERSIDE'),
          amountMinor: 300_00n,
          reviewState: 'information_needed',
          question: 'Which campus?',
          since: '2026-11-20',
        },
      ],
    })
  })

  test('lists a grant over the balance as waiting for funds and reserves nothing for it', async () => {
    const fund = await makeFund(portal, { balanceMinor: 100_00n })
    const as = await portal.sessionFor(fund.donor.user, { client: 'patient' })
    const fundAtPatient = { ...fund, donor: { ...fund.donor, session: as } }
    const grantId = await makeGrant(portal, fundAtPatient, { amountMinor: 400_00n })
    const { waiting, activity } = await home(fund)
    expect(waiting).toMatchObject({
      total: 1,
      grants: [{ grantId, reviewState: 'waiting_for_funds', question: null }],
    })
    expect(activity?.find(row => row.grantId === grantId)?.amountMinor).toBeNull()
  })

  test('lists at most five waiting grants with the total', async () => {
    const fund = await makeFund(portal)
    for (let number = 1; number <= 6; number++)
      await askInformation(portal, fund, await makeGrant(portal, fund), `Question ${number}`, clock.now())
    const { waiting } = await home(fund)
    expect(waiting?.total).toBe(6)
    expect(waiting?.grants.map(({ question }) => question)).toEqual([1, 2, 3, 4, 5].map(n => `Question ${n}`))
  })

  test('counts the documents that wait for the caller’s signature, and not for that of others (§2.10)', async () => {
    const fund = await makeFund(portal)
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const viewer = await makePersonOf(portal, fund, 'viewer')
    expect((await home(fund)).documentsToSign).toBe(0)
    for (const { userId } of [fund.donor.user, fund.donor.user, joint.user])
      await makeExpectedContribution(portal, fund, { userId, isPending: true })
    await makeExpectedContribution(portal, await makeFund(portal), {
      userId: fund.donor.user.userId,
      isPending: true,
    })
    expect((await home(fund)).documentsToSign).toBe(2)
    expect((await home(fund, joint.session)).documentsToSign).toBe(1)
    expect((await home(fund, viewer.session)).documentsToSign).toBeNull()
  })

  test('shows the queues with counts and ages to staff only (§17)', async () => {
    const staff = await makeStaff(portal)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    const fund = await makeFund(portal)
    const { queues: before } = await home(fund, staff.session)
    const grantId = await makeGrant(portal, fund)
    await makeGrant(portal, fund)
    expect((await home(fund, staff.session)).queues?.toApprove?.total).toBe(
      (before?.toApprove?.total ?? 0) + 2,
    )
    await grantCalls(portal).approve(grantId, staff.session)
    clock.advance(3 * 24 * 60 * 60 * 1000)
    const later = await makeStaff(portal)
    const { queues } = await home(fund, later.session)
    expect(queues?.toApprove?.total).toBe((before?.toApprove?.total ?? 0) + 1)
    expect(queues?.toPay).toEqual({ total: (before?.toPay?.total ?? 0) + 1, oldestAgeDays: 3 })
    clock.set('2026-11-20T15:00:00Z')
    // An auditor may look at the queues, but not do their work.
    expect((await home(fund, auditor.session)).queues).toBeNull()
    expect((await home(fund, auditor.session)).waiting).toBeNull()
    const approver = await makeStaff(portal, {
      roles: [
        { role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'ACCOUNT_DETAIL_VIEW', 'GRANT_APPROVE'] },
      ],
    })
    const ofApprover = (await home(fund, approver.session)).queues
    expect(ofApprover?.toApprove?.total).toBe(queues?.toApprove?.total)
    expect(ofApprover?.toPay).toBeNull()
    expect((await home(fund)).queues).toBeNull()
  })
})

describe('latest activity of the home page (§2.1)', () => {
  test('lists contributions, gains and grants newest first, each once, with the state of a grant', async () => {
    const fund = await makeFund(portal, { balanceMinor: 5_000_00n })
    await makeEntry(portal.databases, fund, {
      kind: 'contribution_wire',
      on: '2026-06-30',
      postings: contributionPostings(fund.accountId, 700_00n, 'spendable'),
    })
    await makeEntry(portal.databases, fund, {
      kind: 'gain',
      on: '2026-09-30',
      postings: marketPostings(fund.accountId, 12_34n),
    })
    const staff = await makeStaff(portal)
    const payer = await makeStaff(portal)
    const calls = grantCalls(portal)
    const paid = await makeGrant(portal, fund, { amountMinor: 250_00n, approvedBy: staff })
    await payGrant(portal, paid, payer)
    // On the same day the later one comes first.
    clock.advance(60_000)
    const cancelled = await makeGrant(portal, fund, { amountMinor: 300_00n })
    await calls.cancel(cancelled, fund)
    const { activity } = await home(fund)
    expect(
      activity?.map(({ date, section, state, amountMinor }) => [date, section, state, amountMinor]),
    ).toEqual([
      ['2026-11-20', 2, 'Canceled', null],
      ['2026-11-20', 2, 'Paid', -250_00n],
      ['2026-09-30', 3, null, 12_34n],
      ['2026-06-30', 1, null, 700_00n],
      ['2026-01-15', 1, null, 5_000_00n],
    ])
    expect(activity?.map(({ title }) => title).slice(2)).toEqual([
      'Investment gain',
      'Wire contribution',
      'Cash contribution',
    ])
  })

  test('lists at most eight rows, of this fund only', async () => {
    const fund = await makeFund(portal)
    await makeFund(portal)
    for (let day = 1; day <= 9; day++)
      await makeContribution(portal.databases, fund, BigInt(day) * 1_00n, { on: `2026-03-0${day}` })
    const { activity } = await home(fund)
    expect(activity?.map(({ date }) => date)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map(day => `2026-03-0${day}`))
  })

  test('returns empty lists for a new fund', async () => {
    const fund = await makeFund(portal, { balanceMinor: 0n })
    expect(await home(fund)).toEqual({
      waiting: { total: 0, grants: [] },
      documentsToSign: 0,
      elsewhere: { total: 0, accounts: [] },
      drafts: 0,
      contactsToDecide: 0,
      queues: null,
      activity: [],
      charities: { total: 0, charities: [] },
    })
  })
})

test('lists saved charities with the amount paid, most recently granted first, and whether they can be selected (§2.1)', async () => {
  const fund = await makeFund(portal)
  const [choir, library, closed] = [
    await makeCharity(portal.databases, { name: 'ALDER CHOIR' }),
    await makeCharity(portal.databases, { name: 'MAPLE LIBRARY' }),
    await makeCharity(portal.databases, { name: 'OLD MILL', foundation: '04' }),
  ]
  for (const { charityId } of [choir, library, closed])
    await portal.call(
      setCharityList,
      {
        params: { fundId: fund.fundId },
        body: { data: { type: 'command', attributes: { charityId, inCharityList: true } } },
      },
      { as: fund.donor.session },
    )
  const staff = await makeStaff(portal)
  const grantId = await makeGrant(portal, fund, {
    charityId: library.charityId,
    amountMinor: 260_00n,
    approvedBy: staff,
  })
  await payGrant(portal, grantId, await makeStaff(portal))
  await makeGrant(portal, fund, { charityId: library.charityId, amountMinor: 999_00n })
  const { charities } = await home(fund)
  expect(charities?.total).toBe(3)
  expect(charities?.charities[0]).toEqual({
    charityId: library.charityId,
    name: 'MAPLE LIBRARY',
    canBeSelected: true,
    grantedMinor: 260_00n,
  })
  expect(charities?.charities.find(({ name }) => name === 'OLD MILL')?.canBeSelected).toBe(false)
  expect(charities?.charities.find(({ name }) => name === 'ALDER CHOIR')?.grantedMinor).toBe(0n)
})

test.each(['viewer', 'joint_donor', 'primary_advisor', 'banker', 'service_team'] as const)(
  'shows the home page without staff queues to a %s of the fund (§14)',
  async role => {
    const fund = await makeFund(portal)
    const person = await makePersonOf(portal, fund, role)
    const reply = await home(fund, person.session)
    expect(reply.queues).toBeNull()
    expect(reply.activity).toHaveLength(1)
    const mayAct = role === 'joint_donor' || role === 'service_team'
    expect(reply.waiting === null).toBe(!mayAct)
    expect(reply.charities).not.toBeNull()
  },
)

import { afterAll, expect, test } from 'vitest'
import { countStaffQueues } from '../../contract/staff-queues.contract.ts'
import { listRelationshipRequests } from '../../features/account-details/relationship-requests.contract.ts'
import { listApplicationQueue } from '../../features/account-opening/review.contract.ts'
import { listBookChecks } from '../../features/audit/checks/book-checks.contract.ts'
import { listPayeesToConfirm } from '../../features/charity-profiles/payee-changes.contract.ts'
import { listProposalsToDecide } from '../../features/charity-vetting/proposal-review.contract.ts'
import { listVettedCharities, listVettings } from '../../features/charity-vetting/vettings.contract.ts'
import { listCases } from '../../features/estate-cases/estate-cases.contract.ts'
import { listFeeReductions } from '../../features/fees/fee-reductions.contract.ts'
import { listFeeTerms } from '../../features/fees/fee-terms.contract.ts'
import { listGrantQueue } from '../../features/grants/review/staff-grants.contract.ts'
import { listInactiveFunds } from '../../features/inactive-funds/inactive-funds.contract.ts'
import { getMonthClose } from '../../features/month-end/close/month-close.contract.ts'
import { listChangeNotices } from '../../features/payments/change-notices.contract.ts'
import { listPostingRequests } from '../../features/posting-requests/posting-requests.contract.ts'
import { listRegisterChanges } from '../../features/register-changes/register-changes.contract.ts'
import { listFindings } from '../../features/screening/findings.contract.ts'
import { getSettings } from '../../features/settings/settings.contract.ts'
import { listResumptions } from '../../features/users/access.contract.ts'
import { listRightReview, listWaitingRights } from '../../features/users/rights.contract.ts'
import { listStaffSets } from '../../features/users/staff-sets.contract.ts'
import { getTeam } from '../../features/users/users.contract.ts'
import { makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import type { Persona } from '../../testing/access-matrix/matrix.ts'
import { startTestApp, type TestSession } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { makeStaff } from '../../testing/factories/make-fund.ts'

const portal = await startTestApp({ clock: testClock() })
afterAll(() => portal.close())
const npt = await makeMatrixBook(portal, 'npt')
// Its review is open.
await npt.freshRight('to review')
await npt.freshFinding()

async function sessionOf(persona: Persona): Promise<{ as: TestSession }> {
  const session = await npt.sessionOf(persona)
  if (!session) throw new Error(`${persona} has no session`)
  return { as: session }
}
const countsOf = async (persona: Persona) =>
  (await portal.call(countStaffQueues, {}, await sessionOf(persona))).reply.data

/** How many the list of each queue says that it has. */
async function totalsOfLists() {
  const as = await sessionOf('super_user')
  const one = { query: { first: 1 } }
  const grants = async (queue: 'to-approve' | 'to-pay') =>
    (await portal.call(listGrantQueue, { query: { queue, first: 1 } }, as)).reply.meta.total
  return {
    'to-approve': await grants('to-approve'),
    'to-pay': await grants('to-pay'),
    'relationship-requests': (await portal.call(listRelationshipRequests, one, as)).reply.meta.total,
    'posting-requests': (await portal.call(listPostingRequests, {}, as)).reply.meta.total,
    findings: (await portal.call(listFindings, { query: { first: 1 } }, as)).reply.meta.total,
    'findings-to-report': (await portal.call(listFindings, { query: { view: 'to-report', first: 1 } }, as))
      .reply.meta.total,
    'register-changes': (await portal.call(listRegisterChanges, { query: { first: 1 } }, as)).reply.meta
      .total,
    applications: (await portal.call(listApplicationQueue, one, as)).reply.meta.total,
    'rights-to-confirm': (await portal.call(listWaitingRights, {}, as)).reply.meta.total,
    'sets-to-confirm': (await portal.call(listStaffSets, {}, as)).reply.meta.waiting,
    'access-to-confirm': (await portal.call(listResumptions, {}, as)).reply.meta.total,
    'steps-below-team': (await portal.call(getTeam, {}, as)).reply.meta.below,
    'rights-to-review': (await portal.call(listRightReview, {}, as)).reply.meta.total,
    'fee-reductions': (await portal.call(listFeeReductions, { query: { first: 1, status: 'waiting' } }, as))
      .reply.meta.total,
    'fee-terms-to-confirm': (
      await portal.call(listFeeTerms, { params: { schedule: 'administrative' } }, as)
    ).reply.history.filter(({ state }) => state === 'waiting').length,
    'related-parties': (
      await portal.call(listGrantQueue, { query: { waitsFor: 'compliance', first: 1 } }, as)
    ).reply.meta.total,
    'charity-suggestions': (await portal.call(listProposalsToDecide, {}, as)).reply.data.length,
    'vettings-to-confirm': (await portal.call(listVettings, { query: {} }, as)).reply.data.length,
    'payees-to-confirm': (await portal.call(listPayeesToConfirm, {}, as)).reply.meta.total,
    'cases-to-confirm': (await portal.call(listCases, { query: {} }, as)).reply.data.filter(
      ({ state }) => state === 'opened',
    ).length,
    'default-grants-to-confirm': (
      await portal.call(listInactiveFunds, { query: { view: 'to-confirm', first: 1 } }, as)
    ).reply.meta.total,
    'reopenings-to-confirm': (await portal.call(getMonthClose, {}, as)).reply.data.filter(
      ({ reopening, reopened }) => reopening !== null && reopened === null,
    ).length,
    'vettings-to-renew': (
      await portal.call(listVettedCharities, { query: { of: 'no-register', first: 500 } }, as)
    ).reply.data.filter(({ validity }) => validity === 'ending').length,
    'waiting-statements': (await portal.call(getMonthClose, {}, as)).reply.waitingStatements?.accounts ?? 0,
    'book-checks': (await portal.call(listBookChecks, {}, as)).reply.unanswered,
    'change-notices': (await portal.call(listChangeNotices, one, as)).reply.meta.open,
    'thresholds-to-confirm': (await portal.call(getSettings, {}, as)).reply.data.filter(
      ({ waiting }) => waiting !== null,
    ).length,
  }
}

test('the counts of the queues equal the totals of their lists, before and after one more in each', async () => {
  const before = await totalsOfLists()
  expect(await countsOf('super_user')).toEqual(before)
  await npt.freshRequest()
  await npt.freshApplication()
  await npt.freshNotice()
  await npt.freshCheck()
  await npt.freshFinding()
  await npt.freshConfirmedFinding()
  await npt.freshChange()
  // The cancellation of a new approved grant, so that this queue and the grants to pay each have one more.
  await npt.freshPostingRequest()
  await npt.freshRight('waiting')
  await npt.freshRight('to review')
  await npt.askedColleague()
  await npt.freshSetChange()
  await npt.freshFeeReduction()
  await npt.freshFeeTerms()
  await npt.endingVetting()
  await npt.freshThreshold()
  await npt.freshProposal()
  await npt.freshVetting()
  await npt.freshPayeeChange()
  await npt.freshCase('opened')
  await npt.freshInactiveFund('proposed')
  await npt.freshClose('asked')
  // It waits for an approval too.
  await npt.freshGrant('related')
  const after = await totalsOfLists()
  expect(after).toEqual(
    Object.fromEntries(
      // As many people as before can do each step, and npt’s statements do not wait.
      Object.entries(before).map(([queue, total]) => [
        queue,
        ['steps-below-team', 'waiting-statements'].includes(queue) ? total : total + 1,
      ]),
    ),
  )
  expect(await countsOf('super_user')).toEqual(after)
})

test('a queue that the person may not see is absent', async () => {
  const {
    'rights-to-confirm': _waiting,
    'rights-to-review': _toReview,
    'access-to-confirm': _toLetIn,
    'sets-to-confirm': _sets,
    'steps-below-team': _missing,
    ...others
  } = await totalsOfLists()
  expect(await countsOf('auditor')).toEqual(others)
  const { applications } = others
  const reviewer = await makeStaff(portal, {
    roles: [{ role: 'super_user', actions: ['APPLICATION_REVIEW'] }],
  })
  const { reply } = await portal.call(countStaffQueues, {}, { as: reviewer.session })
  expect(reply.data).toEqual({ applications })
})

test('each count is one statement', async () => {
  // Reads the session with its permissions, and the settings in force, which no cache has here.
  const ofTheSession = 2
  const statementsFor = async (persona: Persona) => {
    const as = await sessionOf(persona)
    return await countQueries(() => portal.call(countStaffQueues, {}, as))
  }
  expect(await statementsFor('super_user')).toBe(ofTheSession + 26)
  expect(await statementsFor('auditor')).toBe(ofTheSession + 21)
})

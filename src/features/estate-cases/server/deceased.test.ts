import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { caseCalls } from '../../../testing/case-calls.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { getStaffGrant } from '../../grants/review/staff-grants.contract.ts'

let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let joint: Person
let one: Person
let two: Person
let calls: ReturnType<typeof caseCalls>

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = caseCalls(portal, () => ({ one, two }))
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  fund = await makeFund(portal, { accountName: 'Wren Fund' })
  joint = await makePersonOf(portal, fund, 'joint_donor')
})

/** How many mails of the account went to each address. */
const mailsTo = async (person: Person): Promise<number> => {
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query(
    'select from outgoing_mail where account_id = $1 and to_address = $2',
    [fund.accountId, person.user.email],
  )
  return rows.length
}

test('no mail about an account goes to a donor whose death is on file; the other donor gets each', async () => {
  const { caseId } = (await calls.openDeath(fund)).reply
  expect([await mailsTo(fund.donor), await mailsTo(joint)]).toEqual([0, 1])
  expect((await calls.confirm(caseId)).status).toBe(200)
  expect(await mailsTo(fund.donor)).toBe(0)
  expect(await mailsTo(joint)).toBeGreaterThan(1)
})

test('a cancelled case does not silence a donor', async () => {
  const { caseId } = (await calls.openDeath(fund)).reply
  // The mail about the case is written while it is open.
  expect(await mailsTo(fund.donor)).toBe(0)
  await calls.cancel(caseId)
  expect(await mailsTo(fund.donor)).toBe(1)
})

test('the review of a grant of the case names the case, and no reason against its payment', async () => {
  const { charityId } = await makeCharity(portal.databases)
  const rich = await makeFund(portal, { balanceMinor: 1_000_00n })
  const shares = [{ charityId, toFundId: null, shareHundredths: 10_000 }]
  const { caseId } = (await calls.openClosing(rich, shares)).reply
  await calls.confirm(caseId)
  const grant = (await calls.distribute(caseId)).reply.payouts[0]?.grant
  const params = { grantId: grant?.grantId ?? '' }
  const { reply } = await portal.call(getStaffGrant, { params }, { as: two.session })
  expect(reply).toMatchObject({ fundStatus: 'Immobile', fundViolation: null, caseId })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeFund, makePersonOf, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { payeeSeen } from '../../../testing/grants/payee-seen.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { approveGrants } from '../review/staff-grants.contract.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  staff = await makeStaff(portal)
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

type Mail = { subject: string; body: string }

/** Approves these grants with one command, as from the queue. */
async function approveAtOnce(grantIds: readonly string[]): Promise<void> {
  const grants = await Promise.all(
    grantIds.map(async grantId => ({ grantId, payeeSeen: await payeeSeen(portal, grantId) })),
  )
  const body = { data: { type: 'command' as const, attributes: { grants, reason: 'Seen in the register' } } }
  const { reply } = await portal.call(approveGrants, { body }, { as: staff.session })
  expect(reply.data.map(({ refusal }) => refusal)).toEqual(grantIds.map(() => null))
  await jobsDone(portal)
}

const approvalsTo = async (email: string): Promise<Mail[]> =>
  (
    await portal.database.admin.query<Mail>(
      `select subject, body from outgoing_mail where kind = 'grant-approved' and to_address = $1`,
      [email],
    )
  ).rows

test('mails the grants that were approved at once together, one mail for each fund and reader', async () => {
  const [fundA, fundB] = [await makeFund(portal, { balanceMinor: 5_000_00n }), await makeFund(portal)]
  const joint = await makePersonOf(portal, fundA, 'joint_donor')
  const amounts = [251_00n, 252_00n, 253_00n]
  const ofA: string[] = []
  for (const amountMinor of amounts) ofA.push(await makeGrant(portal, fundA, { amountMinor }))
  const { charityId } = await makeCharity(portal.databases)
  const ofJoint = await recommend(portal, fundA, recommendation(charityId), { as: joint.session })
  await approveAtOnce([...ofA, ofJoint.reply.grantId, await makeGrant(portal, fundB)])

  const [several, ...others] = await approvalsTo(fundA.donor.user.email)
  expect(others).toEqual([])
  expect(several?.subject).toBe('NPT Giving: Your grants were approved')
  for (const fact of [`Fund: ${fundA.accountName}`, 'Grants: 3', 'Total: $756.00'])
    expect(several?.body).toContain(fact)
  expect(several?.body.match(/^Amount: .*$/gm)).toEqual(amounts.map(each => `Amount: $${each / 100n}.00`))
  for (const person of [joint, fundB.donor])
    expect((await approvalsTo(person.user.email)).map(({ subject }) => subject)).toEqual([
      'NPT Giving: Your grant was approved',
    ])
})

test('mails the grants of an advisor that were approved at once to the donors in one mail', async () => {
  const advised = await makeFund(portal)
  const advisor = await makePersonOf(portal, advised, 'primary_advisor')
  await withoutTriggers(
    portal.database.admin,
    'update fund_account set advisor_may_grant = true where account_id = $1',
    [advised.accountId],
  )
  const grantIds: string[] = []
  for (let made = 0; made < 2; made += 1) {
    const { charityId } = await makeCharity(portal.databases)
    const { reply } = await recommend(portal, advised, recommendation(charityId), { as: advisor.session })
    grantIds.push(reply.grantId)
  }
  await approveAtOnce(grantIds)
  const toDonor = await approvalsTo(advised.donor.user.email)
  expect(toDonor.map(({ subject }) => subject)).toEqual(['NPT Giving: Grants from your fund were approved'])
  const { firstName, lastName } = advisor.user
  expect(toDonor[0]?.body).toContain(
    `These grants that ${firstName} ${lastName} recommended have been approved.`,
  )
  expect(await approvalsTo(advisor.user.email)).toHaveLength(1)
})

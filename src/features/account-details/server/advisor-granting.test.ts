import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { getPrimaryAdvisor, setAdvisorMayGrant } from '../primary-advisor.contract.ts'

const clock = testClock()
let portal: TestApp
let worker: JobWorker
beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

async function fundWithAdvisor() {
  const fund = await makeFund(portal)
  return { ...fund, advisor: await makePersonOf(portal, fund, 'primary_advisor') }
}

const read = async ({ fundId }: MadeFund, as: TestSession) =>
  (await portal.call(getPrimaryAdvisor, { params: { fundId } }, { as })).reply

const setGranting = (
  { fundId }: MadeFund,
  as: TestSession,
  advisorMayGrant: boolean,
  agreementId: string | null = null,
) =>
  portal.call(
    setAdvisorMayGrant,
    { params: { fundId }, body: { data: { type: 'command', attributes: { advisorMayGrant, agreementId } } } },
    { as },
  )

describe('advisorMayGrant (§14)', () => {
  test('is set by a donor, recorded, mailed to donors and advisor, and effective at once', async () => {
    const fund = await fundWithAdvisor()
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    const { charityId } = await makeCharity(portal.databases)
    const grant = () => recommend(portal, fund, recommendation(charityId), { as: fund.advisor.session })
    expect((await grant()).status).toBe(400)
    expect((await setGranting(fund, fund.donor.session, true)).reply.advisorMayGrant).toBe(true)
    expect((await grant()).status).toBe(200)
    await setGranting(fund, fund.donor.session, true)
    await setGranting(fund, fund.donor.session, false)
    expect((await grant()).status).toBe(400)
    const { rows } = await portal.database.admin.query(
      `select before_change, after_change from change_record where kind = 'advisor-granting-set' and account_id = $1 order by revision`,
      [fund.accountId],
    )
    expect(rows).toEqual([
      {
        before_change: { advisorMayGrant: 'false' },
        after_change: { advisorMayGrant: 'true' },
      },
      {
        before_change: { advisorMayGrant: 'true' },
        after_change: { advisorMayGrant: 'false' },
      },
    ])
    await jobsDone(portal)
    const mails = await portal.database.admin.query(
      `select to_address, subject from outgoing_mail where cause like 'advisor-granting:' || $1 || ':%' order by created_at, to_address`,
      [fund.accountId],
    )
    expect(new Set(mails.rows.map(row => row.to_address))).toEqual(
      new Set([fund.donor, joint, fund.advisor].map(({ user }) => user.email)),
    )
    expect(mails.rows).toHaveLength(6)
    expect(mails.rows[0]?.subject).toContain('The primary advisor can now recommend grants')
  })

  test('needs a step-up of the last five minutes', async () => {
    const fund = await fundWithAdvisor()
    clock.advance(6 * 60_000)
    expect((await setGranting(fund, fund.donor.session, true)).status).toBe(403)
    expect((await read(fund, await portal.sessionFor(fund.donor.user))).advisorMayGrant).toBe(false)
  })

  test('is set by staff only by naming the agency agreement among the account’s documents', async () => {
    const fund = await fundWithAdvisor()
    const staff = await makeStaff(portal)
    const agreement = { type: 'agreement', name: 'Agency agreement of 2 May' } as const
    const others = [
      null,
      randomUUID(),
      await makeDocument(portal, fund, { type: 'correspondence' }),
      await makeDocument(portal, await makeFund(portal), agreement),
      await makeDocument(portal, await makeFund(portal, { book: 'rathbones' }), agreement),
    ]
    for (const agreementId of others) {
      const refused = await setGranting(fund, staff.session, true, agreementId)
      expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ['agreementId']])
    }
    const agreementId = await makeDocument(portal, fund, agreement)
    expect((await setGranting(fund, staff.session, true, agreementId)).reply.advisorMayGrant).toBe(true)
    const { rows } = await portal.database.admin.query(
      `select after_change from change_record where kind = 'advisor-granting-set' and account_id = $1`,
      [fund.accountId],
    )
    expect(rows).toEqual([
      { after_change: { advisorMayGrant: 'true', agreement: 'Agency agreement of 2 May.pdf', agreementId } },
    ])
  })

  test('is refused to joint donors and the advisor, and without an advisor', async () => {
    const fund = await fundWithAdvisor()
    const joint = await makePersonOf(portal, fund, 'joint_donor')
    for (const { session } of [joint, fund.advisor])
      expect((await setGranting(fund, session, true)).problem.title).toBe('Access denied.')
    const without = await makeFund(portal)
    expect((await setGranting(without, without.donor.session, true)).status).toBe(409)
  })

  test('is recorded once under concurrent requests', async () => {
    const fund = await fundWithAdvisor()
    const second = await portal.sessionFor(fund.donor.user)
    const answers = await Promise.all([
      setGranting(fund, fund.donor.session, true),
      setGranting(fund, second, true),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await portal.database.admin.query(
      `select count(*)::int as count from change_record where account_id = $1`,
      [fund.accountId],
    )
    expect(rows[0].count).toBe(1)
  })
})

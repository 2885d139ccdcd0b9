import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { dateOf } from '../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { setAccountStatus } from '../../account-details/account-status.contract.ts'
import { getStaffGrant } from '../review/staff-grants.contract.ts'
import { transitionGrant } from './transition-grant.ts'

let portal: TestApp
let worker: JobWorker
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const today = () => dateOf(portal.clock.now(), npt.timeZone)

/** A fund whose whole balance was paid to a charity. */
async function emptyFund(): Promise<{ fund: MadeFund; grantId: string }> {
  const fund = await makeFund(portal, { balanceMinor: 1_000_00n })
  const grantId = await makeGrant(portal, fund, { amountMinor: 1_000_00n, approvedBy: approver })
  await payGrant(portal, grantId, payer)
  return { fund, grantId }
}

const close = (fund: MadeFund, successorFundId: number | null = null) =>
  portal.call(
    setAccountStatus,
    {
      params: { accountId: fund.accountId },
      body: {
        data: {
          type: 'command',
          attributes: {
            accountStatus: 'Closed',
            reason: 'Asked for by letter',
            effectiveDate: today(),
            documentSignedDate: null,
            successorFundId,
            revision: 1,
          },
        },
      },
    },
    { as: approver.session },
  )

const giveBack = (fund: MadeFund, grantId: string, returnedMinor: bigint) =>
  transitionGrant(
    portal.databases.book('npt'),
    fund.accountId,
    {
      grantId,
      transition: 'return',
      returnedMinor,
      message: 'The charity has closed.',
      bankReturn: { reference: null, on: today(), isAnother: true, remainingMinor: null },
      actor: { userId: payer.user.userId, name: 'Prudence Gale', side: 'sponsor' },
    },
    { client: npt, book: npt.book, today: today(), now: portal.clock.now(), requireVerification: () => {} },
  )

const credited = async (grantId: string) =>
  (
    await portal.database.admin.query(
      `select a.account_id as id, a.account_type as type, p.section, p.amount_minor::int as amount
       from journal_entry e join posting p using (book, entry_id) join fund_account a using (book, account_id)
       where e.grant_id = $1 and e.kind = 'grant_returned' order by e.recorded_at`,
      [grantId],
    )
  ).rows

describe('money that returns to a closed fund (§12)', () => {
  test('goes to the successor fund, also through a closed one, and the donors are notified', async () => {
    const heir = await makeFund(portal, { balanceMinor: 0n, accountName: 'The Curlew Fund' })
    const between = await makeFund(portal, { balanceMinor: 0n })
    const { fund, grantId } = await emptyFund()
    expect((await close(fund, between.fundId)).reply.successorFundId).toBe(between.fundId)
    expect((await close(between, heir.fundId)).status).toBe(200)
    await giveBack(fund, grantId, 400_00n)
    expect(await credited(grantId)).toEqual([
      { id: heir.accountId, type: 'Individual', section: 6, amount: 400_00 },
    ])
    expect((await grantCalls(portal).balances(heir)).availableMinor).toBe(400_00n)
    expect((await grantCalls(portal).balances(fund)).endingMinor).toBe(0n)
    const staff = (await portal.call(getStaffGrant, { params: { grantId } }, { as: payer.session })).reply
    expect(staff.steps.at(-1)?.reason).toBe(
      `Credited to The Curlew Fund (Account ID ${heir.fundId}), because this fund is closed.`,
    )
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      `select body from outgoing_mail where cause like 'grant:' || $1 || ':%' and subject like '%returned%'`,
      [grantId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].body).toContain(
      'Because the fund that made it is closed, the amount returned was credited to The Curlew Fund.',
    )
    expect(rows[0].body).not.toContain('available in your fund')
  })

  test('goes to the book’s one general fund without a successor, also with two returns at once', async () => {
    const made = [await emptyFund(), await emptyFund()]
    for (const { fund } of made) expect((await close(fund)).status).toBe(200)
    await Promise.all(made.map(({ fund, grantId }) => giveBack(fund, grantId, 250_00n)))
    const [one, other] = await Promise.all(made.map(({ grantId }) => credited(grantId)))
    expect(one).toMatchObject([{ type: 'General', section: 6, amount: 250_00 }])
    expect(other?.[0].id).toBe(one?.[0].id)
  })

  test('goes to the general fund where the successors lead in a circle', async () => {
    const { fund, grantId } = await emptyFund()
    const other = await makeFund(portal, { balanceMinor: 0n })
    expect((await close(fund, other.fundId)).status).toBe(200)
    expect((await close(other)).status).toBe(200)
    await withoutTriggers(
      portal.database.admin,
      'update fund_account set successor_account_id = $1 where account_id = $2',
      [fund.accountId, other.accountId],
    )
    await giveBack(fund, grantId, 100_00n)
    expect(await credited(grantId)).toMatchObject([{ type: 'General' }])
  })
})

test.each([
  ['itself', async (fund: MadeFund) => fund.fundId],
  ['an unknown fund', async () => 99_999_999],
  ['a closed fund', async () => (await makeFund(portal, { status: 'Closed' })).fundId],
  ['a fund of another book', async () => (await makeFund(portal, { book: 'ubs' })).fundId],
] as const)('refuses %s as the successor fund', async (_what, successor) => {
  const fund = await makeFund(portal, { balanceMinor: 0n })
  const { status, problem } = await close(fund, await successor(fund))
  expect([status, problem.errors]).toEqual([
    400,
    { successorFundId: ['Enter the account ID of another active fund'] },
  ])
})

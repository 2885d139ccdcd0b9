import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type AccountStatus, getAccountOverview } from '../../../contract/account-overview.contract.ts'
import { addDays, dateOf, type IsoDate } from '../../../domain/dates.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeContribution } from '../../../testing/factories/make-contribution.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { updateAccountName } from '../account-name.contract.ts'
import { getAccountStatus, setAccountStatus } from '../account-status.contract.ts'

let portal: TestApp
let worker: JobWorker
let staff: Person

beforeAll(async () => {
  portal = await startTestApp()
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  staff = await makeStaff(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})

const today = () => dateOf(portal.clock.now(), 'America/New_York')
type Change = Partial<{
  reason: string
  effectiveDate: IsoDate
  documentSignedDate: IsoDate | null
  successorFundId: number | null
  revision: number
}>
const set = (
  fund: MadeFund,
  accountStatus: AccountStatus,
  { revision = 1, ...about }: Change = {},
  as: TestSession = staff.session,
) =>
  portal.call(
    setAccountStatus,
    {
      params: { accountId: fund.accountId },
      body: {
        data: {
          type: 'command',
          attributes: {
            accountStatus,
            reason: 'Asked for by letter',
            effectiveDate: today(),
            documentSignedDate: null,
            successorFundId: null,
            revision,
            ...about,
          },
        },
      },
    },
    { as },
  )
const read = async (fund: MadeFund) =>
  (await portal.call(getAccountStatus, { params: { accountId: fund.accountId } }, { as: staff.session }))
    .reply
const overview = async (fund: MadeFund) =>
  (await portal.call(getAccountOverview, { params: { fundId: fund.fundId } }, { as: fund.donor.session }))
    .reply

describe('an Entered account (§16)', () => {
  test('has no opened date, and becomes Active once the document is signed and a contribution received', async () => {
    const fund = await makeFund(portal, { status: 'Entered', balanceMinor: 0n })
    expect(await overview(fund)).toMatchObject({
      accountStatus: 'Entered',
      openedDate: null,
      writeAccess: false,
    })
    const early = await set(fund, 'Active', { documentSignedDate: today() })
    expect([early.status, early.problem.detail]).toEqual([
      409,
      'The first contribution has not been received.',
    ])
    await makeContribution(portal.databases, fund, 500_00n)
    expect((await set(fund, 'Active')).problem.errors).toHaveProperty('documentSignedDate')
    const future = addDays(today(), 1)
    expect((await set(fund, 'Active', { documentSignedDate: future })).problem.errors).toHaveProperty(
      'documentSignedDate',
    )
    const early2 = await set(fund, 'Active', {
      documentSignedDate: today(),
      effectiveDate: addDays(today(), -1),
    })
    expect(early2.problem.errors).toHaveProperty('effectiveDate')
    const { reply } = await set(fund, 'Active', { documentSignedDate: today() })
    expect(reply).toMatchObject({ accountStatus: 'Active', openedDate: today() })
    expect(await overview(fund)).toMatchObject({ openedDate: today(), writeAccess: true })
  })

  test('is closed when it is withdrawn, and then never opens', async () => {
    const fund = await makeFund(portal, { status: 'Entered', balanceMinor: 0n })
    expect((await set(fund, 'Closed')).reply).toMatchObject({ openedDate: null, closedDate: today() })
    expect((await read(fund)).next).toEqual([
      {
        accountStatus: 'Active',
        violation: 'This account was withdrawn before it opened. Please create a new one.',
      },
    ])
    expect((await set(fund, 'Active', { revision: 2 })).status).toBe(409)
  })

  test.each(['Immobile'] as const)('cannot become %s', async status => {
    const fund = await makeFund(portal, { status: 'Entered', balanceMinor: 0n })
    expect((await set(fund, status)).status).toBe(409)
  })
})

describe('closing (§16)', () => {
  test.each([
    ['a balance', {}, 'The balance is not zero.'],
    ['excluded assets', { excluded: true }, 'The account still holds excluded assets.'],
    ['a pending grant', { grant: true }, 'Grants are still pending.'],
  ] as const)('is refused with %s', async (_what, about, sentence) => {
    const isExcluded = 'excluded' in about
    const fund = await makeFund(portal, { balanceMinor: isExcluded ? 0n : 250_00n })
    if (isExcluded) await makeContribution(portal.databases, fund, 100_00n, { into: 'excluded' })
    if ('grant' in about) await makeGrant(portal, fund)
    const { status, problem } = await set(fund, 'Closed')
    expect([status, problem.detail]).toEqual([409, sentence])
  })

  test('an empty account, and reopening it with a reason, keep the day on which it opened', async () => {
    const fund = await makeFund(portal, { balanceMinor: 0n })
    expect((await set(fund, 'Closed', { effectiveDate: addDays(today(), 1) })).problem.errors).toHaveProperty(
      'effectiveDate',
    )
    expect((await set(fund, 'Closed')).reply).toMatchObject({
      openedDate: '2019-03-04',
      closedDate: today(),
    })
    const { reply } = await set(fund, 'Active', { reason: 'Closed by mistake', revision: 2 })
    expect(reply).toMatchObject({ accountStatus: 'Active', openedDate: '2019-03-04', closedDate: null })
    expect(reply.history.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      ['Closed', 'Active', 'Closed by mistake'],
      ['Active', 'Closed', 'Asked for by letter'],
    ])
  })

  test('leaves no balance behind while a grant is recommended at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const fund = await makeFund(portal, { balanceMinor: 250_00n })
      const { charityId } = await makeCharity(portal.databases)
      const [closed, granted] = await Promise.all([
        set(fund, 'Closed'),
        recommend(portal, fund, recommendation(charityId)),
      ])
      expect([closed.status, granted.status]).toEqual([409, 200])
    }
  })
})

test('an Immobile account accepts no grants and no changes by its donor, who gets the explanation by mail (§16)', async () => {
  const fund = await makeFund(portal, { accountName: 'Plover Fund' })
  const { charityId } = await makeCharity(portal.databases)
  expect((await set(fund, 'Immobile')).status).toBe(200)
  expect((await recommend(portal, fund, recommendation(charityId))).problem.title).toBe('Access denied.')
  const rename = {
    params: { fundId: fund.fundId },
    body: {
      data: { type: 'command' as const, attributes: { acknowledgesTerms: true as const, revision: 2 } },
      db: { account: { [fund.accountId]: { attributes: { fundId: fund.fundId, accountName: 'Other' } } } },
    },
  }
  expect((await portal.call(updateAccountName, rename, { as: fund.donor.session })).status).toBe(400)
  await jobsDone(portal)
  const { rows } = await portal.database.admin.query<{ body: string }>(
    `select body from outgoing_mail where cause like 'account-status:' || $1 || '%'`,
    [fund.accountId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.body).toContain('We changed the status of Plover Fund.')
  expect(rows[0]?.body).toContain('No money can move in or out at the moment')
  expect(rows[0]?.body).not.toContain('Asked for by letter')
  expect((await set(fund, 'Active', { revision: 2 })).reply.accountStatus).toBe('Active')
  expect((await recommend(portal, fund, recommendation(charityId))).status).toBe(200)
})

test('shows the later of two editors what the first changed; the same status twice is one change', async () => {
  const fund = await makeFund(portal, { balanceMinor: 0n })
  await set(fund, 'Immobile')
  expect((await set(fund, 'Immobile')).reply.history).toHaveLength(1)
  const { status, problem } = await set(fund, 'Closed')
  expect(status).toBe(409)
  expect(problem.otherEdits?.changes).toMatchObject([
    { field: 'accountStatus', before: 'Active', after: 'Immobile', by: 'Prudence Gale' },
  ])
  expect((await read(fund)).accountStatus).toBe('Immobile')
})

test('a status needs a recent step-up, and its record', async () => {
  const fund = await makeFund(portal)
  const other = await makeStaff(portal)
  await portal.database.admin.query('update session set factor_verified_at = null where user_id = $1', [
    other.user.userId,
  ])
  expect((await set(fund, 'Immobile', {}, other.session)).status).toBe(403)
  await expect(
    portal.databases
      .book('npt')
      .updateTable('fund_account')
      .set({ account_status: 'Immobile' })
      .where('account_id', '=', fund.accountId)
      .execute(),
  ).rejects.toMatchObject({ constraint: 'change_recorded' })
})

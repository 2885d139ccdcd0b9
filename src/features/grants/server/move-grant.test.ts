import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import {
  type MadeFund,
  makeFund,
  makePersonOf,
  makeStaff,
  type Person,
} from '../../../testing/factories/make-fund.ts'
import { makeGrant, recommend, recommendation } from '../../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../../testing/factories/make-relationship.ts'
import { getAccountOverview } from '../../accounts/accounts.contract.ts'
import {
  approveGrant,
  cancelGrant,
  getGrant,
  getStaffGrant,
  listGrantQueue,
  listGrants,
  payGrant,
  rejectGrant,
} from '../grants.contract.ts'

let portal: TestApp
let fund: MadeFund
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal, { balanceMinor: 500_000_00n })
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const approve = (grantId: string, as: TestSession, reason: string | null = null) =>
  portal.call(approveGrant, { params: { grantId }, body: command({ reason }) }, { as })
const reject = (grantId: string, as: TestSession, reason: string | null) =>
  portal.call(rejectGrant, { params: { grantId }, body: command({ reason }) }, { as })
const pay = (grantId: string, as: TestSession) =>
  portal.call(
    payGrant,
    { params: { grantId }, body: command({ paymentMethod: 'eft' as const, paymentReference: 'EFT 4711' }) },
    { as },
  )
const cancel = (grantId: string, of: MadeFund, as: TestSession = of.donor.session) =>
  portal.call(cancelGrant, { params: { fundId: of.fundId, grantId }, body: command({}) }, { as })
const read = async (grantId: string, of: MadeFund = fund) =>
  (await portal.call(getGrant, { params: { fundId: of.fundId, grantId } }, { as: of.donor.session })).reply
const balances = async (of: MadeFund) => {
  const { endingMinor, pendingMinor, availableMinor } = (
    await portal.call(getAccountOverview, { params: { fundId: of.fundId } }, { as: of.donor.session })
  ).reply
  return { endingMinor, pendingMinor, availableMinor }
}

describe('open-points 6 the life of a grant', () => {
  test('recommended, approved, paid: each with its posting, who, when, why, and on what was relied', async () => {
    const own = await makeFund(portal)
    const { charityId, name } = await makeCharity(portal.databases)
    const grantId = await makeGrant(portal, own, { charityId })
    const approved = await approve(grantId, approver.session, 'All in order')
    expect(approved.reply).toMatchObject({
      state: 'Approved',
      may: { approve: expect.any(String), pay: null },
    })
    expect(await balances(own)).toEqual({
      endingMinor: 10_000_00n,
      pendingMinor: 250_00n,
      availableMinor: 9_750_00n,
    })
    const paid = await pay(grantId, payer.session)
    expect(paid.reply).toMatchObject({
      state: 'Paid',
      transactionStatusCode: 6,
      paymentMethod: 'eft',
      paymentReference: 'EFT 4711',
      steps: [
        { step: 1, transition: 'recommend', actorName: 'Margaret Ellison', reason: null },
        { step: 2, transition: 'approve', actorName: 'Prudence Gale', reason: 'All in order' },
        { step: 3, transition: 'pay', actorName: 'Prudence Gale', reason: null },
      ],
    })
    for (const { evidence } of paid.reply.evidence)
      expect(evidence).toMatchObject({
        charityId,
        name,
        register: 'irs-bmf',
        sourceFile: expect.any(String),
        fileDate: '2026-11-01',
        sourceLine: 2,
        readAt: expect.stringMatching(/^\d{4}-.*Z$/),
        outcome: 'yes',
      })
    expect(await balances(own)).toEqual({
      endingMinor: 9_750_00n,
      pendingMinor: 0n,
      availableMinor: 9_750_00n,
    })
    const { rows } = await portal.database.admin.query(
      `select s.transition, e.kind, e.actor_user_id = s.actor_user_id as same_actor,
         (select sum(amount_minor) from posting p where p.entry_id = e.entry_id)::int as total
       from grant_step s join journal_entry e using (book, entry_id) where s.grant_id = $1 order by s.step`,
      [grantId],
    )
    expect(rows).toEqual([
      { transition: 'recommend', kind: 'grant_recommended', same_actor: true, total: 0 },
      { transition: 'approve', kind: 'grant_approved', same_actor: true, total: 0 },
      { transition: 'pay', kind: 'grant_paid', same_actor: true, total: 0 },
    ])
  })

  test('the donor takes it back before it is approved, and not after', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    expect((await cancel(grantId, own)).reply).toMatchObject({ state: 'Cancelled', mayCancel: false })
    expect((await balances(own)).availableMinor).toBe(10_000_00n)
    expect((await cancel(grantId, own)).status).toBe(409)
    const late = await makeGrant(portal, own, { approvedBy: approver })
    expect((await read(late, own)).mayCancel).toBe(false)
    expect((await cancel(late, own)).status).toBe(409)
  })

  test('rejected with a reason, which is required, it is available again', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    expect((await reject(grantId, approver.session, '  ')).problem.errors).toHaveProperty('reason')
    expect((await reject(grantId, approver.session, 'No answer')).reply.state).toBe('Rejected')
    expect(await balances(own)).toMatchObject({ pendingMinor: 0n, availableMinor: 10_000_00n })
    expect((await read(grantId, own)).steps.at(-1)?.reason).toBe('No answer')
  })

  test('no step is taken from where it does not lead', async () => {
    const asked = await makeGrant(portal, fund)
    expect((await pay(asked, payer.session)).status).toBe(409)
    const over = await makeGrant(portal, fund)
    await reject(over, approver.session, 'No')
    for (const answer of [await approve(over, approver.session), await pay(over, payer.session)])
      expect(answer.status).toBe(409)
  })

  test('§9 a charity’s history leaves out what was cancelled or rejected, and its total says how much is paid and pending', async () => {
    const own = await makeFund(portal)
    const { charityId } = await makeCharity(portal.databases)
    const make = (amountMinor: bigint, approvedBy?: Person) =>
      makeGrant(portal, own, { charityId, amountMinor, ...(approvedBy ? { approvedBy } : {}) })
    await make(300_00n)
    await pay(await make(400_00n, approver), payer.session)
    await cancel(await make(500_00n), own)
    await reject(await make(600_00n), approver.session, 'No')
    await makeGrant(portal, own, { amountMinor: 700_00n })
    const list = async (query: { charityId?: string; sort?: string }) =>
      (await portal.call(listGrants, { params: { fundId: own.fundId }, query }, { as: own.donor.session }))
        .reply
    const history = await list({ charityId, sort: 'amount' })
    expect(history.data.map(({ amount }) => amount)).toEqual([300_00n, 400_00n])
    expect(history.meta).toMatchObject({ total: 2, aggregate: { paidMinor: 400_00n, pendingMinor: 300_00n } })
    expect((await list({})).meta.total).toBe(5)
  })
})

describe('open-points 6 at once', () => {
  test('paid twice at the same moment, it is paid once', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own, { approvedBy: approver })
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay(grantId, payer.session)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await balances(own)).endingMinor).toBe(9_750_00n)
    expect((await read(grantId, own)).steps).toHaveLength(3)
  })

  test('approved by one and taken back by the other at the same moment, one of them wins', async () => {
    const own = await makeFund(portal)
    for (let round = 0; round < 4; round++) {
      const grantId = await makeGrant(portal, own)
      const answers = await Promise.all([approve(grantId, approver.session), cancel(grantId, own)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const pendingMinor = answers[0].status === 200 ? 250_00n : 0n
      const before = await balances(own)
      expect(before.pendingMinor).toBe(pendingMinor)
      if (pendingMinor > 0n) await pay(grantId, payer.session)
    }
  })
})

describe('open-points 3 four eyes', () => {
  test('nobody approves or pays a grant that they recommended', async () => {
    await makeRelationship(portal.databases, fund, { user: approver.user, role: 'joint_donor' })
    const { charityId } = await makeCharity(portal.databases)
    const { reply } = await recommend(portal, fund, recommendation(charityId), { as: approver.session })
    const refused = await approve(reply.grantId, approver.session)
    expect(refused.problem).toMatchObject({ status: 400, title: 'Access denied.' })
    expect(refused.problem.detail).toMatch(/You recommended this grant/)
    expect((await approve(reply.grantId, payer.session)).status).toBe(200)
    expect((await pay(reply.grantId, approver.session)).problem.title).toBe('Access denied.')
    expect((await read(reply.grantId)).state).toBe('Approved')
  })

  test('the database refuses it too, in one’s own name and on behalf', async () => {
    const grantId = await makeGrant(portal, fund)
    const step = (transition: string, actor: string) =>
      portal.database.admin.query(
        `insert into grant_step (book, grant_id, step, transition, to_status_code, actor_user_id, actor_name)
         values ('npt', $1, 900, $2, 3, $3, 'x')`,
        [grantId, transition, actor],
      )
    for (const transition of ['approve', 'pay'])
      await expect(step(transition, fund.donor.user.userId)).rejects.toMatchObject({
        constraint: 'not_own_grant',
      })
    await expect(step('approve', approver.user.userId)).resolves.toMatchObject({ rowCount: 1 })
    await expect(
      portal.database.admin.query(`update grant_step set actor_name = 'y' where grant_id = $1`, [grantId]),
    ).rejects.toMatchObject({ constraint: 'append_only' })
  })

  test('from the client’s threshold on the payer is not the approver; below it they may be one', async () => {
    const large = await makeGrant(portal, fund, { amountMinor: 25_000_00n, approvedBy: approver })
    const refused = await pay(large, approver.session)
    expect(refused.problem.detail).toMatch(/You approved this grant/)
    expect((await pay(large, payer.session)).status).toBe(200)
    const small = await makeGrant(portal, fund, { amountMinor: 24_999_00n, approvedBy: approver })
    expect((await pay(small, approver.session)).status).toBe(200)
  })

  test('an auditor sees the queue and the grant, and is refused both steps; whoever holds one action takes that one', async () => {
    const grantId = await makeGrant(portal, fund)
    const auditor = await makeStaff(portal, { roles: [{ role: 'auditor', actions: null }] })
    const seen = await portal.call(getStaffGrant, { params: { grantId } }, { as: auditor.session })
    expect(seen.reply.may.approve).toMatch(/do not have access/)
    for (const answer of [await approve(grantId, auditor.session), await pay(grantId, auditor.session)])
      expect(answer.problem.title).toBe('Access denied.')
    const half = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'GRANT_APPROVE'] }],
    })
    expect((await approve(grantId, half.session)).status).toBe(200)
    expect((await pay(grantId, half.session)).problem.title).toBe('Access denied.')
  })
})

describe('open-points 6 the charity is looked at anew', () => {
  test('what the register leaves to a person needs that person’s reason', async () => {
    const { charityId } = await makeCharity(portal.databases, { foundation: '02' })
    const grantId = await makeGrant(portal, fund, { charityId })
    expect((await approve(grantId, approver.session)).problem.errors?.reason?.join()).toMatch(
      /operating foundation/,
    )
    const { reply } = await approve(grantId, approver.session, 'Determination letter of 2024 read')
    expect(reply.steps.at(-1)?.reason).toBe('Determination letter of 2024 read')
    expect(reply.evidence.at(-1)?.evidence).toMatchObject({
      outcome: 'person',
      reason: 'operating-foundation',
    })
    expect((await pay(grantId, payer.session)).status).toBe(200)
  })

  test('one that lost its standing since is neither approved nor paid', async () => {
    const { charityId } = await makeCharity(portal.databases)
    const asked = await makeGrant(portal, fund, { charityId })
    const approved = await makeGrant(portal, fund, { charityId, amountMinor: 300_00n, approvedBy: approver })
    await portal.database.admin.query(`update charity set foundation = '04' where charity_id = $1`, [
      charityId,
    ])
    expect((await approve(asked, approver.session)).status).toBe(409)
    expect((await pay(approved, payer.session)).problem.detail).toMatch(/private non-operating foundation/)
    expect((await reject(asked, approver.session, 'A private foundation now')).status).toBe(200)
  })

  test('§4 one that the staff rejected since is not paid', async () => {
    const { charityId } = await makeCharity(portal.databases)
    const grantId = await makeGrant(portal, fund, { charityId, approvedBy: approver })
    await portal.database.admin.query(
      `insert into charity_profile (charity_id, party_grantee_status, changed_by) values ($1, 'Rejected', 'staff')`,
      [charityId],
    )
    expect((await pay(grantId, payer.session)).status).toBe(409)
  })
})

describe('open-points 3 what a person may not see does not exist', () => {
  test('another fund’s grant is unknown at this fund, to read and to take back', async () => {
    const own = await makeFund(portal)
    const theirs = await makeGrant(portal, fund)
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const grantId of [theirs, unknown]) {
      const params = { fundId: own.fundId, grantId }
      expect((await portal.call(getGrant, { params }, { as: own.donor.session })).status).toBe(404)
      expect((await cancel(grantId, own)).status).toBe(404)
    }
    expect((await read(theirs)).state).toBe('Recommended')
  })

  test.each<[string, Endpoint]>([
    ['queue', listGrantQueue],
    ['staff’s view', getStaffGrant],
  ])('a donor does not see the %s', async (_what, endpoint) => {
    const grantId = await makeGrant(portal, fund)
    const sent = { params: { grantId } } as never
    expect((await portal.call(endpoint, sent, { as: fund.donor.session })).status).toBe(404)
    expect((await portal.call(endpoint, sent, { as: approver.session })).status).toBe(200)
  })

  test('a viewer does not take a grant back', async () => {
    const { session } = await makePersonOf(portal, fund, 'viewer')
    const grantId = await makeGrant(portal, fund)
    expect((await cancel(grantId, fund, session)).problem.title).toBe('Access denied.')
    const { reply } = await portal.call(
      getGrant,
      { params: { fundId: fund.fundId, grantId } },
      { as: session },
    )
    expect(reply.mayCancel).toBe(false)
  })

  test('another book’s staff find nothing', async () => {
    const grantId = await makeGrant(portal, fund)
    const elsewhere = await makeStaff(portal, { realm: 'rathbones' })
    const own = await makeGrant(portal, await makeFund(portal, { book: 'rathbones' }), {
      amountMinor: 500_00n,
    })
    for (const [asked, status] of [
      [grantId, 404],
      [own, 200],
    ] as const)
      expect((await approve(asked, elsewhere.session)).status).toBe(status)
  })

  test('§4 the donor of an immobile account does not take a grant back; the staff still decide', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    await portal.database.admin.query(
      `update fund_account set account_status = 'Immobile' where account_id = $1`,
      [own.accountId],
    )
    expect((await cancel(grantId, own)).problem.title).toBe('Access denied.')
    expect((await approve(grantId, approver.session)).status).toBe(200)
  })
})

test('open-points 7 the queue is oldest first, each grant in the one where it waits', async () => {
  const waits = await makeGrant(portal, fund)
  const approved = await makeGrant(portal, fund, { approvedBy: approver })
  const queue = async (name: 'to-approve' | 'to-pay') => {
    const query = { queue: name, first: 500 }
    return (await portal.call(listGrantQueue, { query }, { as: approver.session })).reply
  }
  const [toApprove, toPay] = [await queue('to-approve'), await queue('to-pay')]
  expect(toApprove.data.at(-1)).toMatchObject({ grantId: waits, fundId: fund.fundId, ageDays: 0 })
  expect(toPay.data.at(-1)?.grantId).toBe(approved)
  expect(toApprove.data.map(({ grantId }) => grantId)).not.toContain(approved)
  const numbers = toApprove.data.map(({ transactionId }) => BigInt(transactionId))
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)))
})

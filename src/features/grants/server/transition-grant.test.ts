import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { payGrant } from '../../../testing/grants/pay-grant.ts'
import { listGrants } from '../grants.contract.ts'
import { getStaffGrant, listGrantQueue } from '../review/staff-grants.contract.ts'

let portal: TestApp
let calls: ReturnType<typeof grantCalls>
let fund: MadeFund
let approver: Person
let payer: Person

beforeAll(async () => {
  portal = await startTestApp()
  calls = grantCalls(portal)
  fund = await makeFund(portal, { balanceMinor: 500_000_00n })
  approver = await makeStaff(portal)
  payer = await makeStaff(portal)
})
afterAll(() => portal.close())

describe('transitions of a grant (§13)', () => {
  test('records entry, actor, reason and evidence of each step from recommendation to payment', async () => {
    const own = await makeFund(portal)
    const { charityId, name } = await makeCharity(portal.databases)
    const grantId = await makeGrant(portal, own, { charityId })
    const approved = await calls.approve(grantId, approver.session, 'All in order')
    expect(approved.reply).toMatchObject({
      state: 'Approved',
      commands: { hold: null, void: null },
    })
    expect(await calls.balances(own)).toEqual({
      endingMinor: 10_000_00n,
      pendingMinor: 250_00n,
      availableMinor: 9_750_00n,
    })
    await payGrant(portal, grantId, payer)
    const paid = await portal.call(getStaffGrant, { params: { grantId } }, { as: payer.session })
    expect(paid.reply).toMatchObject({
      state: 'Paid',
      transactionStatusCode: 6,
      paymentMethod: 'eft',
      paymentReference: 'GRANT-4711',
      steps: [
        { step: 1, transition: 'recommend', actorName: 'Margaret Ellison', reason: null },
        { step: 2, transition: 'approve', actorName: 'Prudence Gale', reason: 'All in order', message: null },
        { step: 3, transition: 'schedule', actorName: 'Prudence Gale', reason: null },
        { step: 4, transition: 'pay', actorName: 'Prudence Gale', reason: null },
      ],
    })
    for (const { evidence } of paid.reply.evidence.slice(0, 2))
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
    expect(await calls.balances(own)).toEqual({
      endingMinor: 9_750_00n,
      pendingMinor: 0n,
      availableMinor: 9_750_00n,
    })
    const { rows } = await portal.database.admin.query(
      `select s.transition, e.kind, e.actor_user_id = s.actor_user_id as same_actor,
         (select sum(amount_minor) from posting p where p.entry_id = e.entry_id)::int as total
       from grant_history_entry s join journal_entry e using (book, entry_id) where s.grant_id = $1 order by s.step`,
      [grantId],
    )
    expect(rows).toEqual([
      { transition: 'recommend', kind: 'grant_recommended', same_actor: true, total: 0 },
      { transition: 'approve', kind: 'grant_approved', same_actor: true, total: 0 },
      { transition: 'pay', kind: 'grant_paid', same_actor: true, total: 0 },
    ])
  })

  test('lets the donor cancel before the approval, but not after', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    expect((await calls.cancel(grantId, own)).reply).toMatchObject({ state: 'Canceled', mayCancel: false })
    expect((await calls.balances(own)).availableMinor).toBe(10_000_00n)
    expect((await calls.cancel(grantId, own)).status).toBe(409)
    const late = await makeGrant(portal, own, { approvedBy: approver })
    expect((await calls.read(late, own)).mayCancel).toBe(false)
    expect((await calls.cancel(late, own)).status).toBe(409)
  })

  test('requires a message to reject, and makes the amount available again', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own)
    expect((await calls.reject(grantId, approver.session, '  ')).problem.errors).toHaveProperty('message')
    expect((await calls.reject(grantId, approver.session, 'No answer')).reply.state).toBe('Rejected')
    expect(await calls.balances(own)).toMatchObject({ pendingMinor: 0n, availableMinor: 10_000_00n })
    expect((await calls.read(grantId, own)).steps.at(-1)?.message).toBe('No answer')
  })

  test('refuses a step that the state does not allow', async () => {
    const grantId = await makeGrant(portal, fund)
    await expect(payGrant(portal, grantId, payer)).rejects.toMatchObject({ code: 'conflict' })
    const over = await makeGrant(portal, fund)
    await calls.reject(over, approver.session, 'No')
    expect((await calls.approve(over, approver.session)).status).toBe(409)
    await expect(payGrant(portal, over, payer)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('leaves cancelled and rejected grants out of a charity’s history, and sums paid and pending ones (§9)', async () => {
    const own = await makeFund(portal)
    const { charityId } = await makeCharity(portal.databases)
    const make = (amountMinor: bigint, approvedBy?: Person) =>
      makeGrant(portal, own, { charityId, amountMinor, ...(approvedBy ? { approvedBy } : {}) })
    await make(300_00n)
    await payGrant(portal, await make(400_00n, approver), payer)
    await calls.cancel(await make(500_00n), own)
    await calls.reject(await make(600_00n), approver.session, 'No')
    await makeGrant(portal, own, { amountMinor: 700_00n })
    const list = async (query: { charityId?: string; sort?: string }) =>
      (await portal.call(listGrants, { params: { fundId: own.fundId }, query }, { as: own.donor.session }))
        .reply
    const history = await list({ charityId, sort: 'amount' })
    expect(history.data.map(({ amountMinor }) => amountMinor)).toEqual([300_00n, 400_00n])
    expect(history.meta).toMatchObject({ total: 2, aggregate: { paidMinor: 400_00n, pendingMinor: 300_00n } })
    expect((await list({})).meta.total).toBe(5)
  })
})

describe('concurrent requests (§13)', () => {
  test('pays once when several people pay at the same time', async () => {
    const own = await makeFund(portal)
    const grantId = await makeGrant(portal, own, { approvedBy: approver })
    const payments = await Promise.allSettled([1, 2, 3, 4].map(() => payGrant(portal, grantId, payer)))
    expect(payments.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await calls.balances(own)).endingMinor).toBe(9_750_00n)
    expect(
      (await calls.read(grantId, own)).steps.filter(({ transition }) => transition === 'pay'),
    ).toHaveLength(1)
  })

  test('accepts one of an approval and a cancellation at the same time', async () => {
    const own = await makeFund(portal)
    for (let round = 0; round < 4; round++) {
      const grantId = await makeGrant(portal, own)
      const answers = await Promise.all([
        calls.approve(grantId, approver.session),
        calls.cancel(grantId, own),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const pendingMinor = answers[0].status === 200 ? 250_00n : 0n
      const before = await calls.balances(own)
      expect(before.pendingMinor).toBe(pendingMinor)
      if (pendingMinor > 0n) await payGrant(portal, grantId, payer)
    }
  })
})

describe('checks the charity again (§13)', () => {
  test('requires a reason to approve a grant to a charity that needs a review', async () => {
    const { charityId } = await makeCharity(portal.databases, { foundation: '02' })
    const grantId = await makeGrant(portal, fund, { charityId })
    expect((await calls.approve(grantId, approver.session)).problem.errors?.reason?.join()).toMatch(
      /operating foundation/,
    )
    const { reply } = await calls.approve(grantId, approver.session, 'Determination letter of 2024 read')
    expect(reply.steps.at(-1)?.reason).toBe('Determination letter of 2024 read')
    expect(reply.evidence.at(-1)?.evidence).toMatchObject({
      outcome: 'person',
      reason: 'private-operating-foundation',
    })
    await payGrant(portal, grantId, payer)
  })

  test('refuses to approve after the charity has become ineligible', async () => {
    const { charityId } = await makeCharity(portal.databases)
    const grantId = await makeGrant(portal, fund, { charityId })
    await portal.database.admin.query(`update charity set foundation = '04' where charity_id = $1`, [
      charityId,
    ])
    expect((await calls.approve(grantId, approver.session)).status).toBe(409)
    expect((await calls.reject(grantId, approver.session, 'A private foundation now')).status).toBe(200)
  })
})

test('lists each grant in its queue, oldest first (§17)', async () => {
  const pending = await makeGrant(portal, fund)
  const approved = await makeGrant(portal, fund, { approvedBy: approver })
  const queue = async (name: 'to-approve' | 'to-pay') => {
    const query = { queue: name, first: 500 }
    return (await portal.call(listGrantQueue, { query }, { as: approver.session })).reply
  }
  const [toApprove, toPay] = [await queue('to-approve'), await queue('to-pay')]
  expect(toApprove.data.at(-1)).toMatchObject({ grantId: pending, fundId: fund.fundId, ageDays: 0 })
  expect(toPay.data.at(-1)?.grantId).toBe(approved)
  expect(toApprove.data.map(({ grantId }) => grantId)).not.toContain(approved)
  const numbers = toApprove.data.map(({ transactionId }) => BigInt(transactionId))
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)))
})

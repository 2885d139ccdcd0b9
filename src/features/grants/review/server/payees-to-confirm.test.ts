import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostOf } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { growthOfQueries } from '../../../../testing/count-queries.ts'
import { withoutTriggers } from '../../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../../testing/factories/make-charity-profile.ts'
import { makeFund, makeStaff } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { payeeCalls } from '../../../../testing/payments/payee-calls.ts'
import { makeBankDetails } from '../../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../../testing/payments/payment-fixture.ts'
import type { PayeeFields } from '../../../charity-profiles/payee-changes.contract.ts'
import { approveGrant } from '../staff-commands.contract.ts'
import { getStaffGrant, listGrantQueue } from '../staff-grants.contract.ts'

// What reviewers see of the payee before they approve.

const clock = testClock(paymentTime.now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const as = () => ({ as: world.approver.session })
const reviewed = async (grantId: string) =>
  (await world.portal.call(getStaffGrant, { params: { grantId } }, as())).reply.charityNow?.payee
const queue = async (name: 'to-approve' | 'to-pay' = 'to-approve') =>
  (
    await world.portal.call(
      listGrantQueue,
      { query: { queue: name, keywords: `${world.fund.fundId}`, first: 500 } },
      as(),
    )
  ).reply.data
const queued = async (grantId: string) => (await queue()).find(row => row.grantId === grantId)?.payee
/** Soon enough that nobody has to verify themselves again. */
const momentLater = () => clock.advance(1_000)

/** A grant to a charity paid by transfer, and a moment later what changes its payee. */
async function grantBefore(change: (charityId: string) => Promise<unknown>): Promise<string> {
  const charityId = await world.transferCharity()
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  momentLater()
  await change(charityId)
  return grantId
}

test('the queue and the review show all that a transfer and its letter take from the payee', async () => {
  const charityId = await world.transferCharity()
  await makeCharityProfile(world.portal.databases, charityId, {
    payee_name: 'Łódź Food Pantry of the Harbor',
    payee_address: '4 Pier Road, Erie, PA 16501',
  })
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  const payee = await reviewed(grantId)
  expect(payee).toEqual({
    name: 'Łódź Food Pantry of the Harbor',
    bankName: 'LODZ FOOD PANTRY OF TH',
    address: '4 Pier Road, Erie, PA 16501',
    email: 'grants@charity.example',
    method: 'eft',
    lastFour: expect.stringMatching(/^\d{4}$/),
    changes: [],
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await queued(grantId)).toEqual(payee)
})

test('a check has no bank name and no account, also where the charity has bank details', async () => {
  const { charityId, name } = await makeCharity(world.portal.databases)
  await makeBankDetails(world.portal, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  // Too large for the approval of several: its row shows the payee all the same.
  const grantId = await makeGrant(world.portal, world.fund, { charityId, amountMinor: 60_000_00n })
  expect(await queued(grantId)).toMatchObject({
    ...{ name, method: 'cheque', bankName: null, lastFour: null, email: null, changes: [] },
  })
})

test('a book that writes no checks pays a charity that is not enrolled by transfer', async () => {
  const { portal } = world
  const fund = await makeFund(portal, { book: 'rathbones', balanceMinor: 10_000_00n })
  const staff = await makeStaff(portal, { realm: 'rathbones' })
  const grantId = await makeGrant(portal, fund, { amountMinor: 500_00n })
  const { reply } = await portal.call(getStaffGrant, { params: { grantId } }, { as: staff.session })
  expect(reply.charityNow?.payee).toMatchObject({ method: 'eft', lastFour: null, changes: [] })
})

const changes: [string, Partial<PayeeFields>, object[]][] = [
  [
    'its name',
    { payeeName: 'Mallory Ltd' },
    [{ fact: 'name', before: expect.stringMatching(/\w/), madeBy: 'people' }],
  ],
  [
    'its address',
    { payeeAddress: '13 Insider Street, Erie' },
    [{ fact: 'address', before: expect.stringMatching(/\w/), madeBy: 'people' }],
  ],
  [
    'its e-mail address',
    { payeeEmail: 'mallory@elsewhere.example' },
    [{ fact: 'email', before: 'grants@charity.example', madeBy: 'people' }],
  ],
  ['the kind of payment', { paysByEft: false }, [{ fact: 'method', before: 'eft', madeBy: 'people' }]],
]

test.each(changes)(
  'a change of %s by two people since the recommendation is marked',
  async (_what, to, marked) => {
    const grantId = await grantBefore(charityId =>
      payeeCalls(world.portal).change(charityId, to, world.one, world.two),
    )
    expect((await reviewed(grantId))?.changes).toEqual(marked)
    expect((await queued(grantId))?.changes).toEqual(marked)
  },
)

test('other bank details since the recommendation are marked, also with the same last digits', async () => {
  const { portal } = world
  const grantId = await grantBefore(async charityId => {
    const { admin } = portal.database
    const { rows } = await admin.query<{ last_four: string }>(
      `update charity_bank_details set state = 'replaced', replaced_at = $2 where charity_id = $1 returning last_four`,
      [charityId, clock.now()],
    )
    await makeBankDetails(portal, charityId, {
      confirmedAt: clock.now(),
      numbers: { country: 'US', bank: '021000021', account: `5555${rows[0]?.last_four}` },
    })
  })
  const payee = await reviewed(grantId)
  expect(payee?.changes).toEqual([{ fact: 'account', before: payee?.lastFour, madeBy: 'people' }])
})

test('a name that the register changed is marked, unless two people had set another', async () => {
  const { admin } = world.portal.database
  const rename = (charityId: string) =>
    admin.query(`update charity set name = 'MALLORY HOLDINGS' where charity_id = $1`, [charityId])
  const followed = await grantBefore(rename)
  expect(await reviewed(followed)).toMatchObject({
    name: 'MALLORY HOLDINGS',
    changes: [{ fact: 'name', before: expect.not.stringContaining('MALLORY'), madeBy: 'register' }],
  })
  const charityId = await world.transferCharity()
  await makeCharityProfile(world.portal.databases, charityId, { payee_name: 'Harbor Light' })
  const set = await makeGrant(world.portal, world.fund, { charityId })
  await rename(charityId)
  expect(await reviewed(set)).toMatchObject({ name: 'Harbor Light', changes: [] })
})

test('an address that the register changed is marked, until a file has the former one again', async () => {
  const { admin } = world.portal.database
  const { charityId } = await makeCharity(world.portal.databases, { city: 'ERIE', state: 'PA' })
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  const recommended = await reviewed(grantId)
  expect(recommended).toMatchObject({ address: expect.stringContaining('ERIE, PA'), changes: [] })
  const importedFrom = async (city: string) => {
    momentLater()
    await admin.query('update charity set city = $2 where charity_id = $1', [charityId, city])
  }
  const marked = [{ fact: 'address', before: recommended?.address, madeBy: 'register' }]
  await importedFrom('RENO')
  const first = await reviewed(grantId)
  expect(first).toMatchObject({ address: expect.stringContaining('RENO, PA'), changes: marked })
  // After a second file the reviewer is told of the address of the recommendation, not of the one between.
  await importedFrom('TULSA')
  expect(await reviewed(grantId)).toMatchObject({
    address: expect.stringContaining('TULSA, PA'),
    changes: marked,
  })
  expect((await queued(grantId))?.changes).toEqual(marked)
  const attributes = {
    ...{ reason: null, message: null, controlsSupported: null },
    payeeSeen: first?.digest ?? null,
  }
  const body = { data: { type: 'command' as const, attributes } }
  const refused = await world.portal.call(approveGrant, { params: { grantId }, body }, as())
  expect(refused.status).toBe(409)
  expect(refused.problem.detail).toMatch(/^The payee has changed since you opened this grant/)
  await importedFrom('ERIE')
  expect(await reviewed(grantId)).toEqual(recommended)
})

test('an address of the register that the payment does not use is not marked', async () => {
  const { admin } = world.portal.database
  const charityId = await world.transferCharity()
  await makeCharityProfile(world.portal.databases, charityId, { payee_address: '4 Pier Road, Erie' })
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  await admin.query(`update charity set street = '13 INSIDER ST' where charity_id = $1`, [charityId])
  expect(await reviewed(grantId)).toMatchObject({ address: '4 Pier Road, Erie', changes: [] })
})

/** What the register does when it moves a charity. */
const move = (charityId: string) =>
  world.portal.database.admin.query(`update charity set street = '13 INSIDER ST' where charity_id = $1`, [
    charityId,
  ])

test('a change by two people of another fact does not hide the register’s new address', async () => {
  const to = { payeeEmail: 'mallory@elsewhere.example' }
  const grantId = await grantBefore(async charityId => {
    await move(charityId)
    await payeeCalls(world.portal).change(charityId, to, world.one, world.two)
  })
  expect((await reviewed(grantId))?.changes).toEqual([
    { fact: 'address', before: expect.not.stringContaining('INSIDER'), madeBy: 'register' },
    { fact: 'email', before: 'grants@charity.example', madeBy: 'people' },
  ])
})

test('a recommendation that did not record the register’s address marks no change of it', async () => {
  const grantId = await grantBefore(move)
  expect((await reviewed(grantId))?.changes).toHaveLength(1)
  await withoutTriggers(
    world.portal.database.admin,
    `update grant_history_entry set evidence = evidence - 'registerAddress' where grant_id = $1`,
    [grantId],
  )
  expect((await reviewed(grantId))?.changes).toEqual([])
})

test('a change from before the recommendation, and one that was undone, are not marked', async () => {
  const { change } = payeeCalls(world.portal)
  const charityId = await world.transferCharity()
  await change(charityId, { payeeName: 'Harbor Light' }, world.one, world.two)
  momentLater()
  const grantId = await makeGrant(world.portal, world.fund, { charityId })
  expect(await reviewed(grantId)).toMatchObject({ name: 'Harbor Light', changes: [] })
  momentLater()
  await change(charityId, { payeeName: 'Mallory Ltd' }, world.one, world.two)
  await change(charityId, { payeeName: 'Harbor Light' }, world.one, world.two)
  expect(await reviewed(grantId)).toMatchObject({ name: 'Harbor Light', changes: [] })
})

test('the queue asks the same number of times for two grants and for twenty', async () => {
  const growth = await growthOfQueries([2, 20], async count => {
    await world.renew()
    for (let made = 0; made < count; made += 1)
      await makeGrant(world.portal, world.fund, { charityId: await world.transferCharity() })
    return async () => {
      expect((await queue()).map(({ payee }) => payee?.method)).toEqual(Array(count).fill('eft'))
    }
  })
  expect(growth).toBe(0)
})

test('the file of the queue has the payee; grants to pay have theirs in their run', async () => {
  const grantId = await grantBefore(charityId =>
    payeeCalls(world.portal).change(charityId, { payeeName: 'Mallory Ltd' }, world.one, world.two),
  )
  const file = async (name: 'to-approve' | 'to-pay') =>
    (
      await world.portal.app.inject({
        url: `/api/grants/export?format=csv&queue=${name}&keywords=${world.fund.fundId}`,
        headers: { host: hostOf('npt'), ...world.approver.session.headers },
      })
    ).body
  const toApprove = await file('to-approve')
  expect(toApprove).toContain('Payee,Payment,Account ending in,Changed since recommended')
  expect(toApprove).toContain(
    `Mallory Ltd,Electronic transfer,${(await reviewed(grantId))?.lastFour},Made out to`,
  )
  await world.grants.approve(grantId, world.approver.session)
  expect((await queue('to-pay')).map(({ payee }) => payee)).toEqual([null])
  expect(await file('to-pay')).not.toContain('Payee')
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testClock } from '../../../../testing/clock.ts'
import { makeCharityProfile } from '../../../../testing/factories/make-charity-profile.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { makeBankDetails } from '../../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../../testing/payments/payment-fixture.ts'
import { approveGrant } from '../staff-commands.contract.ts'
import { approveGrants, getStaffGrant, listGrantQueue } from '../staff-grants.contract.ts'

// The payee of a charity changes while a reviewer looks at its grant.

let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(testClock(paymentTime.now))
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

const confirmedAt = new Date('2026-03-02T12:00:00Z')

async function replaceBankDetails(charityId: string) {
  const { admin } = world.portal.database
  const { rows } = await admin.query<{ last_four: string }>(
    'select last_four from charity_bank_details where charity_id = $1',
    [charityId],
  )
  await admin.query(
    `update charity_bank_details set state = 'replaced', replaced_at = now() where charity_id = $1`,
    [charityId],
  )
  const account = `5555${rows[0]?.last_four}`
  await makeBankDetails(world.portal, charityId, {
    confirmedAt,
    numbers: { country: 'US', bank: '021000021', account },
  })
}

const profile = (columns: Parameters<typeof makeCharityProfile>[2]) => async (charityId: string) =>
  await makeCharityProfile(world.portal.databases, charityId, columns)

const changes = {
  'its name': profile({ payee_name: 'Mallory Holdings' }),
  'its address': profile({ payee_address: '13 Insider Street, Erie, PA 16501' }),
  'its e-mail address': profile({ payee_email: 'mallory@holdings.example' }),
  'the kind of its payment': profile({ default_payment_type_code: 1 }),
  'its account, to one that ends in the same digits': replaceBankDetails,
}

const as = () => ({ as: world.approver.session })
const open = async (grantId: string) =>
  (await world.portal.call(getStaffGrant, { params: { grantId } }, as())).reply
const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const approve = async (grantId: string, payeeSeen: string | null) =>
  await world.portal.call(
    approveGrant,
    {
      params: { grantId },
      body: command({ reason: null, message: null, controlsSupported: null, payeeSeen }),
    },
    as(),
  )
async function newGrant() {
  const charityId = await world.transferCharity()
  return { charityId, grantId: await makeGrant(world.portal, world.fund, { charityId }) }
}

test.each(Object.entries(changes))(
  'an approval is refused after a change of %s, and accepted once it has been seen',
  async (_what, change) => {
    const { charityId, grantId } = await newGrant()
    const before = (await open(grantId)).charityNow?.payee?.digest ?? ''
    await change(charityId)
    const refused = await approve(grantId, before)
    expect(refused.status).toBe(409)
    expect(refused.problem.detail).toMatch(/^The payee has changed since you opened this grant\./)
    const now = await open(grantId)
    expect(now.steps.map(({ transition }) => transition)).toEqual(['recommend'])
    const approved = await approve(grantId, now.charityNow?.payee?.digest ?? '')
    expect([approved.status, approved.reply.state]).toEqual([200, 'Approved'])
  },
)

test('an approval that names no payee or no digest is refused', async () => {
  const { grantId } = await newGrant()
  expect((await approve(grantId, null)).status).toBe(409)
  const { status, problem } = await world.portal.call(
    // As a program sends it that does not know the field.
    { ...approveGrant, body: z.any() },
    { params: { grantId }, body: command({ reason: 'Seen' }) },
    as(),
  )
  expect([status, problem.errors]).toEqual([400, { payeeSeen: [expect.any(String)] }])
  expect((await open(grantId)).steps).toHaveLength(1)
})

test('of several, only those are approved whose payee is the one of the list', async () => {
  const [changed, same] = [await newGrant(), await newGrant()]
  const queue = (
    await world.portal.call(listGrantQueue, { query: { queue: 'to-approve', first: 500 } }, as())
  ).reply.data
  const grants = [changed, same].map(({ grantId }) => ({
    grantId,
    payeeSeen: queue.find(row => row.grantId === grantId)?.payee?.digest ?? null,
  }))
  expect(grants[1]?.payeeSeen).toBe((await open(same.grantId)).charityNow?.payee?.digest)
  await changes['its name'](changed.charityId)
  const { reply } = await world.portal.call(
    approveGrants,
    { body: command({ grants, reason: 'Seen in the register' }) },
    as(),
  )
  expect(reply.data).toEqual([
    { grantId: changed.grantId, refusal: expect.stringMatching(/^The payee has changed/) },
    { grantId: same.grantId, refusal: null },
  ])
  // The refused one has left nothing behind.
  const { rows } = await world.portal.database.admin.query<{ grant_id: string }>(
    `select grant_id from journal_entry where grant_id = any($1) and kind = 'grant_approved'`,
    [grants.map(({ grantId }) => grantId)],
  )
  expect(rows).toEqual([{ grant_id: same.grantId }])
  expect((await open(changed.grantId)).steps).toHaveLength(1)
})

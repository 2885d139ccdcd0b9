import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeStaff } from '../../../testing/factories/make-fund.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { voidPayment } from '../../grants/review/staff-commands.contract.ts'
import { listOutstandingCheques, noteContact } from '../cheques.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

async function sentCheque(firstCheque: string): Promise<string> {
  const { charityId } = await makeCharity(world.portal.databases)
  const grantId = await world.approved(charityId)
  const runId = await world.createdRun('cheque')
  await world.calls.approve(runId, world.two, firstCheque)
  await world.calls.release(runId, world.two)
  await world.calls.send(runId, world.two)
  await jobsDone(world.portal)
  return grantId
}

/** What staff read this many days later; their sessions of today have ended by then. */
async function later(days: number) {
  clock.set(new Date(Date.parse(paymentTime.now) + days * 86_400_000))
  const staff = await makeStaff(world.portal)
  const list = async () =>
    (await world.portal.call(listOutstandingCheques, { query: { first: 500 } }, { as: staff.session })).reply
  return { staff, list }
}

test.each([
  [89, 'recent', { toContact: 0, stale: 0 }],
  [90, 'contact', { toContact: 1, stale: 0 }],
  [179, 'contact', { toContact: 1, stale: 0 }],
  [180, 'stale', { toContact: 0, stale: 1 }],
] as const)('after %d days a cheque that nobody cashed is %s (§13)', async (days, age, counts) => {
  const grantId = await sentCheque(String(600_000 + days))
  const { staff, list } = await later(days)
  const { data, meta } = await list()
  expect(data.find(cheque => cheque.grantId === grantId)).toMatchObject({
    number: String(600_000 + days),
    days,
    age,
    contactedAt: null,
  })
  expect(meta).toMatchObject(counts)
  // Stopped at the bank, it is off the list, and the fund has its amount again.
  const stopped = await world.portal.call(
    voidPayment,
    {
      params: { grantId },
      body: {
        data: { type: 'command', attributes: { reason: null, message: 'The check was never cashed' } },
      },
    },
    { as: staff.session },
  )
  expect(stopped.reply.state).toBe('Voided')
  expect((await list()).data).toEqual([])
})

test('a note says who staff contacted, and the cheque is no longer listed for contact', async () => {
  const grantId = await sentCheque('610001')
  const { staff, list } = await later(100)
  const { paymentId = '' } = (await list()).data.find(cheque => cheque.grantId === grantId) ?? {}
  const note = (as: typeof staff, text: string, client = 'npt') =>
    world.portal.call(
      noteContact,
      { params: { paymentId }, body: { data: { type: 'command', attributes: { note: text } } } },
      { as: as.session, client },
    )
  expect((await note(staff, 'Mr. Doe will look for it')).reply.data[0]).toMatchObject({
    contactNote: 'Mr. Doe will look for it',
    contactedByName: 'Prudence Gale',
  })
  expect((await list()).meta.toContact).toBe(0)
  const elsewhere = await makeStaff(world.portal, { realm: 'ubs' })
  expect((await note(elsewhere, 'x', 'ubs')).status).toBe(404)
  expect(
    (await world.portal.call(listOutstandingCheques, { query: {} }, { as: elsewhere.session, client: 'ubs' }))
      .reply.data,
  ).toEqual([])
})

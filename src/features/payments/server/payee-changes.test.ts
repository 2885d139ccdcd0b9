import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { payeeCalls } from '../../../testing/payments/payee-calls.ts'
import { makeBankDetails, newNumbers } from '../../../testing/payments/payment-calls.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import {
  confirmPayeeChange,
  declinePayeeChange,
  type PayeeFields,
} from '../../charity-profiles/payee-changes.contract.ts'
import { reopenGrant } from '../../grants/review/staff-commands.contract.ts'
import { getPaymentRun } from '../payments.contract.ts'

// Payees that change between the approval of a grant and its payment.

const clock = testClock(paymentTime.now)
let world: PaymentFixture
/** The people who enter and confirm payees. */
let clerk: Person
let second: Person

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.renew()
  clerk = await makeStaff(world.portal, { firstName: 'Cora', lastName: 'Clerk' })
  second = await makeStaff(world.portal, { firstName: 'Simon', lastName: 'Second' })
})

const enter = (charityId: string, change: Partial<PayeeFields>, as = clerk) =>
  payeeCalls(world.portal).enter(charityId, change, as)
const decide = (
  endpoint: typeof confirmPayeeChange | typeof declinePayeeChange,
  charityId: string,
  changeId: string,
  as = second,
) => payeeCalls(world.portal).decide(endpoint, charityId, changeId, as)
const changePayee = async (charityId: string, change: Partial<PayeeFields>, as = clerk) =>
  await payeeCalls(world.portal).change(charityId, change, as, second)
const payments = async (runId: string) => (await world.calls.payments(runId, world.one)).reply.data
const problems = async (runId: string) => (await payments(runId)).map(({ problem }) => problem)
/** People verify themselves again after days, so tests sign them in anew. */
const afterDays = (days: number) => clock.advance(days * 24 * 60 * 60 * 1000)
const freshPerson = () => makeStaff(world.portal, { firstName: 'Later', lastName: 'Person' })

const changes: [string, Partial<PayeeFields>, string, object][] = [
  ['name', { payeeName: 'Mallory Ltd' }, 'eft', { fact: 'name', after: 'Mallory Ltd' }],
  ['address', { payeeAddress: '13 Insider Street, Erie, PA 16501' }, 'eft', { fact: 'address' }],
  [
    'e-mail address',
    { payeeEmail: 'mallory@elsewhere.example' },
    'eft',
    { fact: 'email', before: 'grants@charity.example' },
  ],
  ['kind of payment', { paysByEft: false }, 'cheque', { fact: 'method', before: 'eft', after: 'cheque' }],
]

test.each(changes)(
  'a payee whose %s changed is paid after three days, and the approver of the run sees the change',
  async (_what, change, method, shown) => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const changeId = await enter(charityId, change)
    const open = await world.createdRun()
    expect(await problems(open)).toEqual(['A change of the charity’s payee is awaiting a decision.'])
    await world.calls.cancel(open, world.one)
    await decide(confirmPayeeChange, charityId, changeId)
    const runId = await world.createdRun(method as 'eft' | 'cheque')
    expect(await problems(runId)).toEqual(['The charity’s payee was changed less than three days ago.'])
    expect((await world.calls.approve(runId, world.two)).status).toBe(409)
    expect((await payments(runId))[0]?.payeeChanges).toMatchObject([
      {
        ...shown,
        made: {
          enteredByName: 'Cora Clerk',
          confirmedByName: 'Simon Second',
          confirmedAt: expect.any(String),
        },
      },
    ])
    afterDays(3)
    const payer = await freshPerson()
    await world.calls.check(runId, payer)
    const run = await world.portal.call(getPaymentRun, { params: { runId } }, { as: payer.session })
    expect(run.reply).toMatchObject({ problems: 0, payeesChanged: 1, commands: { approve: null } })
    const firstCheque = method === 'cheque' ? '700001' : null
    expect((await world.calls.approve(runId, payer, firstCheque)).status).toBe(200)
  },
)

test('a payee that changed after the last check of a run is not approved unseen, also not after three days', async () => {
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  const runId = await world.createdRun()
  await changePayee(charityId, { payeeName: 'Mallory Ltd' })
  afterDays(3)
  const payer = await freshPerson()
  const unseen = await world.calls.approve(runId, payer)
  expect(unseen.problem.detail).toContain('is not as the last check of this run found it')
  expect((await world.calls.check(runId, payer)).reply.payeesChanged).toBe(1)
  expect((await world.calls.approve(runId, payer)).status).toBe(200)
})

test('a declined change stops nothing and is not shown', async () => {
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  await decide(declinePayeeChange, charityId, await enter(charityId, { payeeName: 'Mallory Ltd' }), clerk)
  const runId = await world.createdRun()
  expect(await payments(runId)).toMatchObject([{ problem: null, payeeChanges: [] }])
})

test('a change of the kind of payment stops the run that has the payment already', async () => {
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  const runId = await world.createdRun()
  await changePayee(charityId, { paysByEft: false })
  afterDays(3)
  const payer = await freshPerson()
  await world.calls.check(runId, payer)
  expect((await world.calls.payments(runId, payer)).reply.data.map(({ problem }) => problem)).toEqual([
    'The charity is no longer paid in this way.',
  ])
})

test.each(['payee', 'bank details'])(
  'a run that was approved before its %s changed is not released, also not after three days',
  async what => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const runId = await world.createdRun()
    expect((await world.calls.approve(runId, world.two)).status).toBe(200)
    clock.advance(60_000)
    if (what === 'payee') await changePayee(charityId, { payeeName: 'Mallory Ltd' })
    else {
      await world.portal.database.admin.query(
        `update charity_bank_details set state = 'replaced', replaced_at = $2 where charity_id = $1`,
        [charityId, clock.now()],
      )
      await makeBankDetails(world.portal, charityId, { confirmedAt: clock.now(), numbers: newNumbers() })
    }
    afterDays(3)
    const payer = await freshPerson()
    expect((await world.calls.release(runId, payer)).problem.detail).toContain(
      'payee has changed since the approval of this run',
    )
  },
)

test('the person who entered a change does not approve the run; other changes of bank details are shown with both people', async () => {
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  clock.advance(60_000)
  await changePayee(charityId, { payeeName: 'New name' }, world.two)
  await world.portal.database.admin.query(
    `update charity_bank_details set state = 'replaced', replaced_at = $2 where charity_id = $1`,
    [charityId, clock.now()],
  )
  await makeBankDetails(world.portal, charityId, { confirmedAt: clock.now(), numbers: newNumbers() })
  afterDays(3)
  const collector = await freshPerson()
  const runId = (await world.calls.collect(collector, 'eft', '2026-03-19')).reply.runId
  const shown = (await world.calls.payments(runId, collector)).reply.data[0]?.payeeChanges
  expect(shown).toMatchObject([
    { fact: 'name', after: 'New name' },
    { fact: 'account', made: { enteredByName: 'One', confirmedByName: 'Two' } },
  ])
  const again = await world.portal.sessionFor(world.two.user)
  const own = await world.calls.approve(runId, { ...world.two, session: again })
  expect(own.problem.detail).toMatch(/You entered a change of the payee/)
  expect((await world.calls.approve(runId, await freshPerson())).status).toBe(200)
})

test('of a confirmation and the creation of a run at once, no payment goes to the new payee unseen', async () => {
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  const changeId = await enter(charityId, { payeeName: 'Mallory Ltd' })
  const [confirmed, run] = await Promise.all([
    decide(confirmPayeeChange, charityId, changeId),
    world.calls.collect(world.one, 'eft', paymentTime.today),
  ])
  expect(confirmed.status).toBe(200)
  // A payee that came after the names were compared has a name that was not.
  expect(await problems(run.reply.runId)).toEqual([expect.stringMatching(/payee|have not been compared/)])
  await world.calls.check(run.reply.runId, world.one)
  expect(await problems(run.reply.runId)).toEqual([expect.stringContaining('payee')])
  expect((await world.calls.approve(run.reply.runId, world.two)).status).toBe(409)
})

test('a payee that follows the register again is not paid until the grant is approved on what the register says', async () => {
  const { charityId } = await makeCharity(world.portal.databases)
  await makeCharityProfile(world.portal.databases, charityId, { payee_name: 'Set Name' })
  const grantId = await world.approved(charityId)
  await changePayee(charityId, { payeeName: '' })
  afterDays(3)
  const payer = await freshPerson()
  const runId = (await world.calls.collect(payer, 'cheque', '2026-03-19')).reply.runId
  const seen = (await world.calls.payments(runId, payer)).reply.data
  expect(seen).toMatchObject([
    {
      problem:
        'The charity’s payee follows the register again since the approval. Return the grant to review.',
      payeeChanges: [{ fact: 'name', before: 'Set Name', made: { enteredByName: 'Cora Clerk' } }],
    },
  ])
  await world.calls.remove(runId, payer)
  await world.portal.call(
    reopenGrant,
    {
      params: { grantId },
      body: { data: { type: 'command', attributes: { reason: 'To confirm the name' } } },
    },
    { as: payer.session },
  )
  await world.grants.approve(grantId, payer.session)
  const next = (await world.calls.collect(payer, 'cheque', '2026-03-19')).reply.runId
  expect((await world.calls.payments(next, payer)).reply.data).toMatchObject([
    { problem: null, payeeName: `RIVERSIDE FOOD PANTRY ${charityId.slice(-9)}` },
  ])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { nachaFile } from '../../../testing/payments/bank-files.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { statementCalls } from '../../../testing/payments/statement-calls.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** A notice that waits for a person, because other details do, and which can be proposed. Returns its id. */
async function waitingNotice(): Promise<{ noticeId: string; charityId: string }> {
  const [{ reference }] = await statements.paidGrants()
  const notice = (corrected: string) => nachaFile([{ reference, amountMinor: 0n, code: 'C01', corrected }])
  await statements.take(notice('55512345'))
  await statements.take(notice('66654321'))
  const found = (await world.calls.notices(world.one)).reply.data.find(
    each => each.reference === reference && each.state === 'open',
  )
  const charityId = String(found?.charityId)
  await withoutTriggers(
    world.portal.database.admin,
    `update charity_bank_details set state = 'declined', note = 'No', decided_by = proposed_by, decided_by_name = 'Two',
       decided_at = proposed_at where charity_id = $1 and state = 'proposed'`,
    [charityId],
  )
  return { noticeId: found?.noticeId ?? '', charityId }
}

test('a correction of details whose key is missing is refused with a sentence', async () => {
  const { noticeId, charityId } = await waitingNotice()
  await withoutTriggers(
    world.portal.database.admin,
    `update charity_bank_details set key_id = 'removed' where charity_id = $1`,
    [charityId],
  )
  const { status, problem } = await world.calls.proposeNotice(noticeId, world.one)
  expect([status, problem.detail]).toEqual([
    409,
    'The details in use cannot be decrypted. Ask the charity for its details, and enter them again.',
  ])
})

test('a notice whose file is read in other words now is refused with a sentence', async () => {
  const { noticeId } = await waitingNotice()
  await withoutTriggers(
    world.portal.database.admin,
    `update change_notice set correction = 'C01 In other words' where notice_id = $1`,
    [noticeId],
  )
  const { status, problem } = await world.calls.proposeNotice(noticeId, world.one)
  expect([status, problem.detail]).toEqual([
    409,
    expect.stringMatching(/^Its file is read in another way now/),
  ])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../app/server/routes.ts'
import type { Access } from '../../contract/endpoint.ts'
import type { Permission } from '../../contract/permissions.ts'
import { addDays, dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { returnGrant, voidPayment } from '../../features/grants/review/staff-commands.contract.ts'
import { makeSchedule } from '../../features/grants/schedules/schedules.contract.ts'
import { requestTransfer } from '../../features/transfers/transfers.contract.ts'
import { startTestApp, type TestApp, type TestSession } from '../../testing/app.ts'
import { makeCharity } from '../../testing/factories/make-charity.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../testing/factories/make-fund.ts'
import { makeGrant, recommendation } from '../../testing/factories/make-grant.ts'
import { makeRelationship } from '../../testing/factories/make-relationship.ts'
import { grantCalls, returnOf } from '../../testing/grants/grant-calls.ts'
import { payGrant } from '../../testing/grants/pay-grant.ts'
import { eraseIdempotentCommands } from './run-once.ts'

let portal: TestApp
let fund: MadeFund
let staff: Person
let other: Person

beforeAll(async () => {
  portal = await startTestApp()
  fund = await makeFund(portal, { balanceMinor: 1_000_000_00n })
  staff = await makeStaff(portal)
  other = await makeStaff(portal)
})
afterAll(() => portal.close())

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const available = async () => (await grantCalls(portal).balances(fund)).availableMinor

async function paidGrant(amountMinor = 12_000_00n): Promise<string> {
  const grantId = await makeGrant(portal, fund, { amountMinor, approvedBy: other })
  await payGrant(portal, grantId, other)
  return grantId
}

type Returned = Parameters<typeof returnOf>[1]
const giveBack = (
  grantId: string,
  about: Returned,
  key: string = randomUUID(),
  as: TestSession = staff.session,
) =>
  portal.call(
    returnGrant,
    { params: { grantId }, body: command(returnOf(portal, about)) },
    { as, idempotencyKey: key },
  )
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => run(i))

const part = { returnedMinor: 3_000_00n, remainingMinor: 12_000_00n }

describe('a command with an idempotency key', () => {
  test('runs once for 16 requests at once with one key, and each gets the first reply', async () => {
    const grantId = await paidGrant()
    const before = await available()
    const key = randomUUID()
    const answers = await Promise.all(times(16, () => giveBack(grantId, part, key)))
    expect(statuses(answers)).toEqual(times(16, () => 200))
    expect(new Set(answers.map(({ reply }) => JSON.stringify(reply.returnedMinor.toString())))).toEqual(
      new Set(['"300000"']),
    )
    expect(await available()).toBe(before + 3_000_00n)
    // Later too, when the state of the grant would refuse it.
    expect((await giveBack(grantId, { returnedMinor: 9_000_00n, bankReference: 'REST' })).status).toBe(200)
    expect((await giveBack(grantId, part, key)).reply).toEqual(answers[0]?.reply)
    const { rows } = await portal.database.admin.query(
      `select kind, user_id, session_id is not null as has_session, detail from audit_event
       where detail ->> 'grantId' = $1 and kind = 'grant-returned' order by seq`,
      [grantId],
    )
    expect(rows).toMatchObject([
      { user_id: staff.user.userId, has_session: true, detail: { client: 'npt', book: 'npt' } },
      { user_id: staff.user.userId },
    ])
  })

  test('runs once for 16 people and keys at once, because each says what remained', async () => {
    const grantId = await paidGrant()
    const before = await available()
    const people = [staff, other]
    const answers = await Promise.all(
      times(16, index =>
        giveBack(
          grantId,
          { ...part, bankReference: `B${index}`, isAnother: true },
          randomUUID(),
          people[index % 2]?.session,
        ),
      ),
    )
    expect(statuses(answers)).toEqual([200, ...times(15, () => 409)])
    expect(answers.find(({ status }) => status === 409)?.problem.detail).toContain(
      'the charity now has $9,000.00 of it',
    )
    expect(await available()).toBe(before + 3_000_00n)
  })

  test('is refused with another body under the same key, and may be repeated after it failed', async () => {
    const grantId = await paidGrant()
    const key = randomUUID()
    expect((await giveBack(grantId, { ...part, message: '' }, key)).status).toBe(400)
    expect((await giveBack(grantId, part, key)).status).toBe(200)
    expect((await giveBack(grantId, { ...part, returnedMinor: 1n }, key)).problem).toMatchObject({
      status: 409,
      detail: 'This was already sent with different details.',
    })
  })

  test('of another person, grant or command may have the same key', async () => {
    const [one, two] = [await paidGrant(500_00n), await paidGrant(500_00n)]
    const key = randomUUID()
    const half = { returnedMinor: 200_00n, remainingMinor: 500_00n }
    expect((await giveBack(one, half, key)).status).toBe(200)
    expect((await giveBack(two, half, key)).status).toBe(200)
    const again = { returnedMinor: 100_00n, remainingMinor: 300_00n, bankReference: 'C' }
    expect((await giveBack(one, again, key, other.session)).status).toBe(200)
    const stop = portal.call(
      voidPayment,
      { params: { grantId: await paidGrant(700_00n) }, body: command({ reason: null, message: 'Stopped' }) },
      { as: staff.session, idempotencyKey: key },
    )
    expect((await stop).status).toBe(200)
  })

  test('is forgotten after 90 days', async () => {
    const grantId = await paidGrant(500_00n)
    await giveBack(grantId, { returnedMinor: 500_00n })
    const count = async () =>
      (
        await portal.database.admin.query(
          `select count(*)::int as n from idempotent_command where book = 'npt'`,
        )
      ).rows[0].n
    const erase = (now: Date) =>
      eraseIdempotentCommands.run({
        ...{ book: { name: 'npt', currency: 'USD' } as never, db: portal.databases.book('npt'), now },
        ...{ day: dateOf(now, 'UTC'), documentFiles: null, signal: new AbortController().signal },
      })
    const before = await count()
    await erase(new Date(Date.now() + 89 * dayMs))
    expect(await count()).toBe(before)
    await erase(new Date(Date.now() + 91 * dayMs))
    expect(await count()).toBe(0)
  })
})

describe('a return', () => {
  test('with the reference or the amount of a recorded one is asked about', async () => {
    // Someone whose returns of this file do not reach the threshold for two people.
    staff = await makeStaff(portal)
    const grantId = await paidGrant()
    const today = dateOf(portal.clock.now(), 'America/New_York')
    expect((await giveBack(grantId, { ...part, bankReference: 'SVCR-9' })).status).toBe(200)
    const next = { returnedMinor: 1_00n, remainingMinor: 9_000_00n }
    const question = [expect.stringContaining('A return of $3,000.00')]
    expect((await giveBack(grantId, { ...next, bankReference: 'svcr-9' })).problem.errors).toEqual({
      isAnother: question,
    })
    const same = { ...next, returnedMinor: 3_000_00n, bankReference: 'X' }
    expect((await giveBack(grantId, same)).problem.errors).toEqual({ isAnother: question })
    expect((await giveBack(grantId, { ...same, returnedOn: addDays(today, 1) })).problem.errors).toEqual({
      returnedOn: ['Enter today or an earlier day'],
    })
    expect((await giveBack(grantId, { ...same, returnedOn: addDays(today, -1) })).problem.errors).toEqual({
      returnedOn: ['Enter the day of the payment or a later one'],
    })
    expect((await giveBack(grantId, { ...same, isAnother: true })).status).toBe(200)
    expect((await giveBack(grantId, { ...next, remainingMinor: 6_000_00n, bankReference: 'Y' })).status).toBe(
      200,
    )
  })
})

describe('the same key in another fund of the person', () => {
  test('makes another schedule and another transfer', async () => {
    const second = await makeFund(portal, { balanceMinor: 50_000_00n })
    await makeRelationship(portal.databases, second, { user: fund.donor.user })
    const key = randomUUID()
    const { charityId } = await makeCharity(portal.databases)
    const { repeatConfirmed: _none, ...terms } = recommendation(charityId)
    const today = dateOf(portal.clock.now(), 'America/New_York')
    const schedule = (of: MadeFund, amountMinor = 250_00n) =>
      portal.call(
        makeSchedule,
        {
          params: { fundId: of.fundId },
          body: command({
            ...{ ...terms, amountMinor, frequency: 'yearly' as const },
            ...{ startsOn: addDays(today, 30), endsOn: null, endsAfter: null },
          }),
        },
        { as: fund.donor.session, idempotencyKey: key },
      )
    const [first, others] = [await schedule(fund), await schedule(second)]
    expect(statuses([first, others])).toEqual([200, 200])
    expect(others.reply.scheduleId).not.toBe(first.reply.scheduleId)
    expect((await schedule(fund)).reply.scheduleId).toBe(first.reply.scheduleId)
    expect((await schedule(fund, 300_00n)).status).toBe(409)
    const transfer = (of: MadeFund, to: MadeFund, amountMinor: bigint) =>
      portal.call(
        requestTransfer,
        {
          params: { fundId: of.fundId },
          body: command({ toFundId: to.fundId, toAccountName: 'The other fund', amountMinor, reason: '' }),
        },
        { as: fund.donor.session, idempotencyKey: key },
      )
    const one = await transfer(fund, second, 1_00n)
    expect(one.status).toBe(200)
    expect((await transfer(second, fund, 1_00n)).status).toBe(200)
    expect((await transfer(fund, second, 1_00n)).reply).toEqual(one.reply)
    expect((await transfer(fund, second, 9_99n)).status).toBe(409)
  })
})

/** Permissions whose commands move money or decide about it. */
const movesMoney: ReadonlySet<Access> = new Set<Permission>([
  'GRANT_APPROVE',
  'GRANT_PAY',
  'GRANT_RECOMMEND',
  'TRANSFER_REQUEST',
  'POSTING_CREATE',
  'POSTING_REVERSE',
  'ESTATE_MANAGE',
  'PERIOD_CLOSE',
])

/** Commands under these permissions that neither post nor decide, or that a repeat cannot change. */
const harmless = [
  // A preview.
  'POST /api/bank-files/check',
  // Downloads, which need a step-up and are recorded.
  'POST /api/payment-runs/{runId}/file',
  'POST /api/payment-runs/{runId}/letters',
  'POST /api/payment-runs/{runId}/cheques',
  'POST /api/payment-runs/{runId}/micr',
  'POST /api/positive-pay-files/{fileId}/file',
  // Checks the payments of a run again.
  'POST /api/payment-runs/{runId}/check',
  // Reads a file and stores nothing.
  'POST /api/posting-batches/check',
  // Previews.
  'POST /api/posting-batches/divisions/check',
  'POST /api/fee-runs/check',
  'POST /api/waiting-fees/check',
  // A note, an owner, a link: the last one counts.
  'POST /api/suspense-items/{itemId}/note',
  'POST /api/cheques/{paymentId}/contacted',
  'POST /api/grants/{grantId}/owner',
  'POST /api/estate-cases/{caseId}/shares/{shareId}/invite',
  // Drafts.
  'POST /api/accounts/{fundId}/grant-drafts/{draftId}',
  'POST /api/accounts/{fundId}/grant-drafts/{draftId}/remove',
  'POST /api/accounts/{fundId}/grant-drafts/{draftId}/accept',
  'POST /api/accounts/{fundId}/grant-baskets',
  'POST /api/accounts/{fundId}/grant-baskets/{basketId}/discard',
  'POST /api/accounts/{fundId}/grant-files',
  // They name the revision of the schedule, or the date that waits, so a repeat is refused.
  'POST /api/accounts/{fundId}/grant-schedules/{scheduleId}/change',
  'POST /api/accounts/{fundId}/grant-schedules/{scheduleId}/certify',
  'POST /api/accounts/{fundId}/grant-schedules/{scheduleId}/recommend',
]

test('every command that moves money takes a key', () => {
  const without = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access, idempotent }) => method === 'POST' && movesMoney.has(access) && !idempotent)
    .map(({ method, path }) => `${method} ${path}`)
  expect(without.toSorted()).toEqual(harmless.toSorted())
})

test('only commands that the pipeline runs once leave their event to it', () => {
  expect(routes.filter(({ endpoint }) => endpoint.audit && endpoint.idempotent !== true)).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testClock } from '../../../testing/clock.ts'
import { payeeSeen } from '../../../testing/grants/payee-seen.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { reopenGrant } from '../../grants/review/staff-commands.contract.ts'
import { approveGrants, getStaffGrant } from '../../grants/review/staff-grants.contract.ts'

// Charities that the register changes between the approval of a grant and its payment.

const clock = testClock(paymentTime.now)
let world: PaymentFixture

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

/** Writes to the register as the import does. */
const inRegister = (charityId: string, change: string) =>
  world.portal.databases.registrar().query(`update charity set ${change} where charity_id = $1`, [charityId])

const reopen = (grantId: string, as = world.approver, reason = 'The register has changed') =>
  world.portal.call(
    reopenGrant,
    { params: { grantId }, body: { data: { type: 'command', attributes: { reason } } } },
    { as: as.session },
  )
const problemsOf = async (runId: string) =>
  (await world.calls.payments(runId, world.one)).reply.data.map(({ problem }) => problem)
const read = async (grantId: string) =>
  (await world.portal.call(getStaffGrant, { params: { grantId } }, { as: world.approver.session })).reply

const changes = [
  [
    'left the register',
    `delisted_on = '2026-03-01', delisted_import = source_import`,
    'no longer in the register’s file',
  ],
  ['became a supporting organization', `foundation = '21'`, 'a supporting organization now'],
  ['became a private operating foundation', `foundation = '02'`, 'a private operating foundation now'],
  ['is on a line that could not be read', `unread_on = '2026-03-01'`, 'could not be read'],
  [
    'left the register as a supporting organization',
    `foundation = '21', delisted_on = '2026-03-01', delisted_import = source_import`,
    'a supporting organization and no longer in the register’s file',
  ],
] as const

const left = (day: string) => `delisted_on = '${day}', delisted_import = source_import`
const another = 'is another one now'
/** What the register says at the approval of a grant that a person has reviewed, what it says at its payment, and why that stops. */
const transitions: [before: string, after: string, stops: string | null][] = [
  [`foundation = '21'`, `foundation = '23'`, 'another type of supporting organization'],
  [`foundation = '17'`, `foundation = '22'`, 'another type of supporting organization'],
  [`foundation = '21'`, `foundation = '24'`, 'not functionally integrated'],
  [`foundation = '21'`, `unread_on = '2026-03-01'`, 'could not be read'],
  [`foundation = '21'`, left('2026-03-01'), 'no longer in the register’s file'],
  [`foundation = '21'`, `deductibility = '2'`, `deductibility code ${another}`],
  [`foundation = '02'`, `unread_on = '2026-03-01'`, 'could not be read'],
  [`foundation = '02'`, `foundation = '03'`, `foundation code ${another}`],
  [`foundation = '00'`, `foundation = '09'`, `foundation code ${another}`],
  [`status = '02'`, `status = '25'`, `status on the register ${another}`],
  [left('2026-02-01'), left('2026-03-01'), 'came back to the register’s file and left it again'],
  [`foundation = '21', ${left('2026-02-01')}`, left('2026-03-01'), 'came back to the register’s file'],
  [`foundation = '21', ${left('2026-02-01')}`, 'delisted_on = null, delisted_import = null', 'supporting'],
  [`foundation = '21'`, `foundation = '15'`, null],
  [left('2026-02-01'), 'delisted_on = null, delisted_import = null', null],
  [`foundation = '21', unread_on = '2026-02-01'`, 'unread_on = null', null],
  [`foundation = '21', unread_on = '2026-02-01'`, `unread_on = '2026-03-01'`, null],
]
/** What an import of a new file changes for a charity about which it says the same. */
const newFile = 'source_line = source_line + 1, row_hash = row_hash + 1'

describe('a charity that needs a review since the approval of its grant', () => {
  test.each(changes)('is not paid without a new decision: it %s', async (_what, change, sentence) => {
    const charityId = await world.transferCharity()
    const grantId = await world.approved(charityId)
    await inRegister(charityId, change)
    const runId = await world.createdRun()
    expect(await problemsOf(runId)).toEqual([expect.stringContaining(sentence)])
    expect((await world.calls.approve(runId, world.two)).status).toBe(409)
    // The way out: out of the run, back to review, decided again, and into the next run.
    expect((await reopen(grantId)).status).toBe(409)
    expect((await world.calls.remove(runId, world.one)).status).toBe(200)
    expect((await reopen(grantId)).reply).toMatchObject({
      state: 'Under review',
      commands: { approve: null },
    })
    const { approver, grants } = world
    expect((await grants.approve(grantId, approver.session)).problem.errors).toHaveProperty('reason')
    const again = await grants.approve(grantId, approver.session, 'Seen its letter of today', false)
    expect(again.status).toBe(200)
    const next = await world.createdRun()
    expect(await problemsOf(next)).toEqual([null])
    expect((await world.calls.approve(next, world.two)).status).toBe(200)
  })

  test.each(changes)(
    'stops the release of a run that was approved before: it %s',
    async (_what, change, sentence) => {
      const charityId = await world.transferCharity()
      await world.approved(charityId)
      const runId = await world.createdRun()
      expect((await world.calls.approve(runId, world.two)).status).toBe(200)
      await inRegister(charityId, change)
      expect((await world.calls.release(runId, world.two)).problem.detail).toContain(sentence)
    },
  )

  test('is compared with the facts behind the reason of its approval', async () => {
    const grantIds: string[] = []
    for (const [before] of transitions) {
      const charityId = await world.transferCharity()
      await inRegister(charityId, before)
      grantIds.push(await world.approved(charityId))
      await inRegister(charityId, newFile)
    }
    await world.portal.databases
      .registrar()
      .query(`update register_import_file set file_date = file_date + 7`)
    // A new file alone stops nothing.
    const runId = await world.createdRun()
    expect(await problemsOf(runId)).toEqual(transitions.map(() => null))
    const payments = (await world.calls.payments(runId, world.one)).reply.data
    const charityOf = await charitiesOf(grantIds)
    for (const [index, [, after]] of transitions.entries())
      await inRegister(charityOf.get(grantIds[index] ?? '') ?? '', `${after}, ${newFile}`)
    await world.calls.check(runId, world.one)
    const found = new Map(
      (await world.calls.payments(runId, world.one)).reply.data.map(({ grantId, problem }) => [
        grantId,
        problem,
      ]),
    )
    expect(payments).toHaveLength(transitions.length)
    for (const [index, [before, after, stops]] of transitions.entries()) {
      const problem = found.get(grantIds[index] ?? '')
      if (stops === null) expect(problem, `${before}, then ${after}`).toBeNull()
      else expect(problem, `${before}, then ${after}`).toContain(stops)
    }
  })

  test('is not paid on an approval that did not record what it relied on', async () => {
    const charityId = await world.transferCharity()
    await inRegister(charityId, `foundation = '21'`)
    const grantId = await world.approved(charityId)
    const { admin } = world.portal.database
    await admin.query('alter table grant_history_entry disable trigger user')
    await admin.query(
      `update grant_history_entry set evidence = evidence - 'basis' where grant_id = $1 and transition = 'approve'`,
      [grantId],
    )
    await admin.query('alter table grant_history_entry enable trigger user')
    expect(await problemsOf(await world.createdRun())).toEqual([
      'The charity needs a review, and the approval did not record what it relied on. Return the grant to review.',
    ])
  })
})

const charitiesOf = async (grantIds: readonly string[]) => {
  const { rows } = await world.portal.database.admin.query<{ grant_id: string; charity_id: string }>(
    'select grant_id, charity_id from grant_recommendation where grant_id = any($1)',
    [grantIds],
  )
  return new Map(rows.map(({ grant_id, charity_id }) => [grant_id, charity_id]))
}

describe('returning a grant to review', () => {
  test('keeps its amount set aside, and shows the donor no reason', async () => {
    const grantId = await world.approved(await world.transferCharity())
    const before = await world.grants.balances(world.fund)
    expect((await reopen(grantId)).status).toBe(200)
    expect(await world.grants.balances(world.fund)).toEqual(before)
    const seen = await world.grants.read(grantId, world.fund)
    expect(seen.state).toBe('Under review')
    expect(JSON.stringify(seen.steps)).not.toContain('The register has changed')
    expect((await reopen(grantId)).status).toBe(409)
    const balance = await world.portal.database.admin.query(
      `select ledger, sum(amount_minor)::int as minor from posting p join journal_entry e using (book, entry_id)
       where e.grant_id = $1 and ledger in ('commitments', 'grants_payable') group by 1 order by 1`,
      [grantId],
    )
    expect(balance.rows).toEqual([
      { ledger: 'commitments', minor: 0 },
      { ledger: 'grants_payable', minor: 0 },
    ])
    expect((await world.grants.reject(grantId, world.approver.session, 'Not after all')).status).toBe(200)
  })
})

describe('the review of a supporting organization', () => {
  test.each([
    ['is on the register', `foundation = '21'`],
    ['left the register', `foundation = '21', ${left('2026-03-01')}`],
    ['has a line that could not be read', `foundation = '21', unread_on = '2026-03-01'`],
  ])(
    'that %s asks about control, keeps the answer, and leaves it out of several at once',
    async (_what, change) => {
      const charityId = await world.transferCharity()
      await inRegister(charityId, change)
      const { approver, grants, portal } = world
      const grantId = await world.approved(charityId)
      expect((await read(grantId)).evidence.at(-1)?.evidence).toMatchObject({ controlsSupported: false })
      await reopen(grantId)
      const answers = async (controls: boolean | null) =>
        (await grants.approve(grantId, approver.session, 'Seen', controls)).problem.errors
      expect(await answers(null)).toEqual({ controlsSupported: ['Answer the question about control'] })
      expect(await answers(true)).toEqual({
        controlsSupported: [expect.stringContaining('taxable distribution')],
      })
      const chosen = [{ grantId, payeeSeen: await payeeSeen(portal, grantId) }]
      const several = await portal.call(
        approveGrants,
        { body: { data: { type: 'command', attributes: { grants: chosen, reason: 'Clean' } } } },
        { as: approver.session },
      )
      expect(several.reply.data).toEqual([{ grantId, refusal: expect.stringContaining('needs a review') }])
    },
  )
})

test('the page of a run that was approved or whose file left names the payments that must not be made any more', async () => {
  const charityId = await world.transferCharity()
  const grantId = await world.approved(charityId)
  await world.approved(await world.transferCharity())
  const runId = await world.createdRun()
  expect((await world.calls.approve(runId, world.two)).status).toBe(200)
  const stopped = async () => (await world.calls.read(runId, world.one)).reply.stopped
  expect(await stopped()).toEqual({ payments: 0, first: [] })
  await inRegister(charityId, `foundation = '02'`)
  const one = {
    payments: 1,
    first: [{ grantId, transactionId: (await read(grantId)).transactionId, problem: expect.any(String) }],
  }
  expect(await stopped()).toEqual(one)
  expect((await world.calls.release(runId, world.one)).problem?.detail).toContain(
    (await stopped()).first[0]?.problem,
  )

  await inRegister(charityId, `foundation = '15'`)
  expect((await world.calls.release(runId, world.one)).status).toBe(200)
  expect((await stopped()).payments).toBe(0)
  await inRegister(charityId, `foundation = '02'`)
  expect(await stopped()).toEqual(one)
  // What left is history, which the page of a sent run does not judge.
  expect((await world.calls.send(runId, world.one)).status).toBe(200)
  expect((await stopped()).payments).toBe(0)
})

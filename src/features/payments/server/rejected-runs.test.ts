import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { testClock } from '../../../testing/clock.ts'
import { setStatusOf } from '../../../testing/factories/change-account.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import type { Reported } from '../../../testing/payments/bank-files.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../testing/payments/payment-fixture.ts'
import { runCalls } from '../../../testing/payments/run-calls.ts'
import { creditOf, statementCalls } from '../../../testing/payments/statement-calls.ts'
import { getSectionRows } from '../../fund-activity/fund-activity.contract.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let statements: ReturnType<typeof statementCalls>
let runs: ReturnType<typeof runCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  statements = statementCalls(world)
  runs = runCalls(world)
})
afterAll(() => world.stop())
beforeEach(() => world.renew())

describe('a run that the bank refused', () => {
  test.each<[string, Reported]>([
    ['its payment information', { batch: 'RJCT', batchReason: 'AM04' }],
    ['its file', { group: 'RJCT', groupReason: 'FF01' }],
    [
      'its file, with one transfer as the reason',
      {
        group: 'RJCT',
        batch: 'RJCT',
        transfers: [{ reference: 'GRANT-1', status: 'RJCT', reason: 'AC01' }],
      },
    ],
  ])('as %s puts its grants back, and writes to no donor', async (_what, reported) => {
    const charityId = await world.transferCharity()
    const ids = [await world.approved(charityId), await world.approved(charityId)]
    const before = await runs.balances()
    const run = await runs.nextRun(ids)
    expect(await runs.states(run)).toEqual(['Paid', 'Paid'])
    const written = await runs.mails()
    const [named] = run.references
    const text = runs.report(run, {
      ...reported,
      ...(reported.transfers
        ? { transfers: reported.transfers.map(each => ({ ...each, reference: named ?? '' })) }
        : {}),
    })
    const { rejected, rejectedRuns, returned } = await statements.preview(text)
    expect({ rejected, rejectedRuns, returned }).toEqual({
      rejected: { payments: 2, amountMinor: 1000_00n },
      rejectedRuns: [{ runId: run.runId, runNumber: run.number }],
      returned: { payments: 0, amountMinor: 0n },
    })
    expect(await statements.take(text)).toEqual(['rejected', 'rejected'])
    expect(await runs.states(run)).toEqual(['Approved', 'Approved'])
    expect(await runs.balances()).toEqual(before)
    expect(await runs.mails()).toEqual(written)
    expect(await runs.readRun(run)).toMatchObject({
      state: 'rejected',
      payments: 2,
      paid: 0,
      rejected: 2,
      rejectedMinor: 1000_00n,
      rejectedAfterPaid: 2,
      rejectedLetters: 2,
      commands: {},
    })
    const last = (await runs.readRun(run)).events.at(-1)
    expect(last).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('RJCT') })
    const rows = (await world.calls.payments(run.runId, world.one)).reply.data
    expect(rows.map(({ state }) => state)).toEqual(['Refused by the bank', 'Refused by the bank'])
  })

  test('reverses the entries of its payments exactly', async () => {
    const run = await runs.runOf(1)
    await statements.take(runs.report(run, { group: 'RJCT', groupReason: 'FF01' }))
    const { rows } = await world.portal.database.admin.query(
      `select e.kind, r.kind as reversed,
         (select jsonb_agg(jsonb_build_array(p.ledger, p.section, -p.amount_minor) order by p.line) from posting p where p.entry_id = e.entry_id)
         = (select jsonb_agg(jsonb_build_array(p.ledger, p.section, p.amount_minor) order by p.line) from posting p where p.entry_id = r.entry_id) as is_exact
       from journal_entry e join journal_entry r on r.entry_id = e.reverses_entry_id where e.grant_id = $1`,
      [run.grantIds[0]],
    )
    expect(rows).toEqual([{ kind: 'reversal', reversed: 'grant_paid', is_exact: true }])
  })

  test('is paid by the next run, once, and answers about the first change nothing of it', async () => {
    const start = await runs.balances()
    const first = await runs.runOf(2)
    await statements.take(runs.report(first, { group: 'RJCT', groupReason: 'FF01' }))
    const second = await runs.nextRun(first.grantIds)
    expect(await runs.states(second)).toEqual(['Paid', 'Paid'])
    expect((await runs.balances()).endingMinor).toBe(start.endingMinor - 1000_00n)
    expect(await runs.readRun(first)).toMatchObject({
      state: 'rejected',
      paid: 0,
      cleared: 0,
      returned: 0,
      rejected: 2,
    })
    // A second report, and late answers about single transfers.
    for (const reported of [
      { group: 'RJCT', groupReason: 'FF01' },
      { batch: 'RJCT' },
      { transfers: [{ reference: first.references[0] ?? '', status: 'RJCT', reason: 'AC04' }] },
      { group: 'ACSC' },
    ])
      await statements.take(runs.report(first, reported))
    expect(await runs.states(second)).toEqual(['Paid', 'Paid'])
    // What a statement says may be about either.
    const credit = creditOf(first.references[0] ?? '', { amount: '500.00' })
    expect((await statements.preview(statements.message([credit]))).lines[0]).toMatchObject({
      effect: 'ask',
      question: `It is about run ${second.number}`,
    })
    await statements.take(runs.report(second, { group: 'ACSC' }))
    expect(await runs.states(second)).toEqual(['Received by the charity', 'Received by the charity'])
    expect(await runs.readRun(second)).toMatchObject({ state: 'sent', paid: 2, cleared: 2, rejected: 0 })
    expect(await runs.readRun(first)).toMatchObject({ paid: 0, cleared: 0 })
    expect((await runs.balances()).endingMinor).toBe(start.endingMinor - 1000_00n)
  })

  test('shows donors a payment on a later day, without a date of the first', async () => {
    const run = await runs.runOf(1)
    const [grantId = ''] = run.grantIds
    await statements.take(runs.report(run, { group: 'RJCT', groupReason: 'FF01' }))
    const waiting = await world.grants.read(grantId, world.fund)
    expect(waiting).toMatchObject({
      state: 'Approved',
      outcome: null,
      paidOn: null,
      paymentMethod: null,
      paymentReference: null,
      returnedMinor: 0n,
      mayCancel: false,
      next: { step: 'Payment', from: 'sponsor' },
    })
    const last = waiting.steps.at(-1)
    expect(last).toMatchObject({ transition: 'reject-payment', state: 'Approved', message: null })
    expect(
      JSON.stringify(waiting, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('FF01')
    await runs.nextRun([grantId])
    const subjects = await runs.mails()
    expect(subjects.filter(each => each.includes('Your grant was paid'))).toEqual([
      expect.stringContaining('Your grant was paid'),
      expect.stringContaining('Your grant was paid on a later day'),
    ])
    const { reply } = await world.portal.call(
      getSectionRows,
      {
        params: { fundId: world.fund.fundId, section: 2 },
        query: { from: '2026-03-01' as IsoDate, to: '2026-03-16' as IsoDate },
      },
      { as: world.fund.donor.session },
    )
    expect(reply.data.map(({ transactionTypeName, amount }) => [transactionTypeName, amount])).toEqual([
      ['Grant', -500_00n],
      ['Reversal', 500_00n],
      ['Grant', -500_00n],
    ])
    expect(reply.data[1]?.comment).toBe('The bank did not carry out this payment, so it is made again.')
  })

  test('before it was recorded as sent takes its grants out of the run', async () => {
    const before = await runs.balances()
    const run = await runs.runOf(2, 'released')
    const pending = await runs.balances()
    expect(await statements.take(runs.report(run, { batch: 'RJCT', batchReason: 'DT01' }))).toEqual([
      'rejected',
      'rejected',
    ])
    expect(await runs.states(run)).toEqual(['Approved', 'Approved'])
    expect(await runs.balances()).toEqual(pending)
    expect(pending.endingMinor).toBe(before.endingMinor)
    expect(await runs.readRun(run)).toMatchObject({ state: 'rejected', rejected: 2, rejectedAfterPaid: 0 })
    for (const command of [world.calls.send, world.calls.release, world.calls.withdraw, world.calls.cancel])
      expect((await command(run.runId, world.two)).status).toBe(409)
    expect(await runs.states(await runs.nextRun(run.grantIds))).toEqual(['Paid', 'Paid'])
  })

  test('is put back also where the fund has become immobile', async () => {
    const run = await runs.runOf(1)
    const paid = await runs.balances()
    await setStatusOf(world.portal.database.admin, world.fund.accountId, 'Immobile')
    await statements.take(runs.report(run, { group: 'RJCT', groupReason: 'AM04' }))
    const { rows } = await world.portal.database.admin.query(
      'select transaction_status_code as status from grant_recommendation where grant_id = $1',
      [run.grantIds[0]],
    )
    expect(rows).toEqual([{ status: 3 }])
    expect((await runs.balances()).endingMinor).toBe(paid.endingMinor + 500_00n)
  })

  test('sixteen times at once is put back once', async () => {
    const run = await runs.runOf(2)
    const paid = await runs.balances()
    const texts = Array.from({ length: 4 }, () => runs.report(run, { group: 'RJCT', groupReason: 'FF01' }))
    const plans = await Promise.all(texts.map(async text => (await statements.preview(text)).planHash))
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        world.calls.applyBankFileLines(
          texts[index % 4] ?? '',
          index % 2 === 0 ? world.one : world.two,
          plans[index % 4] ?? '',
        ),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 200),
      ...Array.from({ length: 12 }, () => 409),
    ])
    await jobsDone(world.portal)
    expect(await runs.states(run)).toEqual(['Approved', 'Approved'])
    expect(await runs.balances()).toEqual({
      endingMinor: paid.endingMinor + 1000_00n,
      pendingMinor: paid.pendingMinor + 1000_00n,
      availableMinor: paid.availableMinor,
    })
  })
})

test('one transfer that the bank refused for a reason of ours waits for the next run, the others stay', async () => {
  const run = await runs.runOf(3)
  const [one = '', two = '', three = ''] = run.references
  const transfers = [
    { reference: one, status: 'RJCT', reason: 'AM04' },
    { reference: two, status: 'RJCT', reason: 'AC04' },
    { reference: three, status: 'ACSC' },
  ]
  expect((await statements.take(runs.report(run, { group: 'PART', transfers }))).toSorted()).toEqual([
    'cleared',
    'rejected',
    'returned',
  ])
  expect(await runs.states(run)).toEqual(['Approved', 'Returned', 'Received by the charity'])
  expect(await runs.readRun(run)).toMatchObject({
    state: 'sent',
    payments: 3,
    paid: 2,
    cleared: 1,
    returned: 1,
    rejected: 1,
    rejectedAfterPaid: 1,
  })
  const returned = (await runs.mails()).filter(each => each.includes('returned'))
  expect(returned).toHaveLength(1)
  expect(await runs.states(await runs.nextRun([run.grantIds[0] ?? '']))).toEqual(['Paid'])
  expect(await runs.readRun(run)).toMatchObject({ paid: 2, rejected: 1 })
})

test('the donor reads why a payment came back in the words of its reason', async () => {
  const run = await runs.runOf(2)
  const [one = '', two = ''] = run.references
  await statements.take(
    runs.report(run, {
      transfers: [
        { reference: one, status: 'RJCT', reason: 'AC04' },
        { reference: two, status: 'RJCT', reason: 'MS03' },
      ],
    }),
  )
  const messages = await Promise.all(
    run.grantIds.map(async id => (await world.grants.read(id, world.fund)).steps.at(-1)?.message),
  )
  expect(messages).toEqual([
    'The bank could not pay the amount into the account that we have for the charity. We are asking the charity for new bank details.',
    'The payment came back to us. We are finding out why.',
  ])
})

test('a run that the bank credited back as a whole is refused if a person says so', async () => {
  const run = await runs.runOf(2)
  const text = statements.message([
    {
      amount: '1000.00',
      side: 'CRDT',
      servicerRef: 'BACK-1',
      parts: [{ paymentInformation: `RUN-${run.number}` }],
    },
  ])
  expect((await statements.preview(text)).lines).toMatchObject([
    { effect: 'ask', question: 'The bank refused this run' },
  ])
  expect(await statements.take(text, [1])).toEqual(['rejected', 'rejected'])
  expect(await runs.states(run)).toEqual(['Approved', 'Approved'])
  expect(await statements.effects(text)).toEqual(['booked'])
})

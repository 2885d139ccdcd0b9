import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { npt } from '../../../clients/configuration/npt.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { camt053File, nachaFile } from '../../../testing/payments/bank-files.ts'
import { makeBankDetails, paymentCalls } from '../../../testing/payments/payment-calls.ts'
import { listBankDetails } from '../../charity-profiles/bank-details.contract.ts'
import { applyBankFileLines } from './apply-bank-file-lines.ts'

const clock = testClock('2026-03-16T15:00:00Z')
const { accountNumber: account, routingNumber: bank } = npt.payments
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let one: Person
let two: Person
let calls: ReturnType<typeof paymentCalls>
let grants: ReturnType<typeof grantCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = paymentCalls(portal)
  grants = grantCalls(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  fund = await makeFund(portal, { balanceMinor: 10_000_00n })
  one = await makeStaff(portal)
  two = await makeStaff(portal)
})

type Sent = {
  runId: string
  runNumber: number
  charityId: string
  paid: { grantId: string; reference: string }[]
}

/** A run that was sent, with grants of 500 to one charity. */
async function sentRun(count = 1, isRecorded = true): Promise<Sent> {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 16 })
  await makeBankDetails(portal, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  const ids: string[] = []
  for (let number = 0; number < count; number += 1)
    ids.push(
      await makeGrant(portal, fund, {
        charityId,
        amountMinor: 500_00n,
        approvedBy: one,
        repeatConfirmed: true,
      }),
    )
  const { runId, runNumber, problems } = (await calls.collect(one, 'eft', '2026-03-16')).reply
  // Data of an earlier test.
  if (problems > 0) await calls.remove(runId, one)
  await calls.approve(runId, two)
  await calls.release(runId, two)
  if (isRecorded) await calls.send(runId, two)
  await jobsDone(portal)
  const paid = await Promise.all(
    ids.map(async grantId => ({
      grantId,
      reference: `GRANT-${(await grants.read(grantId, fund)).transactionId}`,
    })),
  )
  return { runId, runNumber, charityId, paid }
}

/** Checks a file and applies it, with the lines that a person confirms. */
async function take(text: string, confirmed: readonly number[] = []) {
  const plan = (await calls.previewFile(text, one, confirmed)).reply
  const applied = await calls.applyBankFileLines(text, one, plan.planHash, confirmed)
  await jobsDone(portal)
  return { plan, applied }
}

const stateOf = async (grantId: string) => (await grants.read(grantId, fund)).state

describe('a bank file (§13)', () => {
  test('shows first what it would change, then clears and returns, and notifies the donor', async () => {
    const { paid, runId } = await sentRun(2)
    const [first, second] = paid
    const text = camt053File(
      [
        { reference: first?.reference ?? '', amountMinor: 500_00n, side: 'DBIT' },
        { reference: second?.reference ?? '', amountMinor: 500_00n, side: 'CRDT' },
      ],
      { account, bank, currency: 'USD' },
    )
    const check = (await calls.previewFile(text, one)).reply
    expect(check).toMatchObject({
      appliedAt: null,
      cleared: { payments: 1, amountMinor: 500_00n },
      returned: { payments: 1, amountMinor: 500_00n },
    })
    expect(await stateOf(first?.grantId ?? '')).toBe('Paid')
    await take(text)
    expect(await stateOf(first?.grantId ?? '')).toBe('Received by the charity')
    expect(await stateOf(second?.grantId ?? '')).toBe('Returned')
    expect((await grants.balances(fund)).availableMinor).toBe(9_500_00n)
    expect((await calls.read(runId, one)).reply).toMatchObject({
      cleared: 1,
      returned: 1,
      returnedMinor: 500_00n,
    })
    const { rows } = await portal.database.admin.query(
      `select subject, body from outgoing_mail where cause like 'grant:' || $1 || ':%' order by created_at desc limit 1`,
      [second?.grantId],
    )
    expect(rows[0].subject).toContain('A grant was returned')
    expect(rows[0].body).toContain('The payment came back to us. We are finding out why.')
    expect(rows[0].body).not.toContain('returned by the charity')
  })

  test('applies each line once, even if it is uploaded, applied or run twice', async () => {
    const { paid } = await sentRun()
    const [payment] = paid
    const text = nachaFile([{ reference: payment?.reference ?? '', amountMinor: 500_00n }])
    const { planHash } = (await calls.previewFile(text, one)).reply
    const both = await Promise.all([
      calls.applyBankFileLines(text, one, planHash),
      calls.applyBankFileLines(text, two, planHash),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await jobsDone(portal)
    expect((await grants.balances(fund)).availableMinor).toBe(10_000_00n)
    const again = await take(text)
    expect(again.plan).toMatchObject({ appliedAt: expect.any(String), returned: { payments: 0 } })
    // The same line in a file with another name of the bank.
    const other = await take(text.replace('A BANK ', 'A BANK2'))
    expect(other.plan.lines[0]).toMatchObject({
      effect: 'booked',
      sentence: 'Already booked on March 17, 2026, from “bank-file.txt” of March 16, 2026.',
    })
    const { rows } = await portal.database.admin.query<{ bank_file_id: string }>(
      'select bank_file_id from bank_file order by applied_at limit 1',
    )
    await applyBankFileLines.run(
      { client: 'npt', bankFileId: rows[0]?.bank_file_id ?? '' },
      {
        db: portal.databases.book('npt'),
        origin: { book: 'npt' },
        mailer: null,
        ...jobSettings,
        signal: new AbortController().signal,
      },
    )
    expect((await grants.balances(fund)).availableMinor).toBe(10_000_00n)
    expect(await stateOf(payment?.grantId ?? '')).toBe('Returned')
  })

  test('returns in parts, and never more than was paid', async () => {
    const { paid } = await sentRun()
    const reference = paid[0]?.reference ?? ''
    const back = (amountMinor: bigint) =>
      camt053File([{ reference, amountMinor, side: 'CRDT' }], { account, bank, currency: 'USD' })
    await take(back(200_00n), [1])
    expect(await stateOf(paid[0]?.grantId ?? '')).toBe('Partly returned')
    expect((await calls.previewFile(back(300_01n), one)).reply.lines[0]).toMatchObject({ effect: 'refused' })
    await take(back(300_00n), [1])
    expect(await stateOf(paid[0]?.grantId ?? '')).toBe('Returned')
    expect((await calls.previewFile(back(1n), one)).reply.lines[0]).toMatchObject({ effect: 'done' })
  })

  test('about a whole run clears each of its payments, but not for another total', async () => {
    const { paid, runNumber } = await sentRun(3)
    const whole = (amountMinor: bigint) =>
      camt053File([{ run: runNumber, amountMinor, side: 'DBIT' }], { account, bank, currency: 'USD' })
    expect((await calls.previewFile(whole(1_499_99n), one)).reply.lines).toMatchObject([
      { effect: 'refused' },
    ])
    await take(whole(1_500_00n))
    for (const { grantId } of paid) expect(await stateOf(grantId)).toBe('Received by the charity')
  })

  test('is not applied if its result has changed since it was checked', async () => {
    const { paid } = await sentRun()
    const text = nachaFile([{ reference: paid[0]?.reference ?? '', amountMinor: 500_00n }])
    const { planHash } = (await calls.previewFile(text, one)).reply
    await take(
      camt053File([{ reference: paid[0]?.reference ?? '', amountMinor: 100_00n, side: 'CRDT' }], {
        account,
        bank,
        currency: 'USD',
      }),
      [1],
    )
    expect((await calls.applyBankFileLines(text, one, planHash)).status).toBe(409)
    expect(await stateOf(paid[0]?.grantId ?? '')).toBe('Partly returned')
  })

  test('about a run that is not recorded as sent is refused, line by line', async () => {
    const { paid } = await sentRun(1, false)
    const text = nachaFile([{ reference: paid[0]?.reference ?? '', amountMinor: 500_00n }])
    const { lines } = (await calls.previewFile(text, one)).reply
    expect(lines[0]).toMatchObject({
      effect: 'refused',
      sentence: expect.stringContaining('not recorded as sent'),
    })
  })

  test('a notice of change becomes a proposal, and nothing is paid to the charity while it is open', async () => {
    const { paid, charityId } = await sentRun()
    await take(
      nachaFile([
        { reference: paid[0]?.reference ?? '', amountMinor: 0n, code: 'C01', corrected: '55512345' },
      ]),
    )
    const details = (await portal.call(listBankDetails, { params: { charityId } }, { as: one.session })).reply
      .data
    expect(details.map(({ state, lastFour }) => [state, lastFour])).toContainEqual(['proposed', '2345'])
    expect(await stateOf(paid[0]?.grantId ?? '')).toBe('Paid')
    await makeGrant(portal, fund, { charityId, amountMinor: 600_00n, approvedBy: one })
    const next = (await calls.collect(two, 'eft', '2026-03-16')).reply
    expect(next.problems).toBe(1)
    expect((await calls.payments(next.runId, one, { onlyProblems: true })).reply.data[0]?.problem).toContain(
      'awaiting a decision',
    )
    await calls.cancel(next.runId, two)
  })

  test('skips a line that can no longer be applied, and shows staff the reason', async () => {
    const { paid } = await sentRun()
    const [payment] = paid
    const text = nachaFile([{ reference: payment?.reference ?? '', amountMinor: 500_00n }])
    await take(text)
    const { bankFileId, lines, done, failures } = (await calls.bankFiles(one)).reply.data[0] ?? {}
    expect({ lines, done, failures }).toEqual({ lines: 1, done: 1, failures: [] })
    // As if a person had recorded the return while the job was waiting.
    await withoutTriggers(
      portal.database.admin,
      'update bank_file_line set done_at = null where bank_file_id = $1',
      [bankFileId],
    )
    await applyBankFileLines.run(
      { client: 'npt', bankFileId },
      {
        db: portal.databases.book('npt'),
        origin: { book: 'npt' },
        mailer: null,
        ...jobSettings,
        signal: new AbortController().signal,
      },
    )
    expect((await calls.bankFiles(one)).reply.data[0]).toMatchObject({
      done: 0,
      failures: [{ grantId: payment?.grantId, sentence: expect.stringContaining('This grant is returned') }],
    })
    expect((await grants.balances(fund)).availableMinor).toBe(10_000_00n)
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    expect((await paymentCalls(portal, 'ubs').bankFiles(elsewhere)).reply.data).toEqual([])
  })

  test('matches no payment of another book', async () => {
    const { paid } = await sentRun()
    const elsewhere = await makeStaff(portal, { realm: 'ubs' })
    const text = nachaFile([{ reference: paid[0]?.reference ?? '', amountMinor: 500_00n }])
    const answer = await paymentCalls(portal, 'ubs').previewFile(text, elsewhere)
    expect(answer.reply.lines[0]).toMatchObject({ effect: 'none', grantId: null, charityName: null })
  })

  test('needs GRANT_PAY, and a file that can be read', async () => {
    const half = await makeStaff(portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW'] }],
    })
    expect((await calls.previewFile('101', half)).problem.title).toBe('Access denied.')
    expect((await calls.previewFile('hello', one)).problem.errors).toHaveProperty('file')
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { killProgram } from '../../../testing/database/kill-program.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { grantCalls } from '../../../testing/grants/grant-calls.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { nachaFile, pain002File } from '../../../testing/payments/bank-files.ts'
import { makeBankDetails, paymentCalls } from '../../../testing/payments/payment-calls.ts'
import { paymentTime } from '../../../testing/payments/payment-fixture.ts'
import {
  confirmPostingRequest,
  listPostingRequests,
} from '../../posting-requests/posting-requests.contract.ts'
import { applyBankFileLines } from './apply-bank-file-lines.ts'
import { recordPayments } from './record-payments.ts'

const grantCount = 6
// Together from npt's threshold for two people on.
const amountMinor = 5_000_00n
let portal: TestApp
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock(paymentTime.now) })
  fund = await makeFund(portal, { balanceMinor: 100_000_00n })
})
afterAll(() => portal.close())

/** Runs a job in a program of its own, and kills it before its third item. */
async function killed(task: 'record-payments' | 'apply-bank-file', payload: object): Promise<void> {
  await killProgram(portal.database, 'payments/payment-program.ts', { task, payload, stopAfter: 2 })
}

const context = () => ({
  db: portal.databases.book('npt'),
  origin: { book: 'npt' },
  mailer: null,
  ...jobSettings,
  signal: new AbortController().signal,
})
const entries = async (kind: string) =>
  Number(
    (await portal.database.admin.query('select count(*) from journal_entry where kind = $1', [kind])).rows[0]
      .count,
  )

type Released = { run: { client: string; runId: string }; references: string[]; one: Person; two: Person }

/** A sent run whose grants are not recorded as paid yet. */
async function sentRun(): Promise<Released> {
  const [approver, one, two] = [await makeStaff(portal), await makeStaff(portal), await makeStaff(portal)]
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 16 })
  await makeBankDetails(portal, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  const references: string[] = []
  for (let made = 0; made < grantCount; made += 1) {
    const grantId = await makeGrant(portal, fund, {
      charityId,
      amountMinor,
      approvedBy: approver,
      repeatConfirmed: true,
    })
    references.push(`GRANT-${(await grantCalls(portal).read(grantId, fund)).transactionId}`)
  }
  const calls = paymentCalls(portal)
  const { runId } = (await calls.collect(one, 'eft', paymentTime.today)).reply
  for (const answer of [
    await calls.approve(runId, two),
    await calls.release(runId, two),
    await calls.send(runId, two),
  ])
    expect(answer.status).toBe(200)
  return { run: { client: 'npt', runId }, references, one, two }
}

/** Applies a file by two people. */
async function applied(text: string, { one, two }: Pick<Released, 'one' | 'two'>): Promise<void> {
  const calls = paymentCalls(portal)
  const { planHash } = (await calls.previewFile(text, one)).reply
  expect((await calls.applyBankFileLines(text, one, planHash)).reply.postingRequest).not.toBeNull()
  const [request] = (await portal.call(listPostingRequests, {}, { as: two.session })).reply.data
  const body = { data: { type: 'command' as const, attributes: {} } }
  const params = { requestId: request?.requestId ?? '' }
  expect((await portal.call(confirmPostingRequest, { params, body }, { as: two.session })).status).toBe(200)
}

test('finishes a run and a bank file after their jobs were killed, each grant once', {
  timeout: 120_000,
}, async () => {
  const { run, references, one, two } = await sentRun()
  const calls = paymentCalls(portal)
  const { runId } = run
  await killed('record-payments', run)
  expect(await entries('grant_paid')).toBe(2)
  expect((await calls.read(runId, one)).reply).toMatchObject({ paid: 2, payments: grantCount })
  // Two at once: a program that was frozen wakes while another runs its job.
  await Promise.all([recordPayments.run(run, context()), recordPayments.run(run, context())])
  await recordPayments.run(run, context())
  expect(await entries('grant_paid')).toBe(grantCount)

  const { rows: placed } = await portal.database.admin.query<{ reference: string; place: number }>(
    'select reference, place from payment where reference = any($1) order by place',
    [references],
  )
  await applied(nachaFile(placed.map(each => ({ ...each, amountMinor }))), { one, two })
  const { bankFileId } = (await calls.bankFiles(one)).reply.data[0] ?? {}
  const taken = { client: 'npt', bankFileId: bankFileId ?? '' }
  await killed('apply-bank-file', taken)
  expect(await entries('grant_returned')).toBe(2)
  expect((await calls.bankFiles(one)).reply.data[0]).toMatchObject({ done: 2, lines: grantCount })
  await Promise.all([applyBankFileLines.run(taken, context()), applyBankFileLines.run(taken, context())])
  await applyBankFileLines.run(taken, context())
  expect(await entries('grant_returned')).toBe(grantCount)
  expect(await grantCalls(portal).balances(fund)).toMatchObject({
    endingMinor: 100_000_00n,
    pendingMinor: 0n,
    availableMinor: 100_000_00n,
  })
  const { rows } = await portal.database.admin.query(
    `select distinct actor_user_id, reason ~ 'Entered by' as names_other from grant_history_entry where transition = 'return'`,
  )
  expect(rows).toEqual([{ actor_user_id: two.user.userId, names_other: true }])
})

test('puts the grants of a run that the bank refused back once each, after its jobs were killed', {
  timeout: 120_000,
}, async () => {
  const { run, one, two } = await sentRun()
  const calls = paymentCalls(portal)
  const before = { ...(await grantCalls(portal).balances(fund)), paid: await entries('grant_paid') }
  await killed('record-payments', run)
  expect(await entries('grant_paid')).toBe(before.paid + 2)
  const { runNumber } = (await calls.read(run.runId, one)).reply
  await applied(pain002File(runNumber, { group: 'RJCT', groupReason: 'FF01' }), { one, two })
  // The other job comes back to a run that is not sent any more.
  await recordPayments.run(run, context())
  expect(await entries('grant_paid')).toBe(before.paid + 2)
  const { bankFileId } = (await calls.bankFiles(one)).reply.data[0] ?? {}
  const taken = { client: 'npt', bankFileId: bankFileId ?? '' }
  await killed('apply-bank-file', taken)
  expect((await calls.read(run.runId, one)).reply).toMatchObject({ state: 'rejected', rejected: 2 })
  for (const _again of [1, 2]) await applyBankFileLines.run(taken, context())
  expect(await entries('reversal')).toBe(2)
  expect((await calls.read(run.runId, one)).reply).toMatchObject({
    state: 'rejected',
    rejected: grantCount,
    rejectedAfterPaid: 2,
    paid: 0,
  })
  const { paid: _paid, ...balances } = before
  expect(await grantCalls(portal).balances(fund)).toEqual(balances)
})

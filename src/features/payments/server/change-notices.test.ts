import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tasks } from '../../../app/server/jobs.ts'
import { type JobWorker, startJobWorker } from '../../../server/jobs/worker.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeCharityProfile } from '../../../testing/factories/make-charity-profile.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { jobSettings } from '../../../testing/jobs.ts'
import { jobsDone } from '../../../testing/mailbox.ts'
import { nachaFile } from '../../../testing/payments/bank-files.ts'
import { makeBankDetails, paymentCalls } from '../../../testing/payments/payment-calls.ts'
import {
  confirmBankDetails,
  declineBankDetails,
  listBankDetails,
} from '../../charity-profiles/bank-details.contract.ts'

const clock = testClock('2026-03-16T15:00:00Z')
let portal: TestApp
let worker: JobWorker
let fund: MadeFund
let one: Person
let two: Person
let calls: ReturnType<typeof paymentCalls>

beforeAll(async () => {
  portal = await startTestApp({ clock })
  worker = await startJobWorker({ databases: portal.databases, tasks, ...jobSettings })
  calls = paymentCalls(portal)
})
afterAll(async () => {
  await worker.stop()
  await portal.close()
})
beforeEach(async () => {
  clock.set('2026-03-16T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 10_000_00n })
  one = await makeStaff(portal)
  two = await makeStaff(portal)
})

/** A charity that was paid once. */
async function paidCharity(): Promise<{ charityId: string; reference: string }> {
  const { charityId } = await makeCharity(portal.databases)
  await makeCharityProfile(portal.databases, charityId, { default_payment_type_code: 16 })
  await makeBankDetails(portal, charityId, { confirmedAt: new Date('2026-03-01T12:00:00Z') })
  await makeGrant(portal, fund, { charityId, amountMinor: 500_00n, approvedBy: one, repeatConfirmed: true })
  const { runId, problems } = (await calls.collect(one, 'eft', '2026-03-16')).reply
  if (problems > 0) await calls.remove(runId, one)
  await calls.approve(runId, two)
  await calls.release(runId, two)
  await calls.send(runId, two)
  await jobsDone(portal)
  const [payment] = (await calls.payments(runId, one)).reply.data
  return { charityId, reference: `GRANT-${payment?.transactionId}` }
}

const notice = (reference: string, code: string, corrected: string) =>
  nachaFile([{ reference, amountMinor: 0n, code, corrected }])

async function apply(text: string, by = one) {
  const { planHash } = (await calls.previewFile(text, by)).reply
  return (await calls.applyBankFileLines(text, by, planHash)).reply
}
const detailsOf = async (charityId: string) =>
  (await portal.call(listBankDetails, { params: { charityId } }, { as: one.session })).reply.data
const noticeOf = async (reference: string) =>
  (await calls.notices(one)).reply.data.filter(each => each.reference === reference)
async function decide(charityId: string, endpoint: typeof confirmBankDetails | typeof declineBankDetails) {
  const detailsId = (await detailsOf(charityId)).find(({ state }) => state === 'proposed')?.detailsId ?? ''
  await portal.call(
    endpoint,
    {
      params: { charityId, detailsId },
      body: { data: { type: 'command', attributes: { note: 'Called the number of their annual report' } } },
    },
    { as: two.session },
  )
}

test.each([
  ['C01', '55512345', { lastFour: '2345', accountKind: 'checking' }],
  ['C02', '021000021', { accountKind: 'checking' }],
  ['C03', '021000021   55512345', { lastFour: '2345' }],
  ['C05', '32', { accountKind: 'savings' }],
  ['C06', `${'55512345'.padEnd(20)}32`, { lastFour: '2345', accountKind: 'savings' }],
  ['C07', `021000021${'55512345'.padEnd(17)}32`, { lastFour: '2345', accountKind: 'savings' }],
])('a notice %s becomes a proposal of bank details', async (code, corrected, details) => {
  const { charityId, reference } = await paidCharity()
  const text = notice(reference, code, corrected)
  expect((await calls.previewFile(text, one)).reply).toMatchObject({ changes: 1, notices: null })
  expect(await apply(text)).toMatchObject({ notices: { proposed: 1, toReview: 0 } })
  expect((await detailsOf(charityId))[0]).toMatchObject({ state: 'proposed', ...details })
  expect(await noticeOf(reference)).toMatchObject([{ state: 'proposed', charityId }])
})

test.each([
  ['a routing number whose check digit is wrong', 'C02', '123456789', /number of the bank is not valid/],
  ['an account number that is too short', 'C01', '12', /account number is not valid/],
  ['a name', 'C04', 'ANOTHER NAME', /a person has to follow this up/],
  ['the kind of a loan', 'C05', '52', /a person has to follow this up/],
  ['a correction that is in use', 'C05', '22', /already have this correction/],
  ['an unknown code', 'X1', 'WHATEVER', /a person has to follow this up/],
])('a notice of %s waits for a person, and is not lost', async (_what, code, corrected, problem) => {
  const { charityId, reference } = await paidCharity()
  const before = (await calls.notices(one)).reply.meta.open
  expect(await apply(notice(reference, code.padEnd(3), corrected))).toMatchObject({
    notices: { proposed: 0, toReview: 1 },
  })
  expect(await noticeOf(reference)).toMatchObject([
    { state: 'open', charityId, problem: expect.stringMatching(problem) },
  ])
  expect((await calls.notices(one)).reply.meta.open).toBe(before + 1)
  expect((await detailsOf(charityId)).map(({ state }) => state)).toEqual(['confirmed'])
})

test('a notice about an unknown payment waits for a person, who closes it with a reason, once', async () => {
  const reference = 'GRANT-424242'
  await apply(notice(reference, 'C01', '55512345'))
  const [row] = await noticeOf(reference)
  expect(row).toMatchObject({ state: 'open', charityId: null, problem: expect.stringMatching(/none of our/) })
  const noticeId = row?.noticeId ?? ''
  expect((await calls.proposeNotice(noticeId, one)).status).toBe(409)
  const key = crypto.randomUUID()
  const answers = await Promise.all([
    calls.closeNotice(noticeId, one, key),
    calls.closeNotice(noticeId, one, key),
    calls.closeNotice(noticeId, two),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(
    answers[2]?.status === 200 ? [200, 409, 409] : [200, 200, 409],
  )
  expect(await noticeOf(reference)).toMatchObject([{ state: 'closed', note: 'Entered by hand' }])
  const { rows } = await portal.database.admin.query(
    `select kind from audit_event where kind = 'change-notice-closed'`,
  )
  expect(rows).toHaveLength(1)
})

test('a second notice waits while a proposal is open, and is proposed after it', async () => {
  const { charityId, reference } = await paidCharity()
  await apply(notice(reference, 'C01', '55512345'))
  await apply(notice(reference, 'C02', '021000021'), two)
  const second = (await noticeOf(reference)).find(({ state }) => state === 'open')
  expect(second).toMatchObject({
    problem: expect.stringMatching(/awaiting confirmation/),
    proposalRefusal: null,
  })
  const noticeId = second?.noticeId ?? ''
  expect((await calls.proposeNotice(noticeId, one)).status).toBe(409)
  await decide(charityId, declineBankDetails)
  const answers = await Promise.all([calls.proposeNotice(noticeId, one), calls.proposeNotice(noticeId, two)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await detailsOf(charityId)).filter(({ state }) => state === 'proposed')).toHaveLength(1)
  expect((await noticeOf(reference)).map(({ state }) => state).toSorted()).toEqual(['open', 'proposed'])
})

test('a notice whose proposal was declined waits again, says by whom and why, and can be proposed again', async () => {
  const { charityId, reference } = await paidCharity()
  await apply(notice(reference, 'C01', '55512345'))
  const open = (await calls.notices(one)).reply.meta.open
  await decide(charityId, declineBankDetails)
  expect((await calls.notices(one)).reply.meta.open).toBe(open + 1)
  const [declined] = await noticeOf(reference)
  expect(declined).toMatchObject({
    state: 'open',
    proposalRefusal: null,
    problem: expect.stringMatching(/declined the proposed details: Called the number/),
  })
  expect((await calls.proposeNotice(declined?.noticeId ?? '', one)).reply).toMatchObject({
    state: 'proposed',
    problem: null,
  })
  await decide(charityId, confirmBankDetails)
  expect(await noticeOf(reference)).toMatchObject([
    { state: 'confirmed', note: 'Called the number of their annual report' },
  ])
  expect((await calls.closeNotice(declined?.noticeId ?? '', one)).status).toBe(409)
  expect((await calls.notices(one)).reply.meta.open).toBe(open)
})

/** Runs `work` while no command of the book can be stored: what the realm has stored by then stays, as after a crash. */
async function whileTheBookFails(work: () => Promise<void>): Promise<void> {
  const { admin } = portal.database
  await admin.query(`create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'crashed'; end $$;
    create trigger crash before update on idempotent_command for each row execute function fail_here()`)
  try {
    await work()
  } finally {
    await admin.query('drop trigger crash on idempotent_command; drop function fail_here()')
  }
}

test('a crash after the proposal and before the book leaves one proposal, which the repeat finds', async () => {
  const { charityId, reference } = await paidCharity()
  const text = notice(reference, 'C01', '55512345')
  const { planHash } = (await calls.previewFile(text, one)).reply
  await whileTheBookFails(async () => {
    expect((await calls.applyBankFileLines(text, one, planHash)).status).toBe(500)
  })
  expect(await noticeOf(reference)).toEqual([])
  expect((await detailsOf(charityId)).map(({ state }) => state)).toEqual(['proposed', 'confirmed'])
  expect((await calls.applyBankFileLines(text, two, planHash)).reply.notices).toEqual({
    proposed: 1,
    toReview: 0,
  })
  expect(await noticeOf(reference)).toMatchObject([{ state: 'proposed', decidedByName: 'Prudence Gale' }])
  expect((await detailsOf(charityId)).map(({ state }) => state)).toEqual(['proposed', 'confirmed'])
})

test('a crash in the middle of proposing by hand leaves one proposal, and its repeat succeeds', async () => {
  const { charityId, reference } = await paidCharity()
  await apply(notice(reference, 'C01', '55512345'))
  await decide(charityId, declineBankDetails)
  const [row] = await noticeOf(reference)
  const noticeId = row?.noticeId ?? ''
  await whileTheBookFails(async () => {
    expect((await calls.proposeNotice(noticeId, one)).status).toBe(500)
  })
  // The proposal counts: nobody closes or proposes the notice beside it.
  expect(await noticeOf(reference)).toMatchObject([{ state: 'proposed' }])
  expect((await calls.closeNotice(noticeId, two)).status).toBe(409)
  expect((await calls.proposeNotice(noticeId, two)).status).toBe(409)
  expect((await calls.proposeNotice(noticeId, one)).reply.state).toBe('proposed')
  expect((await detailsOf(charityId)).filter(({ state }) => state === 'proposed')).toHaveLength(1)
})

test('a notice of a charity without details in use waits for a person', async () => {
  const { charityId, reference } = await paidCharity()
  await portal.database.admin.query(
    `update charity_bank_details set state = 'replaced', replaced_at = now() where charity_id = $1`,
    [charityId],
  )
  await apply(notice(reference, 'C01', '55512345'))
  expect(await noticeOf(reference)).toMatchObject([
    { state: 'open', problem: expect.stringMatching(/No details of this charity are in use/) },
  ])
})

test('the same notice in two files, and by two people at once, is one notice', async () => {
  const { reference } = await paidCharity()
  const text = notice(reference, 'C02', '123456789')
  const { planHash } = (await calls.previewFile(text, one)).reply
  const both = await Promise.all([
    calls.applyBankFileLines(text, one, planHash),
    calls.applyBankFileLines(text, two, planHash),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await calls.previewFile(text.replace('A BANK ', 'A BANK2'), two)).reply).toMatchObject({
    changes: 0,
    lines: [{ effect: 'done', sentence: expect.stringMatching(/was received before/) }],
  })
  expect(await noticeOf(reference)).toHaveLength(1)
})

test('a notice of another book is not found, and not listed', async () => {
  await apply(notice('GRANT-434343', 'C01', '55512345'))
  const [row] = await noticeOf('GRANT-434343')
  const elsewhere = paymentCalls(portal, 'ubs')
  const stranger = await makeStaff(portal, { realm: 'ubs' })
  expect((await elsewhere.notices(stranger)).reply).toEqual({ data: [], meta: { open: 0 } })
  expect((await elsewhere.closeNotice(row?.noticeId ?? '', stranger)).status).toBe(404)
  expect((await elsewhere.proposeNotice(row?.noticeId ?? '', stranger)).status).toBe(404)
})

test('the database decides once about a notice, and stores it once', async () => {
  await apply(notice('GRANT-444444', 'C01', '55512345'))
  const [row] = await noticeOf('GRANT-444444')
  await calls.closeNotice(row?.noticeId ?? '', one)
  const again = portal.database.admin.query(
    `update change_notice set note = 'Another reason' where notice_id = $1`,
    [row?.noticeId],
  )
  await expect(again).rejects.toMatchObject({ constraint: 'change_notice_decided' })
  const twice = portal.database.admin.query(
    `insert into change_notice (book, notice_id, bank_file_id, line, code, reference, traces, correction, received_at)
       select book, gen_random_uuid(), bank_file_id, line, code, reference, traces, correction, received_at from change_notice where notice_id = $1`,
    [row?.noticeId],
  )
  await expect(twice).rejects.toMatchObject({ constraint: 'one_change_notice' })
})

test('a savings account is paid by its own code', async () => {
  const { charityId, reference } = await paidCharity()
  await apply(notice(reference, 'C05', '32'))
  await decide(charityId, confirmBankDetails)
  clock.set('2026-03-23T15:00:00Z')
  fund = await makeFund(portal, { balanceMinor: 10_000_00n })
  one = await makeStaff(portal)
  two = await makeStaff(portal)
  await makeGrant(portal, fund, { charityId, amountMinor: 600_00n, approvedBy: one, repeatConfirmed: true })
  const { runId } = (await calls.collect(one, 'eft', '2026-03-23')).reply
  await calls.approve(runId, two)
  await calls.release(runId, two)
  expect((await calls.file(runId, two)).body).toMatch(/^632011000015/m)
})

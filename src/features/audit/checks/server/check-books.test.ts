import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { books } from '../../../../clients/clients.ts'
import { addDays, type IsoDate, isoDate } from '../../../../domain/dates.ts'
import { runDueWork } from '../../../../server/jobs/due-work.ts'
import { auditLogOf } from '../../../../testing/audit-log.ts'
import { testClock } from '../../../../testing/clock.ts'
import { withoutTriggers } from '../../../../testing/database/without-triggers.ts'
import { makeDocument } from '../../../../testing/factories/make-document.ts'
import { makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { jobSettings } from '../../../../testing/jobs.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../../testing/payments/payment-fixture.ts'
import { listStaffWith } from '../../../users/server/managers.ts'
import { answerBookCheck, type BookCheck, listBookChecks } from '../book-checks.contract.ts'
import { checkBooks } from './check-books.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let day = isoDate('2026-03-16')
let checkpointFolders: readonly string[] = []

beforeAll(async () => {
  world = await startPaymentWorld(clock)
})
afterAll(() => world.stop())

type About = { book?: string; on?: IsoDate; signal?: AbortSignal; checkpointFolders?: readonly string[] }

/** The nightly work of a day; each call without a day has the next one. */
function work({ book: name = 'npt', on, signal = new AbortController().signal, ...about }: About = {}) {
  const book = books.find(each => each.name === name)
  if (!book) throw new Error(`no book ${name}`)
  if (on === undefined) day = addDays(day, 1)
  const { databases, documentFiles } = world.portal
  const check = checkBooks({
    ...{ ...jobSettings, checkpointFolders, ...about, realmDb: databases.realm(book.realm) },
    readers: (realmDb, now) => listStaffWith(realmDb, ['AUDIT_VIEW', 'PERIOD_CLOSE'], now),
  })
  const context = { book, db: databases.book(name), documentFiles, signal, now: clock.now() }
  return runDueWork([check], { ...context, today: on ?? day, hour: 12 })
}

const admin = (statement: string, values: unknown[] = []) =>
  withoutTriggers(world.portal.database.admin, statement, values)
const query = async (statement: string, values: unknown[] = []) =>
  (await world.portal.database.admin.query(statement, values)).rows
const list = async (as: Person = world.one, client = 'npt') =>
  (await world.portal.call(listBookChecks, {}, { as: as.session, client })).reply
const latest = async (): Promise<BookCheck> => {
  const [check] = (await list()).data
  if (!check) throw new Error('there is a check')
  return check
}
const answer = (checkId: string, as = world.one, about: { client?: string; key?: string } = {}) =>
  world.portal.call(
    answerBookCheck,
    {
      params: { checkId },
      body: { data: { type: 'command', attributes: { reason: 'The row was restored' } } },
    },
    { as: as.session, client: about.client ?? 'npt', idempotencyKey: about.key ?? randomUUID() },
  )
const answerAll = async () => {
  for (const { checkId, differenceCount, answer: given } of (await list()).data)
    if (differenceCount > 0 && given === null) expect((await answer(checkId)).status).toBe(200)
}

test('an intact book has a check without differences, once a day, and nobody is mailed', async () => {
  // A sent run, an open grant and a document, which the other tests change.
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  await world.sent()
  await world.approved(charityId, 700_00n)
  await makeDocument(world.portal, world.fund)
  expect(await work()).toEqual([])
  expect(await work({ on: day })).toEqual([])
  const { data, unanswered } = await list()
  expect(data).toMatchObject([{ day, differenceCount: 0, differences: [], answer: null }])
  expect(unanswered).toBe(0)
  const rows = new Map(data[0]?.compared.map(each => [each.part, each.rows]))
  for (const part of [
    'balances',
    'pending-grants',
    'payment-runs',
    'audit-log',
    'certificates',
    'files',
  ] as const)
    expect(rows.get(part), part).toBeGreaterThan(0)
  expect(await query(`select from person_mail where kind = 'book-check'`)).toEqual([])
  expect((await answer(data[0]?.checkId ?? '')).status).toBe(409)
})

describe('a check finds', () => {
  const faults = [
    {
      part: 'balances',
      fault: `update account_balance set spendable_minor = spendable_minor + 1 where account_id = $1`,
      undo: `update account_balance set spendable_minor = spendable_minor - 1 where account_id = $1`,
      says: /^balance, spendable: stored [\d.]+ USD, posted [\d.]+ USD$/,
    },
    {
      part: 'pending-grants',
      fault: `update grant_recommendation set amount_minor = 70001 where account_id = $1 and amount_minor = 70000`,
      undo: `update grant_recommendation set amount_minor = 70000 where account_id = $1 and amount_minor = 70001`,
      says: /^700\.00 USD is set aside, and its open grants are 700\.01 USD$/,
    },
    {
      part: 'payment-runs',
      fault: `update payment set amount_minor = 50001 where book = 'npt' and $1::uuid is not null`,
      undo: `update payment set amount_minor = 50000 where book = 'npt' and $1::uuid is not null`,
      says: /^paid 500\.01 USD, granted 500\.00 USD, posted 500\.00 USD, status Paid$/,
    },
    {
      part: 'payment-runs',
      fault: `update posting p set amount_minor = amount_minor + sign(amount_minor) from journal_entry e
        where e.book = p.book and e.entry_id = p.entry_id and p.ledger = 'granted' and e.book = 'npt' and $1::uuid is not null`,
      undo: `update posting p set amount_minor = amount_minor - sign(amount_minor) from journal_entry e
        where e.book = p.book and e.entry_id = p.entry_id and p.ledger = 'granted' and e.book = 'npt' and $1::uuid is not null`,
      says: /^paid 500\.00 USD, granted 500\.00 USD, posted 500\.01 USD, status Paid$/,
    },
    {
      part: 'audit-log',
      fault: `update audit_event set detail = detail || '{"x": "y"}' where realm = 'npt' and seq = 1 and $1::uuid is not null`,
      undo: `update audit_event set detail = detail - 'x' where realm = 'npt' and seq = 1 and $1::uuid is not null`,
      says: /^event 1 was altered$/,
    },
    {
      part: 'change-records',
      fault: `insert into change_record (book, account_id, subject, subject_id, revision, kind, before_change, after_change, actor_user_id,
          actor_name, actor_side, at)
        values ('npt', $1, 'account', $1, 9, 'account-renamed', '{}', '{}', $1, 'x', 'fund', now())`,
      undo: `delete from change_record where account_id = $1 and revision = 9`,
      says: /^1 of its changes have no event in the audit log$/,
    },
    {
      part: 'certificates',
      fault: `update grant_certificate set certificate = replace(certificate, '"50000"', '"50001"') where $1::uuid is not null`,
      undo: `update grant_certificate set certificate = replace(certificate, '"50001"', '"50000"') where $1::uuid is not null`,
      says: /certificate \d+/,
    },
    {
      part: 'files',
      fault: `update document set sha256 = sha256('x') where account_id = $1`,
      undo: `update document set sha256 = digest from (select sha256 as digest from document_before) b where account_id = $1`,
      says: /^its bytes are not those that were stored$/,
    },
  ] as const

  test.each(faults)('$part that differ: $says', async ({ part, fault, undo, says }) => {
    if (part === 'files')
      await query(`create table document_before as select sha256 from document where account_id = $1`, [
        world.fund.accountId,
      ]).catch(() => {})
    const before = await query('select count(*)::int as total from audit_event where kind = $1', [
      'posting-check-differed',
    ])
    await admin(fault, [world.fund.accountId])
    try {
      expect(await work()).toEqual([])
    } finally {
      await admin(undo, [world.fund.accountId])
    }
    const { differences, differenceCount } = await latest()
    expect(differences.map(each => each.part)).toEqual([part])
    expect(differences[0]?.finding).toMatch(says)
    expect(differenceCount).toBe(1)
    expect((await list()).unanswered).toBe(1)
    const after = await query('select count(*)::int as total from audit_event where kind = $1', [
      'posting-check-differed',
    ])
    expect(after[0]?.total).toBe(before[0]?.total + 1)
    await answerAll()
    await work()
    expect(await latest()).toMatchObject({ differenceCount: 0 })
  })
})

test('a check reads the checkpoints of every folder that it is given', async () => {
  const { checkpoint, folder } = await auditLogOf(world.portal.database)
  await checkpoint()
  await work({ checkpointFolders: [folder] })
  expect(await latest()).toMatchObject({ differenceCount: 0 })
  await work()
  expect((await latest()).differences).toEqual([
    {
      part: 'audit-log',
      place: 'Audit log of npt',
      finding: expect.stringMatching(/checkpoint 1 is missing/),
    },
  ])
  await answerAll()
  checkpointFolders = [folder]
})

/** Runs something while a balance differs. */
async function planted(run: () => Promise<unknown>): Promise<void> {
  const change = `update account_balance set spendable_minor = spendable_minor`
  await admin(`${change} + 1 where account_id = $1`, [world.fund.accountId])
  try {
    await run()
  } finally {
    await admin(`${change} - 1 where account_id = $1`, [world.fund.accountId])
  }
}

const differingNight = (about: About = {}) => planted(() => work(about))

describe('a difference', () => {
  test('is mailed once to each person who may read and answer it, also when two copies of the program check', async () => {
    const limited = await makeStaff(world.portal, {
      roles: [{ role: 'super_user', actions: ['SUPER_DASHBOARD_VIEW', 'AUDIT_VIEW'] }],
    })
    await planted(async () => {
      day = addDays(day, 1)
      await Promise.all([work({ on: day }), work({ on: day })])
      await work({ on: day })
    })
    const { checkId, differenceCount } = await latest()
    expect(differenceCount).toBe(1)
    const mails = await query(`select to_address, subject, body from person_mail where cause like $1`, [
      `book-check:${checkId}:%`,
    ])
    expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
      [world.approver, world.one, world.two].map(({ user }) => user.email).toSorted(),
    )
    expect(mails[0]?.subject).toMatch(/^NPT Giving: Nightly check of \w+ \d+, 2026: 1 difference$/)
    expect(mails[0]?.body).toContain(`Account ${world.fund.fundId}: balance, spendable`)
    expect((await answer(checkId, limited)).problem.type).toMatch(/access-denied$/)
    const auditor = await makeStaff(world.portal, { roles: [{ role: 'auditor', actions: null }] })
    expect((await list(auditor)).unanswered).toBe(1)
    expect((await answer(checkId, auditor)).problem.type).toMatch(/access-denied$/)
    const both = await Promise.all([answer(checkId), answer(checkId, world.two)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { answer: given } = await latest()
    expect(given?.reason).toBe('The row was restored')
    expect(
      await query(
        `select from audit_event where kind = 'posting-check-answered' and detail ->> 'checkId' = $1`,
        [checkId],
      ),
    ).toHaveLength(1)
  })

  test('is found by the next attempt where the program was killed in the midst, and stored whole or not at all', async () => {
    const killed = new AbortController()
    killed.abort()
    await differingNight({ signal: killed.signal })
    expect((await latest()).day).not.toBe(day)
    await differingNight({ on: day })
    expect(await latest()).toMatchObject({ day, differenceCount: 1 })
    await answerAll()
  })

  test('stops approvals, releases, files and letters of the book until it is answered, and lets staff record what was sent', async () => {
    const charityId = await world.transferCharity()
    await world.approved(charityId)
    const released = await world.createdRun()
    await world.calls.approve(released, world.two)
    await world.calls.release(released, world.one)
    await world.approved(charityId)
    const approved = await world.createdRun()
    await world.calls.approve(approved, world.two)
    await world.approved(charityId)
    const created = await world.createdRun()
    await differingNight()
    for (const refused of [
      await world.calls.approve(created, world.two),
      await world.calls.release(approved, world.one),
    ])
      expect(refused.problem.detail).toMatch(/The nightly check of this book found differences/)
    for (const what of ['file', 'letters'] as const)
      expect((await world.calls.file(released, world.one, what)).statusCode, what).toBe(409)
    const direct = world.portal.databases
      .book('npt')
      .updateTable('payment_run')
      .set({ released_at: clock.now(), released_by: world.one.user.userId, released_by_name: 'x' })
      .where('run_id', '=', approved)
      .execute()
    await expect(direct).rejects.toMatchObject({ constraint: 'book_check_answered' })
    expect((await world.calls.send(released, world.one)).status).toBe(200)
    await answerAll()
    expect((await world.calls.approve(created, world.two)).status).toBe(200)
    expect((await world.calls.release(approved, world.one)).status).toBe(200)
    expect((await world.calls.file(approved, world.one)).statusCode).toBe(200)
  })

  test('of another book is neither seen nor answered, and stops nothing here', async () => {
    const abroad = await makeStaff(world.portal, { realm: 'rathbones' })
    await differingNight()
    const { checkId } = await latest()
    expect(await list(abroad, 'rathbones')).toEqual({ data: [], unanswered: 0 })
    expect((await answer(checkId, abroad, { client: 'rathbones' })).status).toBe(404)
    expect(await work({ book: 'rathbones', on: day })).toEqual([])
    expect(await list(abroad, 'rathbones')).toMatchObject({ data: [{ differenceCount: 0 }], unanswered: 0 })
    await answerAll()
  })
})

test('the server’s own connection changes no check, and answers each once', async () => {
  const db = world.portal.databases.book('npt')
  await expect(db.updateTable('book_check').set({ difference_count: 0 }).execute()).rejects.toThrow(
    /permission denied/,
  )
  await expect(db.deleteFrom('book_check').execute()).rejects.toThrow(/permission denied/)
  const again = db
    .updateTable('book_check')
    .set({ answer: 'another' })
    .where('answered_at', 'is not', null)
    .execute()
  await expect(again).rejects.toMatchObject({ constraint: 'check_answered_once' })
})

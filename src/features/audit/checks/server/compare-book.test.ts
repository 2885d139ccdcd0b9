import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLogOf } from '../../../../testing/audit-log.ts'
import { checkCalls } from '../../../../testing/check-calls.ts'
import { testClock } from '../../../../testing/clock.ts'
import { makeDocument } from '../../../../testing/factories/make-document.ts'
import {
  type PaymentFixture,
  paymentTime,
  startPaymentWorld,
} from '../../../../testing/payments/payment-fixture.ts'

const clock = testClock(paymentTime.now)
let world: PaymentFixture
let calls: ReturnType<typeof checkCalls>

beforeAll(async () => {
  world = await startPaymentWorld(clock)
  calls = checkCalls(world)
})
afterAll(() => world.stop())

test('an intact book has a check without differences, once a day, and nobody is mailed', async () => {
  // A sent run, an open grant and a document, which the other tests change.
  const charityId = await world.transferCharity()
  await world.approved(charityId)
  await world.sent()
  await world.approved(charityId, 700_00n)
  await makeDocument(world.portal, world.fund)
  expect(await calls.work()).toEqual([])
  expect(await calls.work({ on: calls.today() })).toEqual([])
  const { data, unanswered } = await calls.list()
  expect(data).toMatchObject([{ day: calls.today(), differenceCount: 0, differences: [], answer: null }])
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
  expect(await calls.query(`select from person_mail where kind = 'book-check'`)).toEqual([])
  expect((await calls.answer(data[0]?.checkId ?? '')).status).toBe(409)
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
      await calls
        .query(`create table document_before as select sha256 from document where account_id = $1`, [
          world.fund.accountId,
        ])
        .catch(() => {})
    const before = await calls.query('select count(*)::int as total from audit_event where kind = $1', [
      'posting-check-differed',
    ])
    await calls.admin(fault, [world.fund.accountId])
    try {
      expect(await calls.work()).toEqual([])
    } finally {
      await calls.admin(undo, [world.fund.accountId])
    }
    const { differences, differenceCount } = await calls.latest()
    expect(differences.map(each => each.part)).toEqual([part])
    expect(differences[0]?.finding).toMatch(says)
    expect(differenceCount).toBe(1)
    expect((await calls.list()).unanswered).toBe(1)
    const after = await calls.query('select count(*)::int as total from audit_event where kind = $1', [
      'posting-check-differed',
    ])
    expect(after[0]?.total).toBe(before[0]?.total + 1)
    await calls.answerAll()
    await calls.work()
    expect(await calls.latest()).toMatchObject({ differenceCount: 0 })
  })
})

test('a check reads the checkpoints of every folder that it is given', async () => {
  const { checkpoint, folder } = await auditLogOf(world.portal.database)
  await checkpoint()
  await calls.work({ checkpointFolders: [folder] })
  expect(await calls.latest()).toMatchObject({ differenceCount: 0 })
  await calls.work()
  expect((await calls.latest()).differences).toEqual([
    {
      part: 'audit-log',
      place: 'Audit log of npt',
      finding: expect.stringMatching(/checkpoint 1 is missing/),
    },
  ])
  await calls.answerAll()
})

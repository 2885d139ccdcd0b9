import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '../../../domain/dates.ts'
import { holdGrant } from '../../../features/grants/review/server/holds.ts'
import { noteRelatedParties } from '../../../features/grants/review/server/related-parties.ts'
import { insertExplanation } from '../../../features/reconciliation/server/bank-debits.queries.ts'
import { insertSignedMonth } from '../../../features/reconciliation/server/bank-month.queries.ts'
import { freshCases } from '../../../testing/access-matrix/fresh-cases.ts'
import { freshChecksOf } from '../../../testing/access-matrix/fresh-checks.ts'
import { freshFees } from '../../../testing/access-matrix/fresh-fees.ts'
import { freshGiving } from '../../../testing/access-matrix/fresh-giving.ts'
import { freshHoldings } from '../../../testing/access-matrix/fresh-holdings.ts'
import { freshSuspense } from '../../../testing/access-matrix/fresh-suspense.ts'
import { freshTransfers } from '../../../testing/access-matrix/fresh-transfers.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { withoutTriggers } from '../../../testing/database/without-triggers.ts'
import { makeApplication } from '../../../testing/factories/make-application.ts'
import { makeCharity } from '../../../testing/factories/make-charity.ts'
import { makeExpectedContribution } from '../../../testing/factories/make-contribution-document.ts'
import { makeDocument } from '../../../testing/factories/make-document.ts'
import { makeEnvelope } from '../../../testing/factories/make-envelope.ts'
import { makeFund, makeStaff } from '../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../testing/factories/make-grant.ts'
import { makeLegacyPlan } from '../../../testing/factories/make-legacy-plan.ts'
import { makeMail } from '../../../testing/factories/make-mail.ts'
import { makePostedBatch } from '../../../testing/factories/make-posted-batch.ts'
import { makeReceipt } from '../../../testing/factories/make-receipt.ts'
import { makeRelationshipRequest } from '../../../testing/factories/make-relationship-request.ts'
import { makePaymentRows, makePostingRows } from '../../../testing/payments/make-run.ts'
import { makeChange } from '../../../testing/registers/make-change.ts'
import { bookRole } from '../login-roles.ts'
import { isolatedBy, type Rows, rowsOf } from './catalogue.ts'

let portal: TestApp
let rows: Rows

beforeAll(async () => {
  portal = await startTestApp()
  rows = rowsOf(portal.database.admin)
})
afterAll(() => portal.close())

describe('npt’s connection reads no row of rathbones', () => {
  beforeAll(async () => {
    for (const book of ['npt', 'rathbones']) {
      const fund = await makeFund(portal, { book })
      const { charityId } = await makeCharity(
        portal.databases,
        book === 'rathbones' ? { register: 'uk' } : {},
      )
      const grantId = await makeGrant(portal, fund, { charityId, amountMinor: 500_00n })
      await makeStaff(portal, { realm: book })
      // It is empty after each commit.
      await withoutTriggers(
        portal.database.admin,
        `insert into grant_certificate_inbox (book, grant_id, step, record, internal) values ($1, $2, 1, '{}', '{}')`,
        [book, grantId],
      )
      const db = portal.databases.book(book)
      await db
        .insertInto('charity_list_entry')
        .values({ account_id: fund.accountId, charity_id: charityId, added_by: fund.donor.user.userId })
        .execute()
      await db
        .insertInto('change_record')
        .values({
          account_id: fund.accountId,
          subject: 'account',
          subject_id: fund.accountId,
          revision: 2,
          kind: 'account-renamed',
          before_change: '{}',
          after_change: '{}',
          actor_user_id: fund.donor.user.userId,
          actor_name: 'x',
          actor_side: 'fund',
          at: new Date(),
        })
        .execute()
      const staff = { userId: fund.donor.user.userId, name: 'x' }
      await holdGrant(db, fund.accountId, { grantId, reason: 'x', by: staff, at: new Date() })
      await noteRelatedParties(db, fund.accountId, { grantId, note: 'x', by: staff, at: new Date() })
      await db.transaction().execute(async trx => {
        await makePaymentRows(trx, book, grantId)
        await makePostingRows(trx, fund.accountId)
      })
      await db
        .insertInto('grant_owner')
        .values({ grant_id: grantId, owner_id: staff.userId, owner_name: 'x', since: new Date() })
        .execute()
      await makeRelationshipRequest(portal.databases, fund)
      const contribution = { book: fund.book, accountId: fund.accountId }
      await makeExpectedContribution(portal, contribution, { isPending: true })
      await makeExpectedContribution(portal, contribution, { kind: 'securities' })
      await makeReceipt(portal, contribution)
      await db
        .insertInto('document_download')
        .values({
          token_hash: Buffer.alloc(32),
          document_id: await makeDocument(portal, fund),
          user_id: fund.donor.user.userId,
          session_id: fund.donor.user.userId,
          issued_at: new Date(),
        })
        .execute()
      await db
        .insertInto('account_statement')
        .values({
          document_id: await makeDocument(portal, fund),
          account_id: fund.accountId,
          from_day: '2026-07-01' as IsoDate,
          to_day: '2026-09-30' as IsoDate,
          sha256: Buffer.alloc(32),
          recorded_at: new Date(),
          figures_snapshot: '10:20:',
          figures: '{}',
        })
        .execute()
      await db
        .insertInto('due_work')
        .values({ work: 'some-work', day: '2026-10-07' as IsoDate })
        .execute()
      await db
        .insertInto('saved_view')
        .values({
          ...{ user_id: staff.userId, list: 'entries', name: 'x', filters: '{}' },
          ...{ place: 1, saved_at: new Date() },
        })
        .execute()
      const giving = freshGiving(portal, fund, { charityId, name: 'A charity' })
      await giving.waitingSchedule()
      await giving.freshDraft()
      await giving.freshBasket()
      await db
        .insertInto('charity_proposal_paper')
        .values({
          proposal_id: await giving.freshProposal(),
          document_id: await makeDocument(portal, fund),
        })
        .execute()
      await makeLegacyPlan(portal, fund, [{ name: 'Ann Finch', shareHundredths: 10_000 }])
      await makeEnvelope(portal, fund)
      await makeMail(db, { accountId: fund.accountId })
      await makeApplication(portal.databases, { book, startedBy: fund.donor.user.userId })
      await freshCases(portal, book).freshCase('redirected')
      await freshCases(portal, book).freshCase('empty')
      await freshCases(portal, book).freshInactiveFund('proposed')
      const entry = await db
        .selectFrom('journal_entry')
        .select('entry_id')
        .where('grant_id', '=', grantId)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('grant_return')
        .values({
          ...{ grant_id: grantId, entry_id: entry.entry_id, amount_minor: 1n },
          ...{ returned_on: '2026-10-07' as IsoDate, recorded_at: new Date() },
        })
        .execute()
      await makeChange(db, 'Larch Relief')
      await makePostedBatch(portal.databases, fund, { by: fund.donor.user.userId, reference: 'Gains' })
      const poster = await makeStaff(portal, { realm: book })
      const fees = freshFees(portal, fund, poster)
      await fees.feeRun()
      await fees.freshFeeReduction()
      await fees.freshWriteOff()
      await fees.freshFeeTerms()
      const holdings = freshHoldings(portal, fund, poster)
      await holdings.freshHolding()
      const { holdingId } = await holdings.soldHolding()
      await db
        .insertInto('holding_valuation')
        .values({
          ...{ holding_id: holdingId, valued_on: '2026-10-07' as IsoDate, value_minor: 1n, source: 'x' },
          ...{ entered_by: staff.userId, entered_by_name: staff.name, entered_at: new Date() },
        })
        .execute()
      await db
        .insertInto('holding_document')
        .values({ holding_id: holdingId, document_id: await makeDocument(portal, fund, { type: 'asset' }) })
        .execute()
      await freshChecksOf(portal, book).freshCheck()
      await freshChecksOf(portal, book).freshClose()
      await freshChecksOf(portal, book).freshJournal()
      const itemId = await freshSuspense(portal, { book }).freshSuspenseItem()
      // Without the triggers: what money is, and which case released an asset, is not what these rows are about.
      await portal.database.admin.query(`begin; set local session_replication_role = 'replica';
        insert into suspense_match (book, item_id, contribution_id, amount_minor)
          select '${book}', '${itemId}', contribution_id, 1 from contribution where book = '${book}' limit 1;
        insert into holding_release (book, holding_id, entry_id) values ('${book}', '${holdingId}', '${entry.entry_id}'); commit`)
      const bankLineId = await freshSuspense(portal, { book }).freshDebit()
      const [by, at] = [fund.donor.user.userId, new Date()]
      await insertExplanation(db, {
        ...{
          explanation_id: randomUUID(),
          bank_line_id: bankLineId,
          kind: 'fee',
          note: 'A test',
          credit_line_id: null,
        },
        ...{ explained_by: by, explained_by_name: 'A person', explained_at: at },
      })
      await insertSignedMonth(db, {
        ...{ bank_account: 'TEST/0001', month: '2026-01-01' as IsoDate, figures: '{}', note: null },
        ...{ signed_by: by, signed_by_name: 'A person', signed_at: at },
      })
      await freshTransfers(portal, fund, { staffId: fund.donor.user.userId }).freshTransfer()
    }
  })

  test('every table of a book has rows of both books, so that the next tests are meaningful', async () => {
    for (const table of await isolatedBy(rows, 'book')) {
      const found = await rows<{ book: string }>(
        `select distinct book::text as book from ${table} order by 1`,
      )
      expect(
        found.map(({ book }) => book),
        table,
      ).toEqual(expect.arrayContaining(['npt', 'rathbones']))
    }
  })

  test.each([
    ['without changes', 'select 1'],
    ['after SET ROLE NONE', 'set role none'],
    ['after RESET ROLE', 'reset role'],
    ['after SET SESSION AUTHORIZATION to another book', 'set session authorization book_rathbones'],
    ['after SET ROLE to another book', 'set role book_rathbones'],
    ['after SET LOCAL ROLE to the administrator', 'set local role postgres'],
    ['after RESET SESSION AUTHORIZATION', 'reset session authorization'],
    ['after set_config of a role', `select set_config('role', 'book_rathbones', false)`],
    [
      'after set_config of an authorization',
      `select set_config('session_authorization', 'book_rathbones', false)`,
    ],
    ['after set_config of a book', `select set_config('portal.book', 'rathbones', false)`],
    ['with row security off', 'set row_security = off'],
    [
      'with a temporary function book()',
      `create function pg_temp.book() returns text language sql as $$ select 'rathbones' $$`,
    ],
    ['with another search path', `select set_config('search_path', 'pg_temp, public', false)`],
  ])('%s', async (_what, statement) => {
    const client = new pg.Client({
      ...portal.database.connection,
      user: bookRole('npt'),
      options: '-c role=portal',
    })
    await client.connect()
    let seen = 0
    try {
      // Most of these statements fail. The test checks only what can be read afterwards.
      await client.query(statement).catch(() => {})
      for (const table of await isolatedBy(rows, 'book')) {
        const answer = await client.query(`select book::text as book from public.${table}`).catch(() => null)
        seen += answer?.rows.length ?? 0
        expect(answer?.rows.filter(({ book }) => book !== 'npt') ?? [], table).toEqual([])
        const counted = await client
          .query(`select count(*)::int as n from public.${table} where book = 'rathbones'`)
          .catch(() => null)
        expect(counted?.rows[0].n ?? 0, table).toBe(0)
      }
    } finally {
      await client.end()
    }
    if (statement === 'select 1') expect(seen).toBeGreaterThan(10)
  })
})

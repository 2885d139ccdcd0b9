import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoDate } from '../../../../domain/dates.ts'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { testClock } from '../../../../testing/clock.ts'
import { withoutTriggers } from '../../../../testing/database/without-triggers.ts'
import { type MadeFund, makeFund, makeStaff, type Person } from '../../../../testing/factories/make-fund.ts'
import { contributionPostings, suspensePostings } from '../../../ledger/domain/postings.ts'
import { postEntry } from '../../../ledger/server/post-entry.ts'
import {
  closeMonth,
  confirmReopening,
  getMonthClose,
  requestReopening,
  withdrawReopening,
} from '../month-close.contract.ts'

let portal: TestApp
let one: Person
let other: Person
let fund: MadeFund

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock('2026-11-20T15:00:00Z') })
  one = await makeStaff(portal)
  other = await makeStaff(portal)
  fund = await makeFund(portal)
  await portal.database.admin.query(
    `insert into book_check (book, day, checked_at, compared, difference_count) values ('npt', '2026-11-19', now(), '{}', 0)`,
  )
})
afterAll(() => portal.close())
beforeEach(() => withoutTriggers(portal.database.admin, 'delete from month_close'))

const db = () => portal.databases.book('npt')
const read = async (as = one) => (await portal.call(getMonthClose, {}, { as: as.session })).reply

/** Closes the next month as a person who has seen its checks, with a note about what is open. */
async function close({ as = one, seen }: { as?: Person; seen?: { month: string; checksHash: string } } = {}) {
  const { month, checksHash } = seen ?? (await read(as)).next
  return await portal.call(
    closeMonth,
    { body: { data: { type: 'command', attributes: { month, checksHash, note: 'No statement came' } } } },
    { as: as.session, idempotencyKey: randomUUID() },
  )
}

const command = { body: { data: { type: 'command' as const, attributes: {} } } }
const ask = (closeId: string, as = one) =>
  portal.call(
    requestReopening,
    { params: { closeId }, body: { data: { type: 'command', attributes: { reason: 'A late file' } } } },
    { as: as.session, idempotencyKey: randomUUID() },
  )
const decide = (endpoint: typeof confirmReopening | typeof withdrawReopening, closeId: string, as: Person) =>
  portal.call(endpoint, { params: { closeId }, ...command }, { as: as.session, idempotencyKey: randomUUID() })

const entry = (on: string) => ({
  kind: 'contribution_cash' as const,
  currency: 'USD' as const,
  effectiveDate: isoDate(on),
  postings: contributionPostings(fund.accountId, 5_00n, 'spendable'),
  actorUserId: null,
  onBehalfOfUserId: null,
})
const dates = async (entryId: string) => {
  const { rows } = await sql`select e.effective_date::text as on, e.concerns_date::text as concerns,
      (select array_agg(distinct p.effective_date::text) from posting p where p.entry_id = e.entry_id) as postings
    from journal_entry e where e.entry_id = ${entryId}`.execute(db())
  return rows[0]
}

test('the last month that is over is closed first, with its check list and the balances of the ledger', async () => {
  const { next, data } = await read()
  expect(next).toMatchObject({ month: '2026-10', isFirst: true, refusal: null, needsNote: true })
  expect(data).toEqual([])
  const closed = await close()
  expect(closed.reply).toMatchObject({
    next: { month: '2026-11', refusal: 'November 2026 isn’t over yet.', isFirst: false },
    data: [{ month: '2026-10', note: 'No statement came', reopening: null, reopened: null, isLast: true }],
  })
  expect(closed.reply.data[0]?.checks).toEqual(next.checks)
  const { rows } = await portal.database.admin.query(
    `select (select sum(value::bigint) from jsonb_each_text(c.balances)) as total, c.balances ->> 'spendable' as kept,
        (select sum(amount_minor)::text from posting where book = 'npt' and ledger = 'spendable'
          and effective_date <= '2026-10-31') as posted
      from month_close c`,
  )
  expect(rows[0]).toMatchObject({ total: '0', kept: rows[0]?.posted })
})

test('what comes for a closed month stands on the first open day with both dates, and nothing is written past it', async () => {
  await close()
  const { entryId } = await postEntry(db(), entry('2026-10-31'))
  expect(await dates(entryId)).toEqual({ on: '2026-11-01', concerns: '2026-10-31', postings: ['2026-11-01'] })
  const open = await postEntry(db(), entry('2026-11-02'))
  expect(await dates(open.entryId)).toEqual({ on: '2026-11-02', concerns: null, postings: ['2026-11-02'] })
  for (const on of ['2026-10-31', '2019-05-01'])
    await expect(
      sql`insert into journal_entry (entry_id, kind, currency, effective_date) values (${randomUUID()}, 'gain', 'USD', ${on})`.execute(
        db(),
      ),
    ).rejects.toMatchObject({ constraint: 'month_is_open' })
})

test('another book takes entries of the month', async () => {
  await close()
  const theirs = portal.databases.book('nptuk')
  const { entryId } = await postEntry(theirs, {
    ...{ ...entry('2026-10-31'), kind: 'suspense_received', currency: 'GBP' },
    postings: suspensePostings(5_00n),
  })
  const { rows } =
    await sql`select effective_date::text as on from journal_entry where entry_id = ${entryId}`.execute(
      theirs,
    )
  expect(rows).toEqual([{ on: '2026-10-31' }])
})

test('a posting that began before the close is in the month; one that begins while it closes waits and stands in the next', async () => {
  const { next } = await read()
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>()
  const { promise: hasPosted, resolve: posted } = Promise.withResolvers<void>()
  const before = db()
    .transaction()
    .execute(async trx => {
      const { entryId } = await postEntry(trx, entry('2026-10-15'))
      posted()
      await mayCommit
      return entryId
    })
  await hasPosted
  const closing = close({ seen: next })
  await waitForLock()
  const during = postEntry(db(), entry('2026-10-16')).then(
    ({ entryId }) => entryId,
    error => error,
  )
  letCommit()
  expect(await dates(await before)).toMatchObject({ on: '2026-10-15' })
  expect((await closing).status).toBe(200)
  // It waited for the close, or came after it.
  const outcome = await during
  if (typeof outcome === 'string') expect(await dates(outcome)).toMatchObject({ on: '2026-11-01' })
  else expect(outcome).toMatchObject({ code: 'conflict' })
  const again = await postEntry(db(), entry('2026-10-16'))
  expect(await dates(again.entryId)).toMatchObject({ on: '2026-11-01', concerns: '2026-10-16' })
  const { rows } = await portal.database.admin.query(
    `select c.balances ->> 'received' as kept, (select sum(amount_minor)::text from posting where book = 'npt'
      and ledger = 'received' and effective_date <= '2026-10-31') as posted from month_close c`,
  )
  expect(rows[0]?.kept).toBe(rows[0]?.posted)
})

/** Until a connection waits to close a month. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await portal.database.admin.query(
        `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'`,
      )
      return rows[0]?.waiting
    })
    .toBe(1)
}

test('a close that is cut off leaves the month open, and its posters go on', async () => {
  await expect(
    db()
      .transaction()
      .execute(async trx => {
        await sql`insert into month_close (month, checks, balances, closed_by, closed_by_name, closed_at)
          values ('2026-10-01', '[]', '{}', uuidv7(), 'A', now())`.execute(trx)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      }),
  ).rejects.toThrow()
  expect((await read()).next.month).toBe('2026-10')
  const { entryId } = await postEntry(db(), entry('2026-10-20'))
  expect(await dates(entryId)).toMatchObject({ on: '2026-10-20', concerns: null })
})

test('of two people who close at once one is told who was first; the same key closes once', async () => {
  const { next } = await read()
  const answers = await Promise.all([close({ seen: next }), close({ as: other, seen: next })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.problem?.detail).toContain('closed this month on')
  expect((await read()).data).toHaveLength(1)
})

test('checks that changed since they were seen close nothing, and what must be done does not wait for a note', async () => {
  const { next } = await read()
  await postEntry(db(), entry('2026-10-21'))
  const item = await db()
    .transaction()
    .execute(
      async trx =>
        await postEntry(trx, {
          ...entry('2026-10-21'),
          kind: 'suspense_received',
          postings: suspensePostings(3_00n),
        }),
    )
  expect(item.entryId).toBeTruthy()
  const stale = await close({ seen: { ...next, checksHash: '0'.repeat(64) } })
  expect(stale.problem?.detail).toContain('have changed since you saw them')
  await portal.database.admin.query(
    `insert into book_check (book, day, checked_at, compared, difference_count) values ('npt', '2026-11-20', now(), '{}', 2)`,
  )
  const refused = await close()
  expect(refused.problem?.detail).toContain('nightly check found differences')
  await withoutTriggers(portal.database.admin, `delete from book_check where difference_count > 0`)
  const silent = await portal.call(
    closeMonth,
    { body: { data: { type: 'command', attributes: { ...pick((await read()).next), note: null } } } },
    { as: one.session, idempotencyKey: randomUUID() },
  )
  expect(silent.problem).toMatchObject({
    errors: { note: ['Say why the month is closed with what is still open'] },
  })
})
const pick = ({ month, checksHash }: { month: string; checksHash: string }) => ({ month, checksHash })

test('a month is opened again by two people; the last one first, and once', async () => {
  const { closeId } = (await close()).reply.data[0] ?? { closeId: '' }
  expect((await decide(confirmReopening, closeId, other)).status).toBe(409)
  expect((await ask(closeId)).reply.data[0]?.reopening).toMatchObject({ reason: 'A late file', isOwn: true })
  expect((await ask(closeId, other)).status).toBe(409)
  expect((await decide(confirmReopening, closeId, one)).problem?.detail).toContain('someone else')
  expect((await decide(withdrawReopening, closeId, other)).reply.data[0]?.reopening).toBeNull()
  await ask(closeId)
  const opened = await decide(confirmReopening, closeId, other)
  expect(opened.reply).toMatchObject({ next: { month: '2026-10' }, data: [{ isLast: false }] })
  expect(opened.reply.data[0]?.reopened).not.toBeNull()
  const { entryId } = await postEntry(db(), entry('2026-10-22'))
  expect(await dates(entryId)).toMatchObject({ on: '2026-10-22' })
  expect((await decide(confirmReopening, closeId, other)).status).toBe(409)
  expect((await close()).reply.data).toHaveLength(2)
})

test.each([
  [
    'out of order',
    `insert into month_close (month, checks, balances, closed_by, closed_by_name, closed_at) values ('2026-08-01', '[]', '{}', uuidv7(), 'A', now())`,
    'months_close_in_order',
  ],
  [
    'before it is over',
    `insert into month_close (month, checks, balances, closed_by, closed_by_name, closed_at) values (date_trunc('month', now() + interval '2 months'), '[]', '{}', uuidv7(), 'A', now())`,
    'months_close_in_order',
  ],
  [
    'by one person',
    `update month_close set reopened_by = uuidv7(), reopened_by_name = 'A', reopened_at = now()`,
    'reopening_was_asked_for',
  ],
  [
    'by asking and opening at once',
    `update month_close set reopening_by = uuidv7(), reopening_by_name = 'A', reopening_at = now(), reopening_reason = 'R', reopened_by = uuidv7(), reopened_by_name = 'B', reopened_at = now()`,
    'reopening_was_asked_for',
  ],
])('the database refuses a month that is closed or opened %s', async (_how, statement, constraint) => {
  await close()
  await expect(sql.raw(statement).execute(db())).rejects.toMatchObject({ constraint })
})

test('the database refuses the first close of a month that is not over, and to delete or change one', async () => {
  await expect(
    sql`insert into month_close (month, checks, balances, closed_by, closed_by_name, closed_at)
      values (date_trunc('month', now() + interval '40 days'), '[]', '{}', uuidv7(), 'A', now())`.execute(
      db(),
    ),
  ).rejects.toMatchObject({ constraint: 'closed_month_is_over' })
  await close()
  await expect(sql`delete from month_close`.execute(db())).rejects.toThrow(/permission denied/)
  await expect(sql`update month_close set month = '2026-09-01'`.execute(db())).rejects.toThrow(
    /permission denied/,
  )
  await expect(portal.database.admin.query('delete from month_close')).rejects.toThrow()
})

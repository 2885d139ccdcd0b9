import { randomUUID } from 'node:crypto'
import { clientOfBook } from '../../clients/clients.ts'
import { dateOf } from '../../domain/dates.ts'
import { nextToClose } from '../../features/month-end/close/server/check-month.ts'
import { listCloses } from '../../features/month-end/close/server/month-close.queries.ts'
import type { TestApp } from '../app.ts'
import { withoutTriggers } from '../database/without-triggers.ts'

export type FreshChecks = {
  /** A nightly check that found a difference, and that nobody has answered. */
  freshCheck(): Promise<string>
  /** The close of a month before all entries, the only one of the book. A colleague asks for it to be opened again, or nobody. */
  freshClose(state?: 'asked'): Promise<string>
  /** The export of a month without entries. */
  freshJournal(): Promise<string>
  /** The month after it, which can be closed with a note. */
  freshMonthToClose(): Promise<{ month: string; checksHash: string }>
}

export const unknownChecks: FreshChecks = {
  freshCheck: async () => randomUUID(),
  freshClose: async () => randomUUID(),
  freshJournal: async () => randomUUID(),
  freshMonthToClose: async () => ({ month: '2019-01', checksHash: '0'.repeat(64) }),
}

let day = 0

/** Each is of a day of its own, because a book has one check a day. */
export function freshChecksOf(
  { database, databases, clock }: Pick<TestApp, 'database' | 'databases' | 'clock'>,
  book: string,
): FreshChecks {
  const freshClose = async (state?: 'asked') => {
    await withoutTriggers(database.admin, 'delete from month_close where book = $1', [book])
    const { rows } = await database.admin.query<{ close_id: string }>(
      `insert into month_close (book, month, checks, balances, closed_by, closed_by_name, closed_at)
        values ($1, '2019-01-01', '[]', '{}', uuidv7(), $2, now()) returning close_id`,
      [book, `Closer of ${book}`],
    )
    if (state === 'asked')
      await database.admin.query(
        `update month_close set reopening_by = uuidv7(), reopening_by_name = 'A colleague', reopening_at = now(),
          reopening_reason = 'A late file' where book = $1`,
        [book],
      )
    return rows[0]?.close_id ?? ''
  }
  return {
    freshCheck: async () => {
      day += 1
      const { rows } = await database.admin.query<{ check_id: string }>(
        `with made as (
          insert into book_check (book, day, checked_at, compared, difference_count)
            values ($1, date '2020-01-01' + $2::integer, now(), '{"balances": 1}', 1) returning book, check_id),
          difference as (
            insert into book_check_difference (book, check_id, number, part, place, finding)
              select book, check_id, 1, 'balances', 'Account of ' || book, 'a test' from made)
          select check_id from made`,
        [book, day],
      )
      return rows[0]?.check_id ?? ''
    },
    freshClose,
    freshJournal: async () => {
      const { rows } = await database.admin.query<{ export_id: string }>(
        `insert into journal_export (book, month, number, lines, file_name, content, digest, exported_by, exported_by_name, exported_at)
          select $1::text, '2019-01-01', (select coalesce(max(number), 0) + 1 from journal_export where book = $1::text and month = '2019-01-01'), '[]',
            $2::text, convert_to($3::text, 'UTF8'), encode(sha256(convert_to($3::text, 'UTF8')), 'hex'), uuidv7(), 'A colleague', now()
          returning export_id`,
        [book, `journal of ${book}.csv`, `Entries of ${book}`],
      )
      return rows[0]?.export_id ?? ''
    },
    freshMonthToClose: async () => {
      await freshClose()
      day += 1
      await withoutTriggers(
        database.admin,
        `update book_check set answered_at = now(), answered_by = uuidv7(), answered_by_name = 'A', answer = 'A test'
          where book = $1 and difference_count > 0 and answered_at is null`,
        [book],
      )
      await database.admin.query(
        `insert into book_check (book, day, checked_at, compared, difference_count)
          values ($1, date '2020-01-01' + $2::integer, now(), '{"balances": 1}', 0)`,
        [book, day],
      )
      const client = clientOfBook(book)
      const db = databases.book(book)
      const today = dateOf(clock.now(), client.timeZone)
      return await nextToClose(await listCloses(db), { db, client, today, book: client.book })
    },
  }
}

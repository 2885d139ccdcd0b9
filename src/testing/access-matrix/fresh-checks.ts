import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'

export type FreshChecks = {
  /** A nightly check that found a difference, and that nobody has answered. */
  freshCheck(): Promise<string>
}

export const unknownChecks: FreshChecks = { freshCheck: async () => randomUUID() }

let day = 0

/** Each is of a day of its own, because a book has one check a day. */
export const freshChecksOf = ({ database }: Pick<TestApp, 'database'>, book: string): FreshChecks => ({
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
})

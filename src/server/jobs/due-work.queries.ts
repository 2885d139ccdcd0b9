import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../domain/dates.ts'
import type { DB } from '../db/schema.ts'
import { keepsSession } from '../db/statement.ts'

/**
 * Runs `work` with a lock of the book and the name of the work, or not at all while another copy of the program has it. The lock belongs to a
 * connection and not to a transaction, because the work may take long; it ends with the program.
 */
export async function withWorkLock(
  db: Kysely<DB>,
  book: string,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const key = sql`hashtext('due-work'), hashtext(${`${book}:${name}`})`
  await keepsSession(db)
    .connection()
    .execute(async connection => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
        connection,
      )
      if (!rows[0]?.locked) return
      try {
        await work()
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection)
      }
    })
}

/** Adds every day after the last that is known, until today; for new work today alone. */
export async function planDays(db: Kysely<DB>, work: string, today: IsoDate): Promise<void> {
  await sql`
    insert into due_work (work, day)
    select ${work}, day::date from generate_series(
      coalesce((select max(day) + 1 from due_work where work = ${work}), ${today}::date)::timestamp, ${today}::timestamp, '1 day') day
    on conflict do nothing`.execute(db)
}

export async function unfinishedDays(
  db: Kysely<DB>,
  work: string,
  now: Date,
): Promise<{ day: IsoDate; attempts: number }[]> {
  const { rows } = await sql<{ day: IsoDate; attempts: number }>`
    select day, attempts from due_work
      where work = ${work} and finished_at is null and (next_attempt_at is null or next_attempt_at <= ${now})
      order by day`.execute(db)
  return rows
}

export async function finishDay(db: Kysely<DB>, work: string, day: IsoDate, at: Date): Promise<void> {
  await sql`
    update due_work set finished_at = ${at}, attempts = attempts + 1, last_error = null, next_attempt_at = null
      where work = ${work} and day = ${day} and finished_at is null`.execute(db)
}

const maxErrorLength = 500

export async function recordFailure(
  db: Kysely<DB>,
  work: string,
  day: IsoDate,
  { error, nextAttemptAt }: { error: unknown; nextAttemptAt: Date },
): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength)
  await sql`
    update due_work set attempts = attempts + 1, last_error = ${reason}, next_attempt_at = ${nextAttemptAt}
      where work = ${work} and day = ${day} and finished_at is null`.execute(db)
}

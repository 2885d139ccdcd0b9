import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../../domain/dates.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { CheckPart } from '../domain/check-parts.ts'

export type Difference = { part: CheckPart; place: string; finding: string }

export type NewCheck = {
  checkId: string
  day: IsoDate
  at: Date
  compared: Partial<Record<CheckPart, number>>
  differenceCount: number
  differences: readonly Difference[]
}

export type CheckRow = {
  check_id: string
  day: IsoDate
  checked_at: Date
  compared: Partial<Record<CheckPart, number>>
  difference_count: number
  answered_by_name: string | null
  answered_at: Date | null
  answer: string | null
  differences: Difference[]
}

/** Stores the check of a day with its differences. False where the day has one. */
export async function insertCheck(trx: Kysely<DB>, check: NewCheck): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('book_check')
    .values({
      check_id: check.checkId,
      day: check.day,
      checked_at: check.at,
      compared: JSON.stringify(check.compared),
      difference_count: check.differenceCount,
    })
    .onConflict(conflict => conflict.columns(['book', 'day']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  if (check.differences.length > 0)
    await trx
      .insertInto('book_check_difference')
      .values(
        check.differences.map((each, index) => ({ check_id: check.checkId, number: index + 1, ...each })),
      )
      .execute()
  return true
}

const columns = sql`c.check_id, c.day, c.checked_at, c.compared, c.difference_count, c.answered_by_name, c.answered_at, c.answer,
  coalesce((
    select jsonb_agg(jsonb_build_object('part', d.part, 'place', d.place, 'finding', d.finding) order by d.number)
      from book_check_difference d where d.book = c.book and d.check_id = c.check_id), '[]') as differences`

export async function findCheckOfDay(db: Kysely<DB>, day: IsoDate): Promise<CheckRow | undefined> {
  const { rows } = await sql<CheckRow>`select ${columns} from book_check c where c.day = ${day}`.execute(db)
  return rows[0]
}

/** The checks of the last days, and those that nobody has answered, newest first. */
export async function listCheckRows(db: Kysely<DB>, { days }: { days: number }): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select ${columns} from book_check c
      where c.day > (select max(day) from book_check) - ${days}::integer or (c.difference_count > 0 and c.answered_at is null)
      order by c.day desc limit 100`.execute(db)
  return rows
}

export async function countUnanswered(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from book_check where difference_count > 0 and answered_at is null`.execute(db)
  return Number(rows[0]?.total ?? 0n)
}

export async function findCheck(
  db: Kysely<DB>,
  checkId: string,
): Promise<{ difference_count: number } | undefined> {
  return await db
    .selectFrom('book_check')
    .select('difference_count')
    .where('check_id', '=', checkId)
    .executeTakeFirst()
}

/** False where somebody has answered it. */
export async function setAnswered(
  trx: Kysely<DB>,
  checkId: string,
  { by, reason, at }: { by: { userId: string; name: string }; reason: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('book_check')
    .set({ answered_by: by.userId, answered_by_name: by.name, answered_at: at, answer: reason })
    .where('check_id', '=', checkId)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../domain/dates.ts'
import type { Frequency } from '../../features/grants/schedules/domain/schedule.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { MadeFund } from '../factories/make-fund.ts'

/** Writes many schedules of 500 a date straight to the database, certified today by the database's clock; returns their ids. */
export async function insertSchedules(
  databases: Pick<Databases, 'book'>,
  { book, accountId, donor }: Pick<MadeFund, 'book' | 'accountId' | 'donor'>,
  charityId: string,
  { count, frequency, startsOn }: { count: number; frequency: Frequency; startsOn: IsoDate },
): Promise<string[]> {
  const { userId, firstName, lastName } = donor.user
  const now = new Date()
  const rows = Array.from({ length: count }, () => ({
    schedule_id: randomUUID(),
    idempotency_key: randomUUID(),
    account_id: accountId,
    charity_id: charityId,
    charity_name: 'A charity',
    amount_minor: 500_00n,
    purpose_code: 'where_needed' as const,
    naming_code: 'fund_only' as const,
    frequency,
    starts_on: startsOn,
    next_on: startsOn,
    certified_at: now,
    certified_by: userId,
    certified_by_name: `${firstName} ${lastName}`,
    created_by: userId,
    created_by_name: `${firstName} ${lastName}`,
    created_by_side: 'fund' as const,
    certified_by_side: 'fund' as const,
    year_sum_minor: 500_00n,
    created_at: now,
    changed_at: now,
  }))
  const db = databases.book(book)
  for (let start = 0; start < count; start += 1000)
    await db
      .insertInto('grant_schedule')
      .values(rows.slice(start, start + 1000))
      .execute()
  return rows.map(({ schedule_id }) => schedule_id)
}

import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../clients/client.ts'
import type { FeeSchedule } from '../../../clients/fee-schedules.ts'
import { feeSchedulesOf } from '../../../clients/fee-schedules-of.ts'
import type { DB } from '../../../server/db/schema.ts'
import { joinTerms } from '../domain/terms-in-force.ts'
import { listSetTerms } from './fee-terms.queries.ts'

/**
 * The fee schedules of the book with the terms that hold: the one place where those of the client's file and those that staff set on screen
 * come together. A schedule's name, title and accounts are only in the file.
 */
export async function feeSchedulesInForce(
  db: Kysely<DB>,
  about: { book: Book; client: Client },
): Promise<FeeSchedule[]> {
  const schedules = feeSchedulesOf(about)
  if (schedules.length === 0) return []
  const set = await listSetTerms(db)
  return schedules.map(schedule => joinTerms(schedule, set).schedule)
}

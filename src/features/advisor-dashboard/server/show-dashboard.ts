import type { Kysely } from 'kysely'
import type { Book } from '../../../clients/client.ts'
import { addMonths, asIsoDate, type IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import type { DashboardFilter } from '../advisor-dashboard.contract.ts'
import type { DashboardRow, DashboardSearch } from './dashboard.queries.ts'

export type DashboardContext = Pick<
  ContextOf<typeof contract.listDashboardAccounts>,
  'db' | 'realmDb' | 'client' | 'book' | 'otherBook' | 'actor' | 'today'
>
type InBook = Book & { db: Kysely<DB> }

/** The client's books: a person who looks after accounts in both sees them in one list. */
export function booksOf({ book, db, otherBook }: DashboardContext): InBook[] {
  const own = { ...book, db }
  return otherBook === null
    ? [own]
    : [own, { name: otherBook.name, currency: otherBook.currency, db: otherBook.db }]
}

export function searchOf(
  { keywords, household, status, waiting }: Partial<DashboardFilter>,
  { actor, today }: Pick<DashboardContext, 'actor' | 'today'>,
): DashboardSearch {
  return {
    userId: actor.userId,
    keywords: keywords ?? '',
    household: household ?? null,
    status: status ?? null,
    waiting: waiting ?? false,
    yearStart: yearStart(today),
    lastYear: { from: yearStart(today, 1), to: addMonths(today, -12) },
  }
}

/** The first day of the year, `yearsBack` years ago. */
export function yearStart(today: IsoDate, yearsBack = 0): IsoDate {
  const date = asIsoDate(`${Number(today.slice(0, 4)) - yearsBack}-01-01`)
  if (date === null) throw new Error(`${today} has no year`)
  return date
}

export const householdOf = ({
  household_id: householdId,
  household_name: name,
}: Pick<DashboardRow, 'household_id' | 'household_name'>) =>
  householdId === null || name === null ? null : { householdId, name }

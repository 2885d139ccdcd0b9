import type { Client } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { addDays, type IsoDate } from '../../../domain/dates.ts'
import { type FiscalYear, firstDayOf, fiscalYearOf, lastDayOf } from '../domain/fiscal-year.ts'
import type { YearReader } from './year-end-context.ts'
import type { Year } from './year-entries.queries.ts'

type ReadYear = Year & {
  year: FiscalYear
  /** The day after it. */
  next: IsoDate
  isOver: boolean
  /** The client whose books these are, which decides about year, method and return. */
  bookClient: Client
}

/** The fiscal year that is asked for; by default the last one that is over. Throws `validation` for one to come. */
export function readYear(
  asked: FiscalYear | undefined,
  { book, today }: Pick<YearReader, 'book' | 'today'>,
): ReadYear {
  const bookClient = clientOfBook(book.name)
  const startsOn = bookClient.fiscalYearStartsOn
  const current = fiscalYearOf(today, startsOn)
  const year = asked ?? current - 1
  if (year > current) throw fieldProblem('year', 'Choose a year that has begun')
  const to = lastDayOf(year, startsOn)
  return { year, from: firstDayOf(year, startsOn), to, next: addDays(to, 1), isOver: to < today, bookClient }
}

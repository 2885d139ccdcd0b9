import { type RawBuilder, sql } from 'kysely'
import { declinedKeptYears, draftKeptDays } from '../domain/application.ts'

/** Whether the time of an application is over: a draft that nobody changed, or one that did not become an account (§17). */
export const isApplicationDue = (table: string, today: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(
    ${column('state')} = 'draft' and ${column('changed_at')} < ${today}::date - ${draftKeptDays}::int
    or ${column('state')} in ('declined', 'withdrawn')
      and ${column('changed_at')} < ${today}::date - make_interval(years => ${declinedKeptYears}::int))`
}

import { sql } from 'kysely'

/** Whether others read a person's names as they were entered. */
export const isEntered = sql`r.contact_sharing in ('waiting', 'declined')`
export const listedNameSql = `case when r.contact_sharing in ('waiting', 'declined')
  then btrim(r.entered_first_name || ' ' || r.entered_last_name) else p.name end`

/** The name of a relationship's person (`r`, `p`) as everyone may read it. */
export const listedName = sql<string>`${sql.raw(listedNameSql)}`

import { type RawBuilder, sql } from 'kysely'

/**
 * Constants of the program for `in (…)`, written into the statement. As parameters they would hide from the planner that a partial index
 * has the same condition.
 */
export const literals = (values: readonly (number | string)[]): RawBuilder<unknown> =>
  sql.join(values.map(value => sql.lit(value)))

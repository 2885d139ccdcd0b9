import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { Operator } from './operator.ts'
import { type Context, operatorOfRequest, orRefused } from './operator-of-request.ts'

/** Changes what a person may do, in one transaction of the access connection. */
export async function changePerson<T>(
  context: Context & { accessDb: Kysely<DB> },
  change: (trx: Kysely<DB>, operator: Operator, now: Date) => Promise<T>,
): Promise<T> {
  const now = context.clock.now()
  const operator = operatorOfRequest(context)
  return await orRefused(() =>
    context.accessDb.transaction().execute(async trx => await change(trx, operator, now)),
  )
}

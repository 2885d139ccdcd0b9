import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { changePerson } from './change-person.ts'
import type { Operator } from './operator.ts'
import type { Context } from './operator-of-request.ts'
import { findRightState, type RightRecord } from './rights.queries.ts'

/** Changes a right in one transaction of the access connection, and returns what it is then. */
export async function changeRight(
  rightId: string,
  context: Context & { accessDb: Kysely<DB> },
  change: (trx: Kysely<DB>, operator: Operator, now: Date) => Promise<void>,
): Promise<{ rightId: string; state: RightRecord['state'] }> {
  return await changePerson(context, async (trx, operator, now) => {
    await change(trx, operator, now)
    return { rightId, state: await findRightState(trx, rightId) }
  })
}

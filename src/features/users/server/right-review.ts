import type { Kysely } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import { lockRightFor } from './decide-right.ts'
import { type Operator, Refused, recordByOperator } from './operator.ts'
import { findLatestReview } from './right-review.queries.ts'
import { setSignedOff } from './rights.queries.ts'

/** Records that a person still needs a right. Throws `Refused` for one's own right, for one that is not active, and without a review. */
export async function signOff(
  trx: Kysely<DB>,
  operator: Operator,
  rightId: string,
  now: Date,
): Promise<void> {
  const { right } = await lockRightFor(trx, operator, rightId, now)
  if (right.user_id === operator.userId) throw new Refused('Somebody else signs off your rights.')
  if (right.state !== 'active') throw new Refused('This right is not active.', 'conflict')
  const review = await findLatestReview(trx)
  if (!review || review.closed_at !== null) throw new Refused('No review is open.', 'conflict')
  await setSignedOff(trx, rightId, { by: operator.userId, at: now })
  await recordByOperator(trx, operator, {
    kind: 'right-signed-off',
    userId: right.user_id,
    at: now,
    detail: { right: rightId, quarter: review.quarter },
  })
}

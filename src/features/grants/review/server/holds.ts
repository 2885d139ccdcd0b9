import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { holdableStatuses } from '../../domain/grant-status.ts'
import { lockFund, lockGrant } from '../../server/grants.queries.ts'
import { textOrNull } from '../../server/transition-rule.ts'
import { findOpenHold, insertHold, releaseHold } from './review.queries.ts'

type Reviewer = { userId: string; name: string }
type HoldRequest = { grantId: string; reason: string | null; by: Reviewer; at: Date }

export const onHoldSentence = 'This grant is on hold.'

/**
 * Puts a grant on hold until staff release it: until then it is neither approved nor paid. The grant itself does not change, so its
 * donor sees nothing. Throws `validation` without a reason, `conflict` where it is on hold or its state does not allow it, `not-found`.
 */
export async function holdGrant(db: Kysely<DB>, accountId: string, request: HoldRequest): Promise<void> {
  const reason = requireReason(request.reason, 'Enter the reason for the hold')
  await inTransaction(db, async trx => {
    const grant = (await lockFund(trx, accountId)) && (await lockGrant(trx, accountId, request.grantId))
    if (!grant) throw new Problem('not-found')
    if (!holdableStatuses.includes(grant.transaction_status_code))
      throw new Problem('conflict', { detail: 'A grant can be held until it is in a payment run.' })
    if (await findOpenHold(trx, grant.grant_id)) throw new Problem('conflict', { detail: onHoldSentence })
    await insertHold(trx, {
      hold_id: randomUUIDv7(),
      grant_id: grant.grant_id,
      reason,
      held_by: request.by.userId,
      held_by_name: request.by.name,
      held_at: request.at,
    })
  })
}

/** Ends the hold of a grant. Throws `validation` without a reason, `conflict` where there is none, `not-found`. */
export async function releaseGrant(db: Kysely<DB>, accountId: string, request: HoldRequest): Promise<void> {
  const reason = requireReason(request.reason, 'Enter the reason for the release')
  await inTransaction(db, async trx => {
    const grant = (await lockFund(trx, accountId)) && (await lockGrant(trx, accountId, request.grantId))
    if (!grant) throw new Problem('not-found')
    const hold = await findOpenHold(trx, grant.grant_id)
    if (!hold) throw new Problem('conflict', { detail: 'This grant is not on hold.' })
    await releaseHold(trx, hold.hold_id, {
      release_reason: reason,
      released_by: request.by.userId,
      released_by_name: request.by.name,
      released_at: request.at,
    })
  })
}

function requireReason(text: string | null, missing: string): string {
  const reason = textOrNull(text)
  if (reason === null) throw fieldProblem('reason', missing)
  return reason
}

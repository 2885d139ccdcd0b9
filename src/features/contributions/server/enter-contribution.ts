import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { type AuthorizedAccount, nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../contributions.contract.ts'
import { findByKey, insertContribution } from './contributions.queries.ts'

type Context = ContextOf<typeof contract.enterContribution>

/** Enters a contribution that is expected. Entering it again with the same key returns the first. */
export async function enterContribution(
  { body }: HandlerInput<typeof contract.enterContribution>,
  context: Context,
): Promise<Reply<typeof contract.enterContribution>> {
  const { db, actor, account, book, clock, idempotencyKey, request } = context
  const { content, needsCountersignature } = body.data.attributes
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  const entered = await inTransaction(
    db,
    async trx =>
      await insertContribution(trx, {
        accountId: account.accountId,
        content,
        currency: book.currency,
        needsCountersignature,
        enteredBy: {
          userId: actor.userId,
          name: nameOf(actor),
          sessionId: actor.sessionId,
          address: isIP(request.ip) ? request.ip : null,
        },
        at: clock.now(),
        idempotencyKey,
      }),
  )
  const stored = entered ?? (await findByKey(db, account.accountId, idempotencyKey))
  if (!stored) throw new Error('a contribution with this key exists and cannot be found')
  return stored
}

/** Why a contribution to an account cannot be entered, or its document prepared; null: it can (§16). */
export function entryViolation({
  status,
  writeAccessWhenEntered,
}: Pick<AuthorizedAccount, 'status' | 'writeAccessWhenEntered'>): string | null {
  if (status === 'Closed') return 'This account is closed and receives no contributions.'
  if (status === 'Immobile') return 'This account is on hold, so no money may move.'
  return writeAccessWhenEntered ? null : 'This account may not be changed.'
}

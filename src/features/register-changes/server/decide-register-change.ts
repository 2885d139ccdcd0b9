import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { personOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../register-changes.contract.ts'
import { getRegisterChange } from './get-register-change.ts'
import { lockChange, updateChange } from './register-changes.queries.ts'

/**
 * Decides about a change. Throws `not-found` for another book's, `conflict` where somebody decided since the caller looked, `validation`
 * where schedules are to wait because of a change for which none does.
 */
export async function decideRegisterChange(
  { params: { changeId }, body }: HandlerInput<typeof contract.decideRegisterChange>,
  { db, actor, clock }: ContextOf<typeof contract.decideRegisterChange>,
): Promise<Reply<typeof contract.decideRegisterChange>> {
  const { decision, reason, seen } = body.data.attributes
  return await inTransaction(db, async trx => {
    const row = await lockChange(trx, changeId)
    if (!row) throw new Problem('not-found')
    if (row.state !== seen)
      throw new Problem('conflict', {
        detail: 'This change has been decided since you opened it. Look at it again.',
      })
    if (decision === 'stop' && !row.stops)
      throw fieldProblem('decision', 'No schedule waits because of this change')
    const { userId, name } = personOf(actor)
    await updateChange(trx, changeId, {
      state: decision === 'stop' ? 'stopped' : 'continued',
      ...{ decided_by: userId, decided_by_name: name, decided_at: clock.now(), reason },
    })
    return await getRegisterChange({ params: { changeId } }, { db: trx, clock })
  })
}

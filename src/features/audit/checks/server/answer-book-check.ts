import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { personOf } from '../../../../server/auth/actor.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../book-checks.contract.ts'
import { findCheck, setAnswered } from './book-checks.queries.ts'

/** Records why payment runs go on although a check found differences. Throws `not-found`, and `conflict` where nothing waits for an answer. */
export async function answerBookCheck(
  { params: { checkId }, body }: HandlerInput<typeof contract.answerBookCheck>,
  { db, actor, clock }: ContextOf<typeof contract.answerBookCheck>,
): Promise<Reply<typeof contract.answerBookCheck>> {
  const check = await findCheck(db, checkId)
  if (!check) throw new Problem('not-found')
  if (check.difference_count === 0)
    throw new Problem('conflict', { detail: 'This check found no differences.' })
  const { reason } = body.data.attributes
  if (!(await setAnswered(db, checkId, { by: personOf(actor), reason, at: clock.now() })))
    throw new Problem('conflict', { detail: 'Someone has already answered this check.' })
  return { checkId }
}

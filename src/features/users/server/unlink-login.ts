import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { endSessionsOf } from '../../../server/auth/end-sessions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { deleteLogin } from '../../identity/oidc/server/identity-links.queries.ts'
import { endPendingSignIns } from '../../identity/oidc/server/pending-sign-ins.queries.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { lockPersonFor } from './find-operator.ts'
import { Refused, recordByOperator } from './operator.ts'

/** Unlinks a subject from a person and ends their sessions, one of which it may have begun. Throws `access-denied`, `conflict`, `not-found`. */
export async function unlinkLogin(
  { params: { personId: userId }, body }: HandlerInput<typeof contract.unlinkLogin>,
  context: ContextOf<typeof contract.unlinkLogin>,
): Promise<Reply<typeof contract.unlinkLogin>> {
  const { issuer, subject, reason } = body.data.attributes
  await changePerson(context, async (trx, operator, now) => {
    await lockPersonFor(trx, operator, userId, now)
    if (userId === operator.userId) throw new Refused('No one unlinks their own login here.')
    if (!(await deleteLogin(trx, { issuer, subject, userId })))
      throw new Refused('This login is not linked to the person.', 'conflict')
    await endPendingSignIns(trx, userId)
    await endSessionsOf(trx, userId, {
      except: null,
      reason: 'login unlinked',
      now,
      from: { address: context.request.ip, actorUserId: operator.userId },
    })
    await recordByOperator(trx, operator, {
      kind: 'login-unlinked',
      userId,
      at: now,
      detail: { reason, before: `${issuer} ${subject}`, after: 'none' },
    })
  })
  context.sessions.notifyEnded(userId)
  return { personId: userId }
}

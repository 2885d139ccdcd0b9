import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { commandSource, recordCommand } from '../../../server/audit/record-command.ts'
import { personOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type * as contract from '../relationship-requests.contract.ts'
import { changePeople } from './apply-people-change.ts'
import { mailPeopleChange } from './mail-people-change.ts'
import { findRequest, lockRequest, setDecided } from './relationship-requests.queries.ts'
import { isRequestShown, sentenceOf } from './show-requests.ts'

/**
 * Withdraws the caller's own request; the donors are mailed. Throws `not-found` for a request of another account, `access-denied` for
 * someone else's, and `conflict` once it is decided. Withdrawing it twice changes nothing.
 */
export async function withdrawRequest(
  { params }: HandlerInput<typeof contract.withdrawRequest>,
  context: ContextOf<typeof contract.withdrawRequest>,
): Promise<Reply<typeof contract.withdrawRequest>> {
  const { db, account, actor, client, clock } = context
  const { requestId } = params
  const request = await findRequest(db, requestId)
  if (request?.account_id !== account.accountId || !isRequestShown(request, context))
    throw new Problem('not-found')
  if (request.requested_by !== actor.userId)
    throw new Problem('access-denied', { detail: 'Only the person who made a request can withdraw it.' })
  await changePeople(db, account.accountId, actor, async trx => {
    const stored = await lockRequest(trx, requestId)
    if (stored?.state === 'withdrawn') return
    if (stored?.state !== 'pending')
      throw new Problem('conflict', { detail: `${client.displayName} has already decided this request.` })
    await setDecided(trx, requestId, {
      state: 'withdrawn',
      message: null,
      by: personOf(actor),
      at: clock.now(),
    })
    await recordCommand(trx, 'relationship-request-withdrawn', commandSource(context), { request: requestId })
    await addJob(trx, mailPeopleChange, {
      client: client.name,
      change: { event: 'withdrawn', id: requestId },
    })
  })
  return { state: 'withdrawn', sentence: sentenceOf(request, client) }
}

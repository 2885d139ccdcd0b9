import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../review.contract.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeAsReviewer } from './change-as-reviewer.ts'
import { eventBy } from './start-application.ts'

export async function claimApplication(
  { params, body }: HandlerInput<typeof contract.claimApplication>,
  context: ContextOf<typeof contract.claimApplication>,
): Promise<Reply<typeof contract.claimApplication>> {
  const { actor } = context
  const { claims } = body.data.attributes
  return await changeAsReviewer(params.applicationId, context, async (trx, row) => {
    if (claims === (row.owner_id === actor.userId)) return
    if (!claims) {
      await updateApplication(trx, row.application_id, { owner_id: null, owner_name: null })
      await addEvent(trx, row.application_id, eventBy(context, 'released'))
      return
    }
    await updateApplication(trx, row.application_id, { owner_id: actor.userId, owner_name: nameOf(actor) })
    await addEvent(trx, row.application_id, eventBy(context, 'claimed'))
  })
}

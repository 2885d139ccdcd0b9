import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../account-opening.contract.ts'
import { mayReturnToDraft } from '../domain/application.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeOwn, endDocument, stateConflict } from './change-application.ts'
import { eventBy } from './start-application.ts'

/** Makes it a draft again. Its document is withdrawn, and all signers sign again. */
export async function returnToDraft(
  { params }: HandlerInput<typeof contract.returnToDraft>,
  context: ContextOf<typeof contract.returnToDraft>,
): Promise<Reply<typeof contract.returnToDraft>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state === 'draft') return
    if (!mayReturnToDraft(row.state)) throw stateConflict('This application can no longer be changed.')
    await endDocument(trx, row)
    await updateApplication(trx, row.application_id, {
      state: 'draft',
      revision: row.revision + 1,
      changed_at: context.clock.now(),
      envelope_id: null,
    })
    await addEvent(trx, row.application_id, eventBy(context, 'returned-to-draft'))
  })
}

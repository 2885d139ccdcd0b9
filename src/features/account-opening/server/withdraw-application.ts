import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../account-opening.contract.ts'
import { mayWithdraw } from '../domain/application.ts'
import { addEvent, updateApplication } from './applications.queries.ts'
import { changeOwn, endDocument, stateConflict } from './change-application.ts'
import { eventBy } from './start-application.ts'

export async function withdrawApplication(
  { params }: HandlerInput<typeof contract.withdrawApplication>,
  context: ContextOf<typeof contract.withdrawApplication>,
): Promise<Reply<typeof contract.withdrawApplication>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state === 'withdrawn') return
    if (!mayWithdraw(row.state)) throw stateConflict('This application was decided and cannot be withdrawn.')
    await endDocument(trx, row)
    await updateApplication(trx, row.application_id, { state: 'withdrawn', changed_at: context.clock.now() })
    await addEvent(trx, row.application_id, eventBy(context, 'withdrawn'))
  })
}

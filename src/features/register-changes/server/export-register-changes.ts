import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../register-changes.contract.ts'
import { registerChangesList } from '../register-changes.list.ts'
import { listRegisterChanges } from './list-register-changes.ts'

export async function exportRegisterChanges(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportRegisterChanges>,
  context: ContextOf<typeof contract.exportRegisterChanges>,
): Promise<Reply<typeof contract.exportRegisterChanges>> {
  return await exportList({
    ...context,
    list: registerChangesList,
    format,
    fileName: 'register-changes',
    sheet: 'Register changes',
    readPage: page => listRegisterChanges({ query: { ...query, ...page } }, context),
  })
}

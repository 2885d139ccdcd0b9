import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import { usersList } from '../users.list.ts'
import { listUsers } from './list-users.ts'

/** Exports the people that a search finds. */
export async function exportUsers(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportUsers>,
  context: ContextOf<typeof contract.exportUsers>,
): Promise<Reply<typeof contract.exportUsers>> {
  return await exportList({
    ...context,
    list: usersList,
    format,
    fileName: 'users',
    sheet: 'Users',
    readPage: page => listUsers({ query: { ...query, ...page } }, context),
  })
}

import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import { exportList } from '../../../../server/export/export-list.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type * as contract from '../all-grants.contract.ts'
import { allGrantsList } from '../all-grants.list.ts'
import { listAllGrants } from './list-all-grants.ts'

export async function exportAllGrants(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportAllGrants>,
  context: BaseContext & { actor: Actor },
): Promise<Reply<typeof contract.exportAllGrants>> {
  return await exportList({
    ...context,
    list: allGrantsList(context.client.locale),
    format,
    fileName: 'all-grants',
    sheet: 'Grants',
    readPage: async page => {
      const { data, meta } = await listAllGrants({ query: { ...query, ...page } }, context)
      return { data, meta: meta.isTotalExact ? meta : { next: meta.next } }
    },
  })
}

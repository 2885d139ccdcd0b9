import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../blocked-property.contract.ts'
import { blockedPropertyList } from '../blocked-property.list.ts'
import type { FindingContext } from './finding-details.ts'
import { listBlockedProperty } from './list-blocked-property.ts'

export async function exportBlockedProperty(
  { query: { format, year } }: HandlerInput<typeof contract.exportBlockedProperty>,
  context: FindingContext,
): Promise<Reply<typeof contract.exportBlockedProperty>> {
  const { data, ...found } = await listBlockedProperty({ query: { year } }, context)
  return await exportList({
    ...context,
    list: blockedPropertyList,
    format,
    fileName: `blocked-property-${found.countedOn}`,
    sheet: `Blocked ${found.countedOn}`,
    // Few accounts are ever blocked: they are one page.
    readPage: async () => ({ data, meta: { total: data.length, next: null } }),
  })
}

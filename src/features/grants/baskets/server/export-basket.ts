import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { exportCharityRows } from '../../../charities/server/export-charity-rows.ts'
import { basketFileList } from '../basket-file.list.ts'
import type * as contract from '../drafts.contract.ts'
import { maxFileRows } from '../drafts.contract.ts'
import { showBasket } from './baskets.ts'

/** The rows of a basket as a file, read and checked at once. Throws `not-found`. */
export async function exportBasket(
  { params, query: { format } }: HandlerInput<typeof contract.exportBasket>,
  context: ContextOf<typeof contract.exportBasket>,
): Promise<Reply<typeof contract.exportBasket>> {
  return await exportCharityRows({
    ...context,
    list: basketFileList,
    nameKey: 'charityName',
    format,
    fileName: 'basket',
    sheet: 'Grants',
    readPage: async () => {
      const all = { first: maxFileRows, after: 0, only: undefined }
      const { rows } = await showBasket(context.db, context.account.accountId, params.basketId, all, context)
      const data = rows.map(row => ({ ...row, charityId: row.content.charityId }))
      return { data, meta: { total: rows.length, next: null } }
    },
  })
}

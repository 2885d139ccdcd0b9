import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../accounts.contract.ts'
import { accountsList } from '../accounts.list.ts'
import { booksSearched, readAccounts } from './search-accounts.ts'

/** The accounts of a search as a file (§9). */
export async function exportAccounts(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportAccounts>,
  context: ContextOf<typeof contract.exportAccounts>,
): Promise<Reply<typeof contract.exportAccounts>> {
  const hasBothBooks = booksSearched(query, context).length > 1
  return await exportList({
    ...context,
    // The balances of two currencies would look the same.
    list: hasBothBooks
      ? { ...accountsList, fileColumns: [...(accountsList.fileColumns ?? []), 'currency'] }
      : accountsList,
    format,
    fileName: 'accounts',
    sheet: 'Accounts',
    readPage: page => readAccounts({ ...query, ...page }, context, { countsAll: true }),
  })
}

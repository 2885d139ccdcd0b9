import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { keysetPage, splitPage } from '../../../server/http/keyset-page.ts'
import type * as contract from '../journal-entries.contract.ts'
import type { EntryContext } from './entry-context.ts'
import { entryResponse } from './get-journal-entry.ts'
import { entryKeysets, listEntryRows } from './journal-entries.queries.ts'

type Query = Omit<HandlerInput<typeof contract.listJournalEntries>['query'], 'columns' | 'cacheStrategy'>

export async function listJournalEntries(
  { query }: { query: Query },
  context: EntryContext,
): Promise<Reply<typeof contract.listJournalEntries>> {
  const { keywords, amountMinor = null, from = null, to = null, batchNumber = null } = query
  if (from !== null && to !== null && from > to)
    throw fieldProblem('from', 'The first day must not be after the last day')
  const page = keysetPage({ query, defaultSort: '-transactionId', keysetsOf: entryKeysets })
  const search = { keywords, amountMinor, from, to, batchNumber }
  const found = await listEntryRows(context.db, search, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => entryResponse(row, context)), meta }
}

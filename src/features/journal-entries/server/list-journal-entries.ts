import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { addDays, startOfDay } from '../../../domain/dates.ts'
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
  const { keywords, kind = null, charityClass = null, register = null } = query
  const { amountMinor = null, batchNumber = null, day, from = null, to = null } = query
  if (from !== null && to !== null && from > to)
    throw fieldProblem('from', 'The first day must not be after the last day')
  const page = keysetPage({ query, defaultSort: '-transactionId', keysetsOf: entryKeysets })
  const { timeZone } = context.client
  const days =
    day === 'effective'
      ? { from, to, posted: { from: null, before: null } }
      : {
          ...{ from: null, to: null },
          posted: {
            from: from && startOfDay(from, timeZone),
            before: to && startOfDay(addDays(to, 1), timeZone),
          },
        }
  const search = { keywords, kind, charityClass, register, amountMinor, batchNumber, ...days }
  const { rows: found, ...counted } = await listEntryRows(context.db, search, page)
  const { rows, meta } = splitPage({ ...page, ...counted }, found, counted.total)
  return {
    data: rows.map(row => entryResponse(row, context)),
    meta: { ...meta, isTotalExact: counted.isTotalExact },
  }
}

import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type * as contract from '../journal-entries.contract.ts'
import { journalEntriesList } from '../journal-entries.list.ts'
import type { EntryContext } from './entry-context.ts'
import { listJournalEntries } from './list-journal-entries.ts'

export async function exportJournalEntries(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportJournalEntries>,
  context: EntryContext,
): Promise<Reply<typeof contract.exportJournalEntries>> {
  return await exportList({
    ...context,
    list: journalEntriesList,
    format,
    fileName: 'entries',
    sheet: 'Entries',
    readPage: async page => {
      const { data, meta } = await listJournalEntries({ query: { ...query, ...page } }, context)
      return { data, meta: meta.isTotalExact ? meta : { next: meta.next } }
    },
  })
}

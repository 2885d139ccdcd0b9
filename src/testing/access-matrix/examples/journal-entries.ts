import {
  exportJournalEntries,
  getJournalEntry,
  listJournalEntries,
  reverseJournalEntry,
} from '../../../features/journal-entries/journal-entries.contract.ts'
import type { Subject } from '../fixture.ts'
import { command, csv, type Example, example, name } from './example.ts'

const readers = ['POSTING_CREATE', 'POSTING_REVERSE', 'AUDIT_VIEW']
const one = async (about: Subject) => ({ params: { entryId: await about.postedEntry() } })

export const journalEntriesExamples: readonly Example[] = [
  example(listJournalEntries, {
    needs: readers,
    sent: async about => {
      await about.postedEntry()
      return {}
    },
    contains: name,
  }),
  example(exportJournalEntries, {
    needs: readers,
    sent: async about => {
      await about.postedEntry()
      return csv
    },
    contains: name,
  }),
  example(getJournalEntry, { needs: readers, sent: one, contains: name }),
  example(reverseJournalEntry, {
    needs: 'POSTING_REVERSE',
    sent: async about => ({
      ...(await one(about)),
      body: command({ reason: 'Wrong figures', replacement: null }),
    }),
    contains: name,
  }),
]

import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../journal-entries.contract.ts'
import { exportJournalEntries } from './export-journal-entries.ts'
import { getJournalEntry } from './get-journal-entry.ts'
import { listJournalEntries } from './list-journal-entries.ts'
import { reverseJournalEntry } from './reverse-journal-entry.ts'

export const journalEntriesRoutes: readonly Route[] = [
  route(contract.listJournalEntries, listJournalEntries),
  route(contract.exportJournalEntries, exportJournalEntries),
  route(contract.getJournalEntry, getJournalEntry),
  route(contract.reverseJournalEntry, reverseJournalEntry),
]

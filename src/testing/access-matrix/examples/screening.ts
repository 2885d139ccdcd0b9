import { isoDate } from '../../../domain/dates.ts'
import {
  exportBlockedProperty,
  listBlockedProperty,
} from '../../../features/screening/blocked-property.contract.ts'
import {
  decideFinding,
  downloadFindingRecord,
  exportFindings,
  getFinding,
  listFindings,
  recordFindingReport,
} from '../../../features/screening/findings.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const ourName = ({ book }: { book: string }) => `Vorzhak Traders of ${book}`

export const screeningExamples: readonly Example[] = [
  example(listFindings, {
    needs: 'SANCTIONS_SCREEN',
    sent: async about => {
      await about.freshFinding()
      return { query: {} }
    },
    contains: ourName,
  }),
  example(exportFindings, {
    needs: 'SANCTIONS_SCREEN',
    sent: async about => {
      await about.freshFinding()
      return csv
    },
    contains: ourName,
  }),
  example(getFinding, {
    needs: 'SANCTIONS_SCREEN',
    sent: async about => ({ params: { findingId: await about.freshFinding() } }),
    contains: ourName,
  }),
  example(decideFinding, {
    needs: 'SANCTIONS_DECIDE',
    sent: async about => ({
      params: { findingId: await about.freshFinding() },
      body: command({ step: 'dismiss' as const, reason: 'Another company' }),
    }),
  }),
  example(downloadFindingRecord, {
    needs: 'SANCTIONS_SCREEN',
    sent: async about => ({ params: { findingId: await about.freshFinding() } }),
  }),
  example(recordFindingReport, {
    needs: 'SANCTIONS_DECIDE',
    sent: async about => ({
      params: { findingId: await about.freshConfirmedFinding() },
      body: command({ reportedOn: isoDate('2026-02-02'), reference: 'BLK-1' }),
    }),
  }),
  example(listBlockedProperty, { needs: 'SANCTIONS_SCREEN', sent: async () => ({ query: {} }) }),
  example(exportBlockedProperty, { needs: 'SANCTIONS_SCREEN', sent: async () => csv }),
]

import {
  decideFinding,
  downloadFindingRecord,
  exportFindings,
  getFinding,
  listFindings,
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
  example(downloadFindingRecord, {
    needs: 'SANCTIONS_SCREEN',
    sent: async about => ({ params: { findingId: await about.freshFinding() } }),
  }),
  example(decideFinding, {
    needs: 'SANCTIONS_DECIDE',
    sent: async about => ({
      params: { findingId: await about.freshFinding() },
      body: command({ step: 'dismiss' as const, reason: 'Another company' }),
    }),
  }),
]

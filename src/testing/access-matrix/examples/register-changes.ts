import {
  decideRegisterChange,
  exportRegisterChanges,
  getRegisterChange,
  listRegisterChanges,
} from '../../../features/register-changes/register-changes.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const name = ({ book }: { book: string }) => `Larch Relief of ${book}`

export const registerChangesExamples: readonly Example[] = [
  example(listRegisterChanges, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshChange()
      return { query: {} }
    },
    contains: name,
  }),
  example(exportRegisterChanges, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => {
      await about.freshChange()
      return csv
    },
    contains: name,
  }),
  example(getRegisterChange, {
    needs: 'SUPER_DASHBOARD_VIEW',
    sent: async about => ({ params: { changeId: await about.freshChange() } }),
    contains: name,
  }),
  example(decideRegisterChange, {
    needs: 'CHARITY_EDIT',
    sent: async about => ({
      params: { changeId: await about.freshChange() },
      body: command({
        decision: 'continue' as const,
        reason: 'The charity told us why',
        seen: 'open' as const,
      }),
    }),
  }),
]

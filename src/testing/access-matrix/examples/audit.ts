import { exportAuditEvents, getAuditState, listAuditEvents } from '../../../features/audit/audit.contract.ts'
import { answerBookCheck, listBookChecks } from '../../../features/audit/checks/book-checks.contract.ts'
import { auditedAddress } from '../fixture.ts'
import { command, type Example, example, name } from './example.ts'

export const auditExamples: readonly Example[] = [
  example(listAuditEvents, {
    needs: 'AUDIT_VIEW',
    sent: () => ({ query: { address: auditedAddress } }),
    contains: name,
  }),
  example(exportAuditEvents, {
    needs: 'AUDIT_VIEW',
    sent: () => ({ query: { format: 'csv' as const, address: auditedAddress } }),
    contains: name,
  }),
  example(getAuditState, { needs: 'AUDIT_VIEW', sent: () => ({}) }),
  example(listBookChecks, {
    needs: 'AUDIT_VIEW',
    sent: async about => {
      await about.freshCheck()
      return {}
    },
    contains: ({ book }) => `Account of ${book}`,
  }),
  example(answerBookCheck, {
    needs: 'PERIOD_CLOSE',
    sent: async about => ({
      params: { checkId: await about.freshCheck() },
      body: command({ reason: 'Restored from the backup' }),
    }),
    contains: () => 'checkId',
  }),
]

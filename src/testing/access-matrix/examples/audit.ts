import { exportAuditEvents, getAuditState, listAuditEvents } from '../../../features/audit/audit.contract.ts'
import { auditedAddress } from '../fixture.ts'
import { type Example, example, name } from './example.ts'

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
]

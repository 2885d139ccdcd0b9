import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../audit.contract.ts'
import { exportAuditEvents } from './export-audit-events.ts'
import { getAuditState } from './get-audit-state.ts'
import { listAuditEvents } from './list-audit-events.ts'

export const auditRoutes: readonly Route[] = [
  route(contract.listAuditEvents, listAuditEvents),
  route(contract.exportAuditEvents, exportAuditEvents),
  route(contract.getAuditState, getAuditState),
]

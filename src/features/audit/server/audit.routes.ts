import { type Route, route } from '../../../server/http/route.ts'
import { exportAuditEvents, getAuditState, listAuditEvents } from '../audit.contract.ts'
import { exportAuditLog, listAuditPage, loadAuditState } from './audit-page.ts'

export const auditRoutes: readonly Route[] = [
  route(listAuditEvents, listAuditPage),
  route(exportAuditEvents, exportAuditLog),
  route(getAuditState, loadAuditState),
]

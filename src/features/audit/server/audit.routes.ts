import { type Route, route } from '../../../server/http/route.ts'
import { getAuditState, listAuditEvents } from '../audit.contract.ts'
import { listAuditPage, loadAuditState } from './audit-page.ts'

export const auditRoutes: readonly Route[] = [
  route(listAuditEvents, listAuditPage),
  route(getAuditState, loadAuditState),
]

import { type Route, route } from '../../../server/http/route.ts'
import { getAuditState, listAuditEvents } from '../audit.contract.ts'
import { auditPage, auditState } from './audit-page.ts'

export const auditRoutes: readonly Route[] = [
  route(listAuditEvents, auditPage),
  route(getAuditState, auditState),
]

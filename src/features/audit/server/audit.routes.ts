import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../audit.contract.ts'
import * as checks from '../checks/book-checks.contract.ts'
import { answerBookCheck } from '../checks/server/answer-book-check.ts'
import { listBookChecks } from '../checks/server/list-book-checks.ts'
import { exportAuditEvents } from './export-audit-events.ts'
import { getAuditState } from './get-audit-state.ts'
import { listAuditEvents } from './list-audit-events.ts'

export const auditRoutes: readonly Route[] = [
  route(contract.listAuditEvents, listAuditEvents),
  route(contract.exportAuditEvents, exportAuditEvents),
  route(contract.getAuditState, getAuditState),
  route(checks.listBookChecks, listBookChecks),
  route(checks.answerBookCheck, answerBookCheck),
]

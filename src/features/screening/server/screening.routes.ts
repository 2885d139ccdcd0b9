import { type Route, route } from '../../../server/http/route.ts'
import * as blockedProperty from '../blocked-property.contract.ts'
import * as contract from '../findings.contract.ts'
import { decideFinding } from './decide-finding.ts'
import { downloadFindingRecord } from './download-finding-record.ts'
import { exportBlockedProperty } from './export-blocked-property.ts'
import { exportFindings } from './export-findings.ts'
import { getFinding } from './get-finding.ts'
import { listBlockedProperty } from './list-blocked-property.ts'
import { listFindings } from './list-findings.ts'
import { recordFindingReport } from './record-finding-report.ts'

export const screeningRoutes: readonly Route[] = [
  route(contract.listFindings, listFindings),
  route(contract.exportFindings, exportFindings),
  route(contract.getFinding, getFinding),
  route(contract.decideFinding, decideFinding),
  route(contract.recordFindingReport, recordFindingReport),
  route(contract.downloadFindingRecord, downloadFindingRecord),
  route(blockedProperty.listBlockedProperty, listBlockedProperty),
  route(blockedProperty.exportBlockedProperty, exportBlockedProperty),
]

import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../findings.contract.ts'
import { decideFinding } from './decide-finding.ts'
import { downloadFindingRecord } from './download-finding-record.ts'
import { exportFindings } from './export-findings.ts'
import { getFinding } from './get-finding.ts'
import { listFindings } from './list-findings.ts'

export const screeningRoutes: readonly Route[] = [
  route(contract.listFindings, listFindings),
  route(contract.exportFindings, exportFindings),
  route(contract.getFinding, getFinding),
  route(contract.downloadFindingRecord, downloadFindingRecord),
  route(contract.decideFinding, decideFinding),
]

import { type Route, route } from '../../../server/http/route.ts'
import {
  assignHousehold,
  createHousehold,
  deleteHousehold,
  exportDashboardAccounts,
  getActivityReport,
  getDashboardTotals,
  listDashboardAccounts,
  listHouseholds,
  renameHousehold,
  saveActivityReport,
} from '../advisor-dashboard.contract.ts'
import { saveReport, showReport } from './activity-report.ts'
import { assign, create, remove, rename, showHouseholds } from './households.ts'
import { exportDashboard, showDashboardAccounts, showTotals } from './show-dashboard.ts'

export const advisorDashboardRoutes: readonly Route[] = [
  route(listDashboardAccounts, showDashboardAccounts),
  route(exportDashboardAccounts, exportDashboard),
  route(getDashboardTotals, showTotals),
  route(listHouseholds, showHouseholds),
  route(createHousehold, create),
  route(renameHousehold, rename),
  route(deleteHousehold, remove),
  route(assignHousehold, assign),
  route(getActivityReport, showReport),
  route(saveActivityReport, saveReport),
]

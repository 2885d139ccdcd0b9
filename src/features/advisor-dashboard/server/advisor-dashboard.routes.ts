import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../advisor-dashboard.contract.ts'
import { assignHousehold } from './assign-household.ts'
import { createHousehold } from './create-household.ts'
import { deleteHousehold } from './delete-household.ts'
import { exportDashboardAccounts } from './export-dashboard-accounts.ts'
import { getActivityReport } from './get-activity-report.ts'
import { getDashboardTotals } from './get-dashboard-totals.ts'
import { listDashboardAccounts } from './list-dashboard-accounts.ts'
import { listHouseholds } from './list-households.ts'
import { renameHousehold } from './rename-household.ts'
import { saveActivityReport } from './save-activity-report.ts'

export const advisorDashboardRoutes: readonly Route[] = [
  route(contract.listDashboardAccounts, listDashboardAccounts),
  route(contract.exportDashboardAccounts, exportDashboardAccounts),
  route(contract.getDashboardTotals, getDashboardTotals),
  route(contract.listHouseholds, listHouseholds),
  route(contract.createHousehold, createHousehold),
  route(contract.renameHousehold, renameHousehold),
  route(contract.deleteHousehold, deleteHousehold),
  route(contract.assignHousehold, assignHousehold),
  route(contract.getActivityReport, getActivityReport),
  route(contract.saveActivityReport, saveActivityReport),
]

import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../advisor-dashboard.contract.ts'
import { dashboardList } from '../dashboard.list.ts'
import { listDashboardAccounts } from './list-dashboard-accounts.ts'

export async function exportDashboardAccounts(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportDashboardAccounts>,
  context: ContextOf<typeof contract.exportDashboardAccounts>,
): Promise<Reply<typeof contract.exportDashboardAccounts>> {
  return await exportList({
    ...context,
    list: dashboardList,
    format,
    fileName: 'my-accounts',
    sheet: 'Accounts',
    readPage: page => listDashboardAccounts({ query: { ...query, ...page } }, context),
  })
}

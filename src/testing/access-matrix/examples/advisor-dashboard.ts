import type { IsoDate } from '../../../domain/dates.ts'
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
} from '../../../features/advisor-dashboard/advisor-dashboard.contract.ts'
import { command, csv, type Example, example } from './example.ts'

const view = 'ADVISOR_DASHBOARD_VIEW'
const edit = 'HOUSEHOLD_EDIT'
/** A household belongs to the person who created it. */
const own = { onlyFor: 'service_team', isHiddenFromOthers: true } as const
const report = {
  from: '2026-01-01' as IsoDate,
  to: '2026-03-31' as IsoDate,
  accounts: null,
  filter: { keywords: '', household: null, status: null, waiting: false },
}

export const advisorDashboardExamples: readonly Example[] = [
  // Staff of the realm and auditors may open it; they look after no accounts.
  example(listDashboardAccounts, { needs: view, sent: () => ({}) }),
  example(exportDashboardAccounts, { needs: view, sent: () => csv }),
  example(getDashboardTotals, { needs: view, sent: () => ({}) }),
  example(listHouseholds, { needs: view, sent: () => ({}) }),
  example(createHousehold, {
    needs: edit,
    sent: () => ({ body: command({ name: `The ${crypto.randomUUID()} family` }) }),
  }),
  example(renameHousehold, {
    needs: edit,
    ...own,
    sent: async about => ({
      params: { householdId: await about.freshHousehold() },
      body: command({ name: `The ${crypto.randomUUID()} family` }),
    }),
  }),
  example(deleteHousehold, {
    needs: edit,
    ...own,
    sent: async about => ({ params: { householdId: await about.freshHousehold() }, body: command({}) }),
  }),
  example(assignHousehold, {
    needs: edit,
    ...own,
    namesOwnInBody: true,
    sent: async ({ freshHousehold, fundId, currency }) => ({
      body: command({ householdId: await freshHousehold(), accounts: [{ fundId, currency }] }),
    }),
  }),
  example(getActivityReport, { needs: view, sent: () => ({ body: report }) }),
  example(saveActivityReport, { needs: view, sent: () => ({ body: { ...report, format: 'csv' as const } }) }),
]

import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../year-end.contract.ts'
import { exportYearEndContributions } from './export-year-end-contributions.ts'
import { exportYearEndContributors } from './export-year-end-contributors.ts'
import { exportYearEndFunds } from './export-year-end-funds.ts'
import { exportYearEndGrantees } from './export-year-end-grantees.ts'
import { exportYearEndGrants } from './export-year-end-grants.ts'
import { getYearEnd } from './get-year-end.ts'
import { listYearEndContributions } from './list-year-end-contributions.ts'
import { listYearEndContributors } from './list-year-end-contributors.ts'
import { listYearEndFunds } from './list-year-end-funds.ts'
import { listYearEndGrantees } from './list-year-end-grantees.ts'
import { listYearEndGrants } from './list-year-end-grants.ts'

export const yearEndRoutes: readonly Route[] = [
  route(contract.getYearEnd, getYearEnd),
  route(contract.listYearEndFunds, listYearEndFunds),
  route(contract.exportYearEndFunds, exportYearEndFunds),
  route(contract.listYearEndGrantees, listYearEndGrantees),
  route(contract.exportYearEndGrantees, exportYearEndGrantees),
  route(contract.listYearEndContributors, listYearEndContributors),
  route(contract.exportYearEndContributors, exportYearEndContributors),
  route(contract.listYearEndGrants, listYearEndGrants),
  route(contract.exportYearEndGrants, exportYearEndGrants),
  route(contract.listYearEndContributions, listYearEndContributions),
  route(contract.exportYearEndContributions, exportYearEndContributions),
]

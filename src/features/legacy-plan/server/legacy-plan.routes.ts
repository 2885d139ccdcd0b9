import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../legacy-plan.contract.ts'
import { exportSuccessors } from './export-successors.ts'
import { getLegacyPlan } from './get-legacy-plan.ts'
import { listPlanVersions } from './list-plan-versions.ts'
import { listSuccessors } from './list-successors.ts'
import { saveLegacyPlan } from './save-legacy-plan.ts'
import { setEndowment } from './set-endowment.ts'

export const legacyPlanRoutes: readonly Route[] = [
  route(contract.listSuccessors, listSuccessors),
  route(contract.exportSuccessors, exportSuccessors),
  route(contract.getLegacyPlan, getLegacyPlan),
  route(contract.listPlanVersions, listPlanVersions),
  route(contract.saveLegacyPlan, saveLegacyPlan),
  route(contract.setEndowment, setEndowment),
]

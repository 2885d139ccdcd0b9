import { type Route, route } from '../../../server/http/route.ts'
import {
  exportSuccessors,
  getLegacyPlan,
  listPlanVersions,
  listSuccessors,
  saveLegacyPlan,
  setEndowment,
} from '../legacy-plan.contract.ts'
import { savePlan } from './save-plan.ts'
import { changeEndowment } from './set-endowment.ts'
import { showLegacyPlan, showPlanVersions } from './show-plan.ts'
import { exportShownSuccessors, showSuccessors } from './show-successors.ts'

export const legacyPlanRoutes: readonly Route[] = [
  route(listSuccessors, showSuccessors),
  route(exportSuccessors, exportShownSuccessors),
  route(getLegacyPlan, showLegacyPlan),
  route(listPlanVersions, showPlanVersions),
  route(saveLegacyPlan, savePlan),
  route(setEndowment, changeEndowment),
]

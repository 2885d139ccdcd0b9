import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../month-end.contract.ts'
import { exportFundRollForward } from './export-fund-roll-forward.ts'
import { exportTrialBalance } from './export-trial-balance.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { listFundRollForward } from './list-fund-roll-forward.ts'

export const monthEndRoutes: readonly Route[] = [
  route(contract.getTrialBalance, getTrialBalance),
  route(contract.exportTrialBalance, exportTrialBalance),
  route(contract.listFundRollForward, listFundRollForward),
  route(contract.exportFundRollForward, exportFundRollForward),
]

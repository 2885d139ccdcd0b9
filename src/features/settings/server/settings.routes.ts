import { type Route, route } from '../../../server/http/route.ts'
import * as endingsContract from '../endings.contract.ts'
import * as contract from '../settings.contract.ts'
import { changeGrantDays } from './change-grant-days.ts'
import { changeSupportHours } from './change-support-hours.ts'
import { confirmThreshold } from './confirm-threshold.ts'
import { declineThreshold } from './decline-threshold.ts'
import { getSettings } from './get-settings.ts'
import { listEndings } from './list-endings.ts'
import { proposeThreshold } from './propose-threshold.ts'

export const settingsRoutes: readonly Route[] = [
  route(contract.getSettings, getSettings),
  route(contract.changeSupportHours, changeSupportHours),
  route(contract.changeGrantDays, changeGrantDays),
  route(contract.proposeThreshold, proposeThreshold),
  route(contract.confirmThreshold, confirmThreshold),
  route(contract.declineThreshold, declineThreshold),
  route(endingsContract.listEndings, listEndings),
]

import { type Route, route } from '../../../../server/http/route.ts'
import {
  addOneTimeCode,
  addPasskey,
  deleteAllDevices,
  deleteDevice,
  getFactors,
  listDevices,
  makeBackupCodes,
  removeFactor,
  startOneTimeCode,
  startPasskey,
} from '../factors.contract.ts'
import {
  addOwnOneTimeCode,
  addOwnPasskey,
  makeOwnBackupCodes,
  startOwnOneTimeCode,
  startOwnPasskey,
} from './add-own-factor.ts'
import { deleteOwnDevice, deleteOwnDevices, devicesOfCaller } from './devices.ts'
import { factorsOfCaller } from './list-factors.ts'
import { removeOwnFactor } from './remove-factor.ts'

export const factorsRoutes: readonly Route[] = [
  route(getFactors, factorsOfCaller),
  route(startPasskey, startOwnPasskey),
  route(addPasskey, addOwnPasskey),
  route(startOneTimeCode, startOwnOneTimeCode),
  route(addOneTimeCode, addOwnOneTimeCode),
  route(makeBackupCodes, makeOwnBackupCodes),
  route(removeFactor, removeOwnFactor),
  route(listDevices, devicesOfCaller),
  route(deleteDevice, deleteOwnDevice),
  route(deleteAllDevices, deleteOwnDevices),
]

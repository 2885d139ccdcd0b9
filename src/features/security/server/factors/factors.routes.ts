import { type Route, route } from '../../../../server/http/route.ts'
import {
  addOneTimeCode,
  addPasskey,
  beginOneTimeCode,
  beginPasskey,
  forgetDevice,
  forgetDevices,
  getFactors,
  listDevices,
  makeBackupCodes,
  removeFactor,
  renamePasskey,
} from '../../factors.contract.ts'
import {
  addOwnOneTimeCode,
  addOwnPasskey,
  beginOwnOneTimeCode,
  beginOwnPasskey,
  makeOwnBackupCodes,
} from './add-own-factor.ts'
import { devicesOfCaller, forgetDeviceOfCaller, forgetDevicesOfCaller } from './devices.ts'
import { factorsOfCaller, renameOwnPasskey } from './list-factors.ts'
import { removeOwnFactor } from './remove-factor.ts'

export const factorsRoutes: readonly Route[] = [
  route(getFactors, factorsOfCaller),
  route(beginPasskey, beginOwnPasskey),
  route(addPasskey, addOwnPasskey),
  route(renamePasskey, renameOwnPasskey),
  route(beginOneTimeCode, beginOwnOneTimeCode),
  route(addOneTimeCode, addOwnOneTimeCode),
  route(makeBackupCodes, makeOwnBackupCodes),
  route(removeFactor, removeOwnFactor),
  route(listDevices, devicesOfCaller),
  route(forgetDevice, forgetDeviceOfCaller),
  route(forgetDevices, forgetDevicesOfCaller),
]

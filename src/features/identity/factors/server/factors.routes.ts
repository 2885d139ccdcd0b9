import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../factors.contract.ts'
import { addOneTimeCode } from './add-one-time-code.ts'
import { addPasskey } from './add-passkey.ts'
import { deleteAllDevices } from './delete-all-devices.ts'
import { deleteDevice } from './delete-device.ts'
import { getFactors } from './get-factors.ts'
import { listDevices } from './list-devices.ts'
import { makeBackupCodes } from './make-backup-codes.ts'
import { removeFactor } from './remove-factor.ts'
import { startOneTimeCode } from './start-one-time-code.ts'
import { startPasskey } from './start-passkey.ts'

export const factorsRoutes: readonly Route[] = [
  route(contract.getFactors, getFactors),
  route(contract.startPasskey, startPasskey),
  route(contract.addPasskey, addPasskey),
  route(contract.startOneTimeCode, startOneTimeCode),
  route(contract.addOneTimeCode, addOneTimeCode),
  route(contract.makeBackupCodes, makeBackupCodes),
  route(contract.removeFactor, removeFactor),
  route(contract.listDevices, listDevices),
  route(contract.deleteDevice, deleteDevice),
  route(contract.deleteAllDevices, deleteAllDevices),
]

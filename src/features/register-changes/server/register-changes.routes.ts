import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../register-changes.contract.ts'
import { decideRegisterChange } from './decide-register-change.ts'
import { exportRegisterChanges } from './export-register-changes.ts'
import { getRegisterChange } from './get-register-change.ts'
import { listRegisterChanges } from './list-register-changes.ts'

export const registerChangesRoutes: readonly Route[] = [
  route(contract.listRegisterChanges, listRegisterChanges),
  route(contract.exportRegisterChanges, exportRegisterChanges),
  route(contract.getRegisterChange, getRegisterChange),
  route(contract.decideRegisterChange, decideRegisterChange),
]

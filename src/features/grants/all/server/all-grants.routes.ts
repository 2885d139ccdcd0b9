import { type Route, route } from '../../../../server/http/route.ts'
import * as contract from '../all-grants.contract.ts'
import { exportAllGrants } from './export-all-grants.ts'
import { listAllGrants } from './list-all-grants.ts'

export const allGrantsRoutes: readonly Route[] = [
  route(contract.listAllGrants, listAllGrants),
  route(contract.exportAllGrants, exportAllGrants),
]

import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../statements.contract.ts'
import { saveStatement } from './save-statement.ts'

export const statementsRoutes: readonly Route[] = [route(contract.saveStatement, saveStatement)]

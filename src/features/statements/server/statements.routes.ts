import { type Route, route } from '../../../server/http/route.ts'
import { saveStatement } from '../statements.contract.ts'
import { saveShownStatement } from './save-statement.ts'

export const statementsRoutes: readonly Route[] = [route(saveStatement, saveShownStatement)]

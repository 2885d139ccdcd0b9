import { type Route, route } from '../../../server/http/route.ts'
import * as contract from '../home.contract.ts'
import { getHome } from './get-home.ts'

export const homeRoutes: readonly Route[] = [route(contract.getHome, getHome)]

import { type Route, route } from '../../../server/http/route.ts'
import { getHome } from '../home.contract.ts'
import { showHome } from './show-home.ts'

export const homeRoutes: readonly Route[] = [route(getHome, showHome)]

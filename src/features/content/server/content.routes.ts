import { type Route, route } from '../../../server/http/route.ts'
import { getContent } from '../content.contract.ts'
import { showContent } from './get-content.ts'

export const contentRoutes: readonly Route[] = [route(getContent, showContent)]

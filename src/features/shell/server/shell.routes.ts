import { type Route, route } from '../../../server/http/route.ts'
import { programVersion } from '../../../server/program-version.ts'
import { getClientContext, getVersion } from '../shell.contract.ts'
import { clientContextOf } from './client-context.ts'

export const shellRoutes: readonly Route[] = [
  route(getClientContext, async (_given, context) => clientContextOf(context)),
  route(getVersion, async () => programVersion),
]

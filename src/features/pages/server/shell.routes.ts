import * as contract from '../../../contract/client-context.contract.ts'
import { type Route, route } from '../../../server/http/route.ts'
import { programVersion } from '../../../server/program-version.ts'
import { clientContextOf } from './client-context.ts'

export const shellRoutes: readonly Route[] = [
  route(contract.getClientContext, async (_input, context) => clientContextOf(context)),
  route(contract.getVersion, async () => programVersion),
]

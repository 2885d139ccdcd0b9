import { type Route, route } from '../../../../server/http/route.ts'
import { getStepUpOptions } from '../../step-up/server/get-step-up-options.ts'
import { stepUp } from '../../step-up/server/step-up.ts'
import * as stepUpContract from '../../step-up/step-up.contract.ts'
import * as sessionsContract from '../sessions.contract.ts'
import { endOneSession } from './end-one-session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { listLogins } from './list-logins.ts'
import { listSessions } from './list-sessions.ts'

export const securityRoutes: readonly Route[] = [
  route(stepUpContract.getStepUpOptions, getStepUpOptions),
  route(stepUpContract.stepUp, stepUp),
  route(sessionsContract.listSessions, listSessions),
  route(sessionsContract.listLogins, listLogins),
  route(sessionsContract.endOneSession, endOneSession),
  route(sessionsContract.endOtherSessions, endOtherSessions),
]

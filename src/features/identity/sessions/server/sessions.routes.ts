import { type Route, route } from '../../../../server/http/route.ts'
import { confirmIdentity, offerStepUpMethods } from '../../step-up/server/step-up.ts'
import { getStepUpOptions, stepUp } from '../../step-up/step-up.contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '../sessions.contract.ts'
import { endOtherSessionsOfCaller, endSessionOfCaller, sessionsOfCaller } from './sessions.ts'

export const securityRoutes: readonly Route[] = [
  route(getStepUpOptions, offerStepUpMethods),
  route(stepUp, confirmIdentity),
  route(listSessions, sessionsOfCaller),
  route(endOneSession, endSessionOfCaller),
  route(endOtherSessions, endOtherSessionsOfCaller),
]

import { type Route, route } from '../../../server/http/route.ts'
import {
  endSession,
  getSession,
  logIn,
  obtainToken,
  refreshSession,
  ssoVerify,
  validateSsoId,
} from '../sign-in.contract.ts'
import { logOut, tokenForNewTab } from './end-session.ts'
import { takePassword } from './log-in.ts'
import { sessionFactsOf, verifySso } from './session-facts.ts'
import { beginSession } from './validate-sso-id.ts'

export const signInRoutes: readonly Route[] = [
  route(logIn, takePassword),
  route(validateSsoId, beginSession),
  route(ssoVerify, verifySso),
  route(getSession, sessionFactsOf),
  route(obtainToken, tokenForNewTab),
  // The pipeline has extended the session by the time that the handler is reached.
  route(refreshSession, async () => ({})),
  route(endSession, logOut),
]

import { type Route, route } from '../../../server/http/route.ts'
import {
  beginSetUp,
  endSession,
  finishSetUp,
  getSession,
  giveFactor,
  logIn,
  logInByPasskey,
  obtainToken,
  openTab,
  refreshSession,
  requestPasskey,
  ssoVerify,
  validateSsoId,
} from '../sign-in.contract.ts'
import { logOut, tokenForNewTab } from './end-session.ts'
import { passkeyRequestForSignIn, takeFactor, takePasskey } from './log-in/give-factor.ts'
import { takePassword } from './log-in/log-in.ts'
import { addFirstFactor, beginFirstFactor } from './log-in/set-up-factor.ts'
import { openTabOf } from './open-tab.ts'
import { sessionFactsOf, verifySso } from './session-facts.ts'
import { beginSession } from './validate-sso-id.ts'

export const signInRoutes: readonly Route[] = [
  route(logIn, takePassword),
  route(giveFactor, takeFactor),
  route(requestPasskey, passkeyRequestForSignIn),
  route(logInByPasskey, takePasskey),
  route(beginSetUp, beginFirstFactor),
  route(finishSetUp, addFirstFactor),
  route(validateSsoId, beginSession),
  route(ssoVerify, verifySso),
  route(getSession, sessionFactsOf),
  route(obtainToken, tokenForNewTab),
  route(openTab, openTabOf),
  // The pipeline has extended the session by the time that the handler is reached.
  route(refreshSession, async () => ({})),
  route(endSession, logOut),
]

import { chooseCurrency, setRememberCurrency } from '../../../../contract/currency.contract.ts'
import {
  endSession,
  getSession,
  obtainToken,
  openTab,
  refreshSession,
} from '../../../../contract/session.contract.ts'
import { type Route, route } from '../../../../server/http/route.ts'
import {
  finishSetUp,
  logIn,
  logInByPasskey,
  requestPasskey,
  ssoVerify,
  startSetUp,
  validateSsoId,
  verifySecondFactor,
} from '../sign-in.contract.ts'
import { type ClientContextOf, rememberCurrency, switchCurrency } from './choose-currency.ts'
import { logOut, tokenForNewTab } from './end-session.ts'
import { acceptPassword } from './log-in.ts'
import { openTabOf } from './open-tab.ts'
import { sessionFactsOf, verifySso } from './session-facts.ts'
import { addFirstFactor, startFirstFactor } from './set-up-factor.ts'
import { createSession } from './validate-sso-id.ts'
import { acceptFactor, acceptPasskey, passkeyRequestForSignIn } from './verify-second-factor.ts'

/** `clientContextOf` is handed in, because it belongs to pages, which are above identity. */
export const signInRoutes = (clientContextOf: ClientContextOf): readonly Route[] => [
  route(logIn, acceptPassword),
  route(verifySecondFactor, acceptFactor),
  route(requestPasskey, passkeyRequestForSignIn),
  route(logInByPasskey, acceptPasskey),
  route(startSetUp, startFirstFactor),
  route(finishSetUp, addFirstFactor),
  route(validateSsoId, createSession),
  route(ssoVerify, verifySso),
  route(getSession, sessionFactsOf),
  route(obtainToken, tokenForNewTab),
  route(openTab, openTabOf),
  route(chooseCurrency, (input, context) => switchCurrency(input, context, clientContextOf)),
  route(setRememberCurrency, rememberCurrency),
  // The pipeline has already extended the session.
  route(refreshSession, async () => ({})),
  route(endSession, logOut),
]

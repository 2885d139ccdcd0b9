import * as currencyContract from '../../../../contract/currency.contract.ts'
import * as openSessionContract from '../../../../contract/open-session.contract.ts'
import * as sessionContract from '../../../../contract/session.contract.ts'
import { type Route, route } from '../../../../server/http/route.ts'
import * as signInContract from '../sign-in.contract.ts'
import { type ClientContextOf, switchCurrency } from './choose-currency.ts'
import { endSession } from './end-session.ts'
import { finishSetUp } from './finish-set-up.ts'
import { getBackupKey } from './get-backup-key.ts'
import { getSession } from './get-session.ts'
import { logIn } from './log-in.ts'
import { logInByPasskey } from './log-in-by-passkey.ts'
import { obtainToken } from './obtain-token.ts'
import { openTab } from './open-tab.ts'
import { requestPasskey } from './request-passkey.ts'
import { setRememberCurrency } from './set-remember-currency.ts'
import { ssoVerify } from './sso-verify.ts'
import { startSetUp } from './start-set-up.ts'
import { validateSsoId } from './validate-sso-id.ts'
import { verifySecondFactor } from './verify-second-factor.ts'

/** `clientContextOf` is handed in, because it belongs to pages, which are above identity. */
export const signInRoutes = (clientContextOf: ClientContextOf): readonly Route[] => [
  route(signInContract.logIn, logIn),
  route(signInContract.verifySecondFactor, verifySecondFactor),
  route(signInContract.requestPasskey, requestPasskey),
  route(signInContract.logInByPasskey, logInByPasskey),
  route(signInContract.startSetUp, startSetUp),
  route(signInContract.finishSetUp, finishSetUp),
  route(signInContract.validateSsoId, validateSsoId),
  route(signInContract.ssoVerify, ssoVerify),
  route(sessionContract.getSession, getSession),
  route(openSessionContract.getBackupKey, getBackupKey),
  route(sessionContract.obtainToken, obtainToken),
  route(sessionContract.openTab, openTab),
  route(currencyContract.chooseCurrency, (input, context) => switchCurrency(input, context, clientContextOf)),
  route(currencyContract.setRememberCurrency, setRememberCurrency),
  // The pipeline has already extended the session.
  route(openSessionContract.refreshSession, async () => ({})),
  route(sessionContract.endSession, endSession),
]

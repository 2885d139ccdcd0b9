import { randomUUID } from 'node:crypto'
import { chooseCurrency, setRememberCurrency } from '../../../contract/currency.contract.ts'
import { getBackupKey, refreshSession } from '../../../contract/open-session.contract.ts'
import { endSession, getSession, obtainToken, openTab } from '../../../contract/session.contract.ts'
import {
  finishSetUp,
  logIn,
  logInByPasskey,
  requestPasskey,
  ssoVerify,
  startSetUp,
  validateSsoId,
  verifySecondFactor,
} from '../../../features/identity/login/sign-in.contract.ts'
import { type Example, example } from './example.ts'

/** A well-formed passkey answer without a valid signature. */
export const noAnswer = {
  id: 'none',
  rawId: 'none',
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
}

export const signInExamples: readonly Example[] = [
  example(logIn, {
    needs: 'public',
    sent: () => ({ body: { userId: 'nobody', password: 'of importance' } }),
    // No sign-in has been started.
    status: 409,
  }),
  example(verifySecondFactor, {
    needs: 'public',
    sent: () => ({ body: { factor: { kind: 'code' as const, code: '123456' } } }),
    status: 409,
  }),
  example(requestPasskey, {
    needs: 'public',
    sent: () => ({ body: { step: 'first' as const } }),
    status: 409,
  }),
  example(logInByPasskey, { needs: 'public', sent: () => ({ body: { answer: noAnswer } }), status: 409 }),
  example(startSetUp, { needs: 'public', sent: () => ({ body: { kind: 'code' as const } }), status: 409 }),
  example(finishSetUp, {
    needs: 'public',
    sent: () => ({ body: { kind: 'code' as const, setUpId: randomUUID(), code: '123456' } }),
    status: 409,
  }),
  example(validateSsoId, {
    needs: 'public',
    sent: () => ({ body: { code: 'none', state: 'none', iss: 'none' } }),
    status: 409,
  }),
  example(obtainToken, { needs: 'public', sent: () => ({}) }),
  example(openTab, { needs: 'public', sent: () => ({ body: { lastUsed: {} } }) }),
  // This client has one book, so there is nothing to choose.
  example(chooseCurrency, { needs: 'signed-in', sent: () => ({ body: {} }), status: 404 }),
  example(setRememberCurrency, {
    needs: 'signed-in',
    sent: () => ({ body: { rememberCurrency: true } }),
    status: 404,
  }),
  example(ssoVerify, { needs: 'session', sent: () => ({}), contains: () => 'scope' }),
  example(getSession, { needs: 'session', sent: () => ({}), contains: () => 'actions' }),
  example(getBackupKey, { needs: 'session', sent: () => ({}), contains: () => 'key' }),
  example(refreshSession, { needs: 'session', sent: () => ({}) }),
  example(endSession, { needs: 'session', sent: () => ({}) }),
]

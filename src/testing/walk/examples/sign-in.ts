import { randomUUID } from 'node:crypto'
import { getClientContext, getVersion } from '../../../features/shell/shell.contract.ts'
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
} from '../../../features/sign-in/sign-in.contract.ts'
import { type Example, example } from './example.ts'

/** Well formed, and signed by nobody. */
export const noAnswer = {
  id: 'none',
  rawId: 'none',
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
}

export const signInExamples: readonly Example[] = [
  example(getClientContext, { needs: 'public', sent: () => ({}) }),
  example(getVersion, { needs: 'public', sent: () => ({}) }),
  example(logIn, {
    needs: 'public',
    sent: () => ({ body: { userId: 'nobody', password: 'of importance' } }),
    // No sign-in has been begun.
    answers: 409,
  }),
  example(giveFactor, {
    needs: 'public',
    sent: () => ({ body: { factor: { kind: 'code' as const, code: '123456' } } }),
    answers: 409,
  }),
  example(requestPasskey, {
    needs: 'public',
    sent: () => ({ body: { step: 'first' as const } }),
    answers: 409,
  }),
  example(logInByPasskey, { needs: 'public', sent: () => ({ body: { answer: noAnswer } }), answers: 409 }),
  example(beginSetUp, { needs: 'public', sent: () => ({ body: { kind: 'code' as const } }), answers: 409 }),
  example(finishSetUp, {
    needs: 'public',
    sent: () => ({ body: { kind: 'code' as const, setUpId: randomUUID(), code: '123456' } }),
    answers: 409,
  }),
  example(validateSsoId, {
    needs: 'public',
    sent: () => ({ body: { code: 'none', state: 'none', iss: 'none' } }),
    answers: 409,
  }),
  example(obtainToken, { needs: 'public', sent: () => ({}) }),
  example(openTab, { needs: 'public', sent: () => ({ body: { lastUsed: {} } }) }),
  example(ssoVerify, { needs: 'session', sent: () => ({}), tells: () => 'scope' }),
  example(getSession, { needs: 'session', sent: () => ({}), tells: () => 'actions' }),
  example(refreshSession, { needs: 'session', sent: () => ({}) }),
  example(endSession, { needs: 'session', sent: () => ({}) }),
]

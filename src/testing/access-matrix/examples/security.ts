import { randomUUID } from 'node:crypto'
import {
  addOneTimeCode,
  addPasskey,
  deleteAllDevices,
  deleteDevice,
  getFactors,
  listDevices,
  makeBackupCodes,
  removeFactor,
  startOneTimeCode,
  startPasskey,
} from '../../../features/identity/factors/factors.contract.ts'
import {
  changePassword,
  checkPasswordLink,
  requestPasswordLink,
  requestUserIds,
  setPasswordByLink,
} from '../../../features/identity/passwords/password.contract.ts'
import {
  endOneSession,
  endOtherSessions,
  listLogins,
  listSessions,
} from '../../../features/identity/sessions/sessions.contract.ts'
import { getStepUpOptions, stepUp } from '../../../features/identity/step-up/step-up.contract.ts'
import { confirmEmailChange, requestEmailChange } from '../../../features/people/email/email.contract.ts'
import { updateProfile } from '../../../features/people/profile/details.contract.ts'
import {
  getProfile,
  setDefaultAccount,
  setGrantNaming,
  setNotice,
} from '../../../features/people/profile/profile.contract.ts'
import { command, type Example, example } from './example.ts'
import { noAnswer } from './sign-in.ts'

/** The token of a link that was never sent. */
const noLink = 'n'.repeat(43)
const noPasskey = { ...noAnswer, response: { clientDataJSON: 'none', attestationObject: 'none' } }

const details = {
  title: '',
  firstName: 'Margaret',
  middleName: '',
  lastName: 'Ellison',
  suffix: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  province: '',
  postalCode: '',
  country: 'US',
  phoneCountryCode: 'US',
  phone: '',
  alternatePhoneCountryCode: 'US',
  alternatePhone: '',
}

export const securityExamples: readonly Example[] = [
  example(getProfile, { needs: 'signed-in', sent: () => ({}), contains: () => 'lastName' }),
  example(updateProfile, {
    needs: 'signed-in',
    sent: () => ({ body: command({ details, revision: 99 }) }),
    // The server has not returned a revision that high.
    status: 409,
  }),
  example(setGrantNaming, {
    needs: 'signed-in',
    sent: () => ({ body: command({ grantNaming: 'anonymous' as const }) }),
  }),
  example(setNotice, {
    needs: 'signed-in',
    sent: () => ({ body: command({ kind: 'grant-paid' as const, isOn: true }) }),
  }),
  example(setDefaultAccount, {
    needs: 'signed-in',
    sent: () => ({ body: command({ fundId: null }) }),
  }),
  example(getStepUpOptions, { needs: 'session', sent: () => ({}) }),
  example(stepUp, {
    needs: 'session',
    sent: () => ({ body: command({ kind: 'password' as const, password: 'not theirs' }) }),
    status: 400,
  }),
  example(listLogins, { needs: 'signed-in', sent: () => ({}) }),
  example(listSessions, { needs: 'signed-in', sent: () => ({}) }),
  example(endOneSession, {
    needs: 'signed-in',
    sent: () => ({ params: { sessionId: randomUUID() } }),
  }),
  example(endOtherSessions, { needs: 'signed-in', sent: () => ({}) }),
  example(getFactors, { needs: 'signed-in', sent: () => ({}), contains: () => 'isRequired' }),
  example(startPasskey, { needs: 'signed-in', sent: () => ({}) }),
  example(addPasskey, {
    needs: 'signed-in',
    sent: () => ({ body: command({ passkey: noPasskey }) }),
    status: 400,
  }),
  example(startOneTimeCode, { needs: 'signed-in', sent: () => ({}), contains: () => 'otpauth' }),
  example(addOneTimeCode, {
    needs: 'signed-in',
    sent: () => ({ body: command({ setUpId: randomUUID(), code: '123456' }) }),
    status: 400,
  }),
  example(makeBackupCodes, { needs: 'signed-in', sent: () => ({}) }),
  example(removeFactor, {
    needs: 'signed-in',
    sent: () => ({ body: command({ kind: 'passkey' as const, passkeyId: randomUUID() }) }),
    status: 404,
  }),
  example(listDevices, { needs: 'signed-in', sent: () => ({}) }),
  example(deleteDevice, {
    needs: 'signed-in',
    sent: () => ({ params: { deviceId: randomUUID() } }),
    status: 404,
  }),
  example(deleteAllDevices, { needs: 'signed-in', sent: () => ({}) }),
  example(requestPasswordLink, {
    needs: 'public',
    sent: () => ({ body: { userId: `nobody-${randomUUID()}` } }),
  }),
  example(requestUserIds, {
    needs: 'public',
    sent: () => ({ body: { email: `${randomUUID()}@npt.example` } }),
  }),
  example(checkPasswordLink, { needs: 'public', sent: () => ({ body: { token: noLink } }), status: 409 }),
  example(setPasswordByLink, {
    needs: 'public',
    sent: () => ({ body: { token: noLink, password: 'seven quiet otters read' } }),
    status: 409,
  }),
  example(changePassword, {
    needs: 'signed-in',
    sent: () => ({ body: { currentPassword: 'not theirs', newPassword: 'seven quiet otters read' } }),
    status: 400,
  }),
  example(requestEmailChange, {
    needs: 'session',
    sent: () => ({ body: { email: `${randomUUID()}@npt.example` } }),
  }),
  example(confirmEmailChange, {
    needs: 'session',
    sent: () => ({ body: { code: 'not digits' } }),
    status: 400,
  }),
]

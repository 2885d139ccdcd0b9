import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import {
  availableFactors,
  deviceRegistration,
  oneTimeCodeConfirmation,
  oneTimeCodeSetUp,
  verifyFactorBody,
} from '../../../contract/factors.ts'
import { sessionFacts } from '../../../contract/session.contract.ts'
import { newPasskey, passkeyCreation, passkeyRequest, passkeyResponse } from '../../../contract/webauthn.ts'
import { enteredPassword, enteredUserId } from '../domain/credentials.ts'

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))

const factorStep = z.object({ step: z.literal('factor'), offer: availableFactors })
const done = z.object({
  step: z.literal('done'),
  /** Where the browser continues, on this origin. Null with `direct`, where this reply contains the session. */
  redirectTo: z.nullable(z.string()),
  /** A device that will skip the second factor, stored in sessionStorage (§11); null if none was registered. */
  device: z.nullable(deviceRegistration),
})

/** The step after the password. Disclosed only once the password was correct. */
const nextStep = z.discriminatedUnion('step', [
  done,
  factorStep,
  /** The person must have a second factor but has none, and sets one up before the login completes. */
  z.object({ step: z.literal('set-up') }),
])
export type NextStep = z.output<typeof nextStep>

const withFactor = {
  factor: verifyFactorBody,
  /** Whether this person skips the second factor in this browser for 30 days. */
  rememberDevice: z.optional(z.boolean()),
}

/** Called by the login screen. Finishes the embedded provider's open interaction, which its cookie identifies. */
export const logIn = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login',
  summary:
    'Logs in with user ID and password, for the sign-in request of this browser or, with `direct`, for a session',
  access: 'public',
  records: ['password-accepted', 'password-refused', 'sign-in-rate-limited', 'sign-in-refused'],
  body: z.object({
    userId: enteredUserId,
    password: enteredPassword,
    factor: z.optional(withFactor.factor),
    rememberDevice: withFactor.rememberDevice,
    /** For callers that cannot follow redirects: the reply itself carries the session's cookie and token. */
    direct: z.optional(z.boolean()),
  }),
  reply: nextStep,
})

export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/factor',
  summary: 'Verifies the second factor after a correct password',
  access: 'public',
  records: ['factor-accepted', 'factor-refused', 'sign-in-rate-limited', 'device-remembered'],
  body: z.object(withFactor),
  reply: done,
})

/** As the first step any passkey may be used; as the second, only those of the person whose password was verified. */
export const requestPasskey = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/passkey-request',
  summary: 'Returns the options for a passkey prompt of this browser’s sign-in request',
  access: 'public',
  body: z.object({ step: z.enum(['first', 'second']) }),
  reply: z.object({ passkeyRequest }),
})

/** A passkey replaces user ID and password: it is possessed, and the device verifies its owner. */
export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/passkey',
  summary: 'Logs in with a passkey, for the sign-in request of this browser',
  access: 'public',
  records: ['factor-accepted', 'factor-refused', 'sign-in-refused'],
  body: z.object({ answer: passkeyResponse }),
  reply: done,
})

export const startSetUp = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/set-up/start',
  summary: 'Starts setting up a second factor for a person who must have one',
  access: 'public',
  body: z.object({ kind: z.enum(['passkey', 'code']) }),
  reply: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passkey'), creation: passkeyCreation }),
    z.object({ kind: z.literal('code'), setUp: oneTimeCodeSetUp }),
  ]),
})

export const finishSetUp = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/set-up',
  summary:
    'Adds the second factor and completes the login; returns ten backup codes, shown only in this reply',
  access: 'public',
  records: ['factor-added', 'factor-accepted', 'factor-refused', 'device-remembered'],
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passkey'), passkey: newPasskey }),
    z.object({ kind: z.literal('code'), ...oneTimeCodeConfirmation.shape }),
  ]),
  reply: z.object({ redirectTo: z.string(), backupCodes: z.array(z.string()) }),
})

/** The first condition of §4: the provider's response is valid and identifies a person of the realm. Creates their session. */
export const validateSsoId = endpoint({
  method: 'POST',
  path: '/api/User/ValidateSsoId',
  summary: 'Exchanges the identity provider’s response for a session: a cookie and a bearer token',
  access: 'public',
  records: ['signed-in', 'sign-in-refused', 'identity-linked', 'session-ended'],
  /** Required only of providers that announce it (RFC 9207). */
  body: z.object({ code: text(4000), state: text(200), iss: z.optional(text(1000)) }),
  reply: z.object({ returnTo: z.string() }),
})

/** The second condition of §4: roles are delivered. */
export const ssoVerify = endpoint({
  method: 'POST',
  path: '/api/Authentication/SsoVerify',
  summary: 'Returns the scopes and actions of the person who has just logged in',
  access: 'session',
  reply: sessionFacts,
  silent: true,
})

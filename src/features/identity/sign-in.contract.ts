import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import {
  deviceRegistration,
  factorOffer,
  oneTimeCodeConfirmation,
  oneTimeCodeSetUp,
  verifyFactorBody,
} from '../../contract/factors.ts'
import { sessionFacts } from '../../contract/session.contract.ts'
import { newPasskey, passkeyAnswer, passkeyCreation, passkeyRequest } from '../../contract/webauthn.ts'

const typed = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))

const factorStep = z.object({ step: z.literal('factor'), offer: factorOffer })
const done = z.object({
  step: z.literal('done'),
  /** Of this very origin: where the browser goes on. Null where it is signed in by this very answer (`direct`). */
  redirectTo: z.nullable(z.string()),
  /** The registration of a device that skips the second factor; sessionStorage keeps it (§11). */
  device: z.nullable(deviceRegistration),
})

/** What comes after the password. Nobody is told anything of it before they have given the right one. */
const nextStep = z.discriminatedUnion('step', [
  done,
  factorStep,
  /** This person must have a second factor and has none: they set one up before they are let in. */
  z.object({ step: z.literal('set-up') }),
])
export type NextStep = z.output<typeof nextStep>

const withFactor = {
  factor: verifyFactorBody,
  /** Whether this browser skips the second factor of this person for 30 days. */
  rememberDevice: z.optional(z.boolean()),
}

/** The login workflow's own screen posts here: it finishes the provider's open interaction, which its cookie names. */
export const logIn = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login',
  summary:
    'Takes user id and password for the sign-in that this browser has begun, or, with `direct`, for a session',
  access: 'public',
  body: z.object({
    userId: typed(200),
    password: typed(500),
    factor: z.optional(withFactor.factor),
    rememberDevice: withFactor.rememberDevice,
    /** For callers without a browser's way to the provider: the answer itself is the session's cookie and token. */
    direct: z.optional(z.boolean()),
  }),
  reply: nextStep,
})

/** The second factor of a sign-in whose password was right. */
export const verifySecondFactor = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/factor',
  summary: 'Takes the second factor for the sign-in whose password was right',
  access: 'public',
  body: z.object(withFactor),
  reply: done,
})

/** As the first step it is for whichever passkey the person picks; as the second, for those of whose password was right. */
export const requestPasskey = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/passkey-request',
  summary: 'What the browser needs to ask for a passkey, for the sign-in that it has begun',
  access: 'public',
  body: z.object({ step: z.enum(['first', 'second']) }),
  reply: z.object({ passkeyRequest }),
})

/** A passkey instead of user id and password: it is something one has, and its owner was verified. */
export const logInByPasskey = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/passkey',
  summary: 'Takes a passkey for the sign-in that this browser has begun',
  access: 'public',
  body: z.object({ answer: passkeyAnswer }),
  reply: done,
})

export const startSetUp = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login/set-up/begin',
  summary: 'Begins to set up the first second factor of somebody who must have one',
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
  summary: 'Adds the first second factor and finishes the sign-in; gives ten backup codes, told this once',
  access: 'public',
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passkey'), passkey: newPasskey }),
    z.object({ kind: z.literal('code'), ...oneTimeCodeConfirmation.shape }),
  ]),
  reply: z.object({ redirectTo: z.string(), backupCodes: z.array(z.string()) }),
})

/** §4, the first condition: the provider's answer is good and names a person of the realm; their session begins. */
export const validateSsoId = endpoint({
  method: 'POST',
  path: '/api/User/ValidateSsoId',
  summary: 'Exchanges what the identity provider gave the browser for a session: a cookie and a bearer token',
  access: 'public',
  /** Not every provider says `iss`; the one that says that it does has to. */
  body: z.object({ code: typed(4000), state: typed(200), iss: z.optional(typed(1000)) }),
  reply: z.object({ returnTo: z.string() }),
})

/** §4, the second condition: roles are delivered. */
export const ssoVerify = endpoint({
  method: 'POST',
  path: '/api/Authentication/SsoVerify',
  summary: 'The scopes and actions of whoever has just signed in',
  access: 'session',
  reply: sessionFacts,
})

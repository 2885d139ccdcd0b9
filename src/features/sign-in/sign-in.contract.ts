import * as z from 'zod/mini'
import { endpoint } from '../../contract/endpoint.ts'
import { permissions, scopes } from '../../contract/permissions.ts'
import { currency } from '../../contract/wire.ts'

/** §3's user session, and the actions that the person holds on the account of the request (on any, where it names none). */
const sessionFacts = z.object({
  userId: z.string(),
  /** The name that the profile menu shows (§2.3). */
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  scope: z.array(z.enum(scopes)),
  actions: z.array(z.enum(permissions)),
  hasAccess: z.boolean(),
  forceEmailChange: z.boolean(),
  /** The currency of the book that was signed in to. */
  loginCurrency: z.nullable(currency),
  /** The currency that the toggle would show; null for a client of one book. */
  alternateCurrency: z.nullable(currency),
})
export type SessionFacts = z.infer<typeof sessionFacts>

const nothing = z.object({})

const typed = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))

/** The login workflow's own screen posts here: it finishes the provider's open interaction, which its cookie names. */
export const logIn = endpoint({
  method: 'POST',
  path: '/api/Authentication/Login',
  summary: 'Takes user id and password for the sign-in that this browser has begun',
  access: 'public',
  body: z.object({ userId: typed(200), password: typed(500) }),
  /** Of this very origin: where the browser goes on. */
  reply: z.object({ redirectTo: z.string() }),
})

/** §4, the first condition: the provider's answer is good and names a person of the realm; their session begins. */
export const validateSsoId = endpoint({
  method: 'POST',
  path: '/api/User/ValidateSsoId',
  summary: 'Exchanges what the identity provider gave the browser for a session: a cookie and a bearer token',
  access: 'public',
  body: z.object({ code: typed(2000), state: typed(200), iss: typed(300) }),
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

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, and what they may do on the account of X-AccountId',
  access: 'session',
  reply: sessionFacts,
})

export const obtainToken = endpoint({
  method: 'POST',
  path: '/api/session/token',
  summary: 'For a new tab: a bearer token for the session that the cookie holds, where there is one',
  access: 'public',
  reply: z.object({ signedIn: z.boolean() }),
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/session/refresh',
  summary: "'I'm still here': another 30 minutes",
  access: 'session',
  reply: nothing,
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  summary: 'Logs out: ends the session at once, here and at the identity provider',
  access: 'session',
  reply: nothing,
})

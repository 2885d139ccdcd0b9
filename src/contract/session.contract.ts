import * as z from 'zod/mini'
import { accountOverview } from './account-overview.contract.ts'
import { endpoint } from './endpoint.ts'
import { permissions, scopes } from './permissions.ts'
import { currency, fundId } from './wire.ts'

/** §3's user session, and the actions that the person holds on the account of the request (on any, where it names none). */
export const sessionFacts = z.object({
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

/** All that a new tab has to know before it can show anything, in one answer instead of four. */
export const openTab = endpoint({
  method: 'POST',
  path: '/api/session/tab',
  summary: 'For a new tab: a token as above, who is signed in, and the account that they begin with',
  access: 'public',
  /** The account that each person used last in this browser, by user id; the server looks up whoever the cookie names. */
  body: z.object({
    lastUsed: z.record(z.uuid(), fundId).check(z.refine(ids => Object.keys(ids).length <= 50)),
  }),
  reply: z.object({
    opening: z.nullable(
      z.object({
        /** About the account of `fundId`; 0: there is none. */
        facts: sessionFacts,
        fundId: z.int(),
        /** What the bar says of it, to whoever may see that. */
        account: z.nullable(accountOverview),
      }),
    ),
  }),
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/api/session/refresh',
  summary: "'I'm still here': another 30 minutes",
  access: 'session',
  reply: z.object({}),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  summary: 'Logs out: ends the session at once, here and at the identity provider',
  access: 'session',
  /** The audit trail tells who logged out from who was not there (§4). */
  query: z.object({ why: z._default(z.enum(['asked', 'idle']), 'asked') }),
  /** Where the browser goes on to log out at the identity provider too; null where there is nothing to do there. */
  reply: z.object({ providerLogout: z.nullable(z.string()) }),
})

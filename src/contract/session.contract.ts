import * as z from 'zod/mini'
import { accountOverview } from './account-overview.contract.ts'
import { endpoint } from './endpoint.ts'
import { permissions, scopes } from './permissions.ts'
import { currency, fundId } from './wire.ts'

/** The user session (§3), with the person's permissions on the account of the request (on any account if it names none). */
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
  /** The currency in which the session started. */
  loginCurrency: z.nullable(currency),
  /** The currency that the person views now (§4); a client with one book has only its own. */
  alternateCurrency: currency,
  /** Whether the next login starts in the currency that the person chose last. */
  rememberCurrency: z.boolean(),
  /** True in the answer that replaced the cookie's secret; a tab with a token for the former one obtains another (§11). */
  antiforgeryChanged: z.boolean(),
})
export type SessionFacts = z.infer<typeof sessionFacts>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Returns the session’s user and their permissions on the account of X-AccountId',
  access: 'session',
  reply: sessionFacts,
})

export const obtainToken = endpoint({
  method: 'POST',
  path: '/api/session/token',
  summary: 'Gives a new tab a bearer token for the session of its cookie, if there is one',
  access: 'public',
  reply: z.object({ signedIn: z.boolean() }),
})

/** The account to show first in a tab. */
export const opening = z.object({
  /** For the account `fundId`; 0: there is none. */
  facts: sessionFacts,
  fundId: z.int(),
  /** The account's overview, if the person may see it. */
  account: z.nullable(accountOverview),
})

export type Opening = z.output<typeof opening>

/** Everything that a new tab needs before it can show anything, in one call instead of four. */
export const openTab = endpoint({
  method: 'POST',
  path: '/api/session/tab',
  summary: 'Gives a new tab a bearer token, the session’s user and their first account',
  access: 'public',
  /**
   * The account that each person used last in this browser, by user id and currency, because two books may give the same
   * number to different accounts. The server picks the one of the cookie's user and the session's currency.
   */
  body: z.object({
    lastUsed: z
      .record(z.uuid(), z.partialRecord(currency, fundId))
      .check(z.refine(ids => Object.keys(ids).length <= 50)),
  }),
  reply: z.object({ opening: z.nullable(opening) }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  summary: 'Logs out: ends the session here and at the identity provider',
  records: ['signed-out'],
  access: 'session',
  /** The audit log distinguishes logging out from a session that went idle or expired (§4). */
  query: z.object({ why: z._default(z.enum(['requested', 'idle', 'expired']), 'requested') }),
  /** Where the browser logs out at the identity provider; null if there is nothing to do there. */
  reply: z.object({
    /** The session has ended (§3). */
    logout: z.literal(true),
    providerLogout: z.nullable(z.string()),
  }),
  silent: true,
})

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Client } from '../../../../clients/client.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import { verifiedIdentity } from './verified-identity.ts'

const every = {
  /** Which of the client's providers the browser was sent to. */
  provider: z.string(),
  state: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.int(),
}

const openIdAuthRequest = z.object({
  ...every,
  kind: z.literal('openid'),
  nonce: z.string(),
  verifier: z.string(),
})
const samlAuthRequest = z.object({ ...every, kind: z.literal('saml'), requestId: z.string() })
/** A SAML provider has vouched for the person by its POST; the browser brings `code` to /sso as from any provider. */
const verifiedAuthRequest = z.object({
  ...every,
  kind: z.literal('vouched'),
  code: z.string(),
  verifiedIdentity,
})

/** What the portal remembers of a browser that it sent to a provider, until it comes back. */
const authRequest = z.discriminatedUnion('kind', [openIdAuthRequest, samlAuthRequest, verifiedAuthRequest])
export type AuthRequest = z.infer<typeof authRequest>
export type OpenIdAuthRequest = z.infer<typeof openIdAuthRequest>
export type SamlAuthRequest = z.infer<typeof samlAuthRequest>

/** Short-lived. As long as the provider keeps the sign-in open. */
export const authRequestLifetimeMs = 10 * 60 * 1000
/** When the browser left, in ms since 1970. */
export const startedAtOf = ({ expiresAtMs }: Pick<AuthRequest, 'expiresAtMs'>) =>
  expiresAtMs - authRequestLifetimeMs
/** Tabs that can be on their way at once; the oldest gives way. */
const authRequestsAtMost = 3

type Begun = AuthRequest extends infer J ? (J extends AuthRequest ? Omit<J, 'expiresAtMs'> : never) : never

export type AuthRequestStore = {
  set(request: FastifyRequest, reply: FastifyReply, client: Client, begun: Begun, now: Date): void
  /** The journey of this state, once: it is taken out of the cookie. Null where this browser has none that is alive. */
  take(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    state: string,
    now: Date,
  ): AuthRequest | null
  /** The same, taken back by `take` alone, for a browser that comes from a SAML provider by its POST. */
  takeSaml(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    state: string,
    now: Date,
  ): SamlAuthRequest | null
  /** Which provider the journey of this state went to, and leaves it where it is. */
  providerOf(request: FastifyRequest, client: Client, state: string, now: Date): string | null
}

/**
 * Journeys live in a sealed cookie of the browser that makes them: Lax, for the way back may come from elsewhere. A SAML
 * provider's POST would come without it, so those journeys have a cookie of their own, SameSite=None and so always Secure;
 * browsers take that from this very machine without https too.
 */
export function authRequestStore(secret: string, secureCookies: boolean): AuthRequestStore {
  const prefix = secureCookies ? '__Host-' : ''
  const common = { httpOnly: true, path: '/' } as const
  const lax = cookieOf(secret, `${prefix}almoner-journey`, {
    ...common,
    sameSite: 'lax',
    secure: secureCookies,
  })
  const none = cookieOf(secret, `${prefix}almoner-saml-journey`, {
    ...common,
    sameSite: 'none',
    secure: true,
  })
  return {
    set: (request, reply, client, begun, now) =>
      (begun.kind === 'saml' ? none : lax).add(request, reply, client, begun, now),
    take: lax.take,
    takeSaml: (...about) => {
      const taken = none.take(...about)
      return taken?.kind === 'saml' ? taken : null
    },
    providerOf: (request, client, state, now) =>
      lax.read(request, client, now).find(each => each.state === state)?.provider ?? null,
  }
}

function cookieOf(secret: string, name: string, options: CookieSerializeOptions) {
  const cipherOf = (client: Client) => cipherFor(secret, `${name} ${client.name}`)
  const read = (request: FastifyRequest, client: Client, now: Date): AuthRequest[] => {
    const cookie = request.cookies[name]
    const text = cookie ? cipherOf(client).open(cookie) : null
    if (text === null) return []
    // A browser may come back to a newer version of the program: what it does not know is no journey.
    const all = z.safeParse(z.array(authRequest), JSON.parse(text))
    return all.success ? all.data.filter(({ expiresAtMs }) => expiresAtMs > now.getTime()) : []
  }
  const write = (reply: FastifyReply, client: Client, authRequests: AuthRequest[]) => {
    if (authRequests.length === 0) reply.clearCookie(name, options)
    else
      reply.setCookie(name, cipherOf(client).encrypt(JSON.stringify(authRequests)), {
        ...options,
        maxAge: authRequestLifetimeMs / 1000,
      })
  }
  return {
    read,
    add: (request: FastifyRequest, reply: FastifyReply, client: Client, begun: Begun, now: Date) => {
      const others = read(request, client, now).slice(-(authRequestsAtMost - 1))
      write(reply, client, [...others, { ...begun, expiresAtMs: now.getTime() + authRequestLifetimeMs }])
    },
    take: (request: FastifyRequest, reply: FastifyReply, client: Client, state: string, now: Date) => {
      const all = read(request, client, now)
      const taken = all.find(each => each.state === state) ?? null
      if (taken)
        write(
          reply,
          client,
          all.filter(each => each !== taken),
        )
      return taken
    },
  }
}

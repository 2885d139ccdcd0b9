import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Client } from '../../../../clients/client.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { cipherFor } from '../../../../server/auth/encryption.ts'
import { verifiedIdentity } from './verified-identity.ts'

const commonFields = {
  /** The provider that the browser was sent to. */
  provider: z.string(),
  state: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.int(),
}

const openIdAuthRequest = z.object({
  ...commonFields,
  kind: z.literal('openid'),
  nonce: z.string(),
  verifier: z.string(),
})
const samlAuthRequest = z.object({ ...commonFields, kind: z.literal('saml'), requestId: z.string() })
/** A SAML provider has verified the person by its POST. The browser continues to /sso with `code`, as from any provider. */
const verifiedAuthRequest = z.object({
  ...commonFields,
  kind: z.literal('verified'),
  code: z.string(),
  verifiedIdentity,
})

/** The state of a login between the redirect to the provider and the callback. */
const authRequest = z.discriminatedUnion('kind', [openIdAuthRequest, samlAuthRequest, verifiedAuthRequest])
export type AuthRequest = z.infer<typeof authRequest>
export type OpenIdAuthRequest = z.infer<typeof openIdAuthRequest>
export type SamlAuthRequest = z.infer<typeof samlAuthRequest>

/** The lifetime of the interaction at the embedded provider. */
const authRequestLifetimeMs = 10 * minuteMs
/** When the request was created, in ms since 1970. */
export const startedAtOf = ({ expiresAtMs }: Pick<AuthRequest, 'expiresAtMs'>) =>
  expiresAtMs - authRequestLifetimeMs
/** Requests that a browser can have open, one for each tab. A new one replaces the oldest. */
const maxAuthRequests = 3

type NewAuthRequest = AuthRequest extends infer R
  ? R extends AuthRequest
    ? Omit<R, 'expiresAtMs'>
    : never
  : never

export type AuthRequestStore = {
  set(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    authRequest: NewAuthRequest,
    now: Date,
  ): void
  /** Returns the request of this state and removes it from the cookie; null if this browser has none or it expired. */
  consume(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    state: string,
    now: Date,
  ): AuthRequest | null
  /** Does the same for a browser that a SAML provider sends back by POST. */
  consumeSaml(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    state: string,
    now: Date,
  ): SamlAuthRequest | null
  /** The provider of the request of this state. Does not consume the request. */
  providerOf(request: FastifyRequest, client: Client, state: string, now: Date): string | null
}

/**
 * Stores requests in an encrypted cookie. It is SameSite=Lax, because the callback is a navigation from another site. A SAML
 * provider's POST would not include that cookie, so SAML requests have their own with SameSite=None, which requires Secure.
 * Browsers accept Secure cookies from localhost without https.
 */
export function authRequestStore(secret: string, secureCookies: boolean): AuthRequestStore {
  const prefix = secureCookies ? '__Host-' : ''
  const commonOptions = { httpOnly: true, path: '/' } as const
  const lax = cookieOf(secret, `${prefix}almoner-auth-request`, {
    ...commonOptions,
    sameSite: 'lax',
    secure: secureCookies,
  })
  const none = cookieOf(secret, `${prefix}almoner-saml-auth-request`, {
    ...commonOptions,
    sameSite: 'none',
    secure: true,
  })
  return {
    set: (request, reply, client, authRequest, now) =>
      (authRequest.kind === 'saml' ? none : lax).add(request, reply, client, authRequest, now),
    consume: lax.consume,
    consumeSaml: (...args) => {
      const consumed = none.consume(...args)
      return consumed?.kind === 'saml' ? consumed : null
    },
    providerOf: (request, client, state, now) =>
      lax.read(request, client, now).find(each => each.state === state)?.provider ?? null,
  }
}

function cookieOf(secret: string, name: string, options: CookieSerializeOptions) {
  const cipherOf = (client: Client) => cipherFor(secret, `${name} ${client.name}`)
  const read = (request: FastifyRequest, client: Client, now: Date): AuthRequest[] => {
    const cookie = request.cookies[name]
    const text = cookie ? cipherOf(client).decrypt(cookie) : null
    if (text === null) return []
    // The cookie may come from another version of the program, so an unknown form counts as none.
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
    add: (
      request: FastifyRequest,
      reply: FastifyReply,
      client: Client,
      authRequest: NewAuthRequest,
      now: Date,
    ) => {
      const others = read(request, client, now).slice(-(maxAuthRequests - 1))
      write(reply, client, [
        ...others,
        { ...authRequest, expiresAtMs: now.getTime() + authRequestLifetimeMs },
      ])
    },
    consume: (request: FastifyRequest, reply: FastifyReply, client: Client, state: string, now: Date) => {
      const all = read(request, client, now)
      const consumed = all.find(each => each.state === state) ?? null
      if (consumed)
        write(
          reply,
          client,
          all.filter(each => each !== consumed),
        )
      return consumed
    },
  }
}

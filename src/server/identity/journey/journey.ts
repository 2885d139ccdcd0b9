import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Client } from '../../../tenants/client.ts'
import { vouched } from '../providers/vouched.ts'
import { sealFor } from '../sealing.ts'

const every = {
  /** Which of the client's providers the browser was sent to. */
  provider: z.string(),
  state: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.int(),
}

const openIdJourney = z.object({
  ...every,
  kind: z.literal('openid'),
  nonce: z.string(),
  verifier: z.string(),
})
const samlJourney = z.object({ ...every, kind: z.literal('saml'), requestId: z.string() })
/** A SAML provider has vouched for the person by its POST; the browser brings `code` to /sso as from any provider. */
const vouchedJourney = z.object({ ...every, kind: z.literal('vouched'), code: z.string(), vouched })

/** What the portal remembers of a browser that it sent to a provider, until it comes back. */
const journey = z.discriminatedUnion('kind', [openIdJourney, samlJourney, vouchedJourney])
export type Journey = z.infer<typeof journey>
export type OpenIdJourney = z.infer<typeof openIdJourney>
export type SamlJourney = z.infer<typeof samlJourney>

/** open-points 8: short-lived. As long as the provider keeps the sign-in open. */
export const journeyLifetimeMs = 10 * 60 * 1000
/** When the browser left, in ms since 1970. */
export const begunAtOf = ({ expiresAtMs }: Pick<Journey, 'expiresAtMs'>) => expiresAtMs - journeyLifetimeMs
/** Tabs that can be on their way at once; the oldest gives way. */
const mostJourneys = 3

type Begun = Journey extends infer J ? (J extends Journey ? Omit<J, 'expiresAtMs'> : never) : never

export type JourneyKeeper = {
  set(request: FastifyRequest, reply: FastifyReply, client: Client, begun: Begun, now: Date): void
  /** The journey of this state, once: it is taken out of the cookie. Null where this browser has none that is alive. */
  take(request: FastifyRequest, reply: FastifyReply, client: Client, state: string, now: Date): Journey | null
  /** The same, taken back by `take` alone, for a browser that comes from a SAML provider by its POST. */
  takeSaml(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    state: string,
    now: Date,
  ): SamlJourney | null
  /** Which provider the journey of this state went to, and leaves it where it is. */
  providerOf(request: FastifyRequest, client: Client, state: string, now: Date): string | null
}

/**
 * Journeys live in a sealed cookie of the browser that makes them: Lax, for the way back may come from elsewhere. A SAML
 * provider's POST would come without it, so those journeys have a cookie of their own, SameSite=None and so always Secure;
 * browsers take that from this very machine without https too.
 */
export function journeyKeeper(secret: string, secureCookies: boolean): JourneyKeeper {
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
  const sealOf = (client: Client) => sealFor(secret, `${name} ${client.name}`)
  const read = (request: FastifyRequest, client: Client, now: Date): Journey[] => {
    const cookie = request.cookies[name]
    const text = cookie ? sealOf(client).open(cookie) : null
    if (text === null) return []
    // A browser may come back to a newer version of the program: what it does not know is no journey.
    const all = z.safeParse(z.array(journey), JSON.parse(text))
    return all.success ? all.data.filter(({ expiresAtMs }) => expiresAtMs > now.getTime()) : []
  }
  const write = (reply: FastifyReply, client: Client, journeys: Journey[]) => {
    if (journeys.length === 0) reply.clearCookie(name, options)
    else
      reply.setCookie(name, sealOf(client).seal(JSON.stringify(journeys)), {
        ...options,
        maxAge: journeyLifetimeMs / 1000,
      })
  }
  return {
    read,
    add: (request: FastifyRequest, reply: FastifyReply, client: Client, begun: Begun, now: Date) => {
      const others = read(request, client, now).slice(-(mostJourneys - 1))
      write(reply, client, [...others, { ...begun, expiresAtMs: now.getTime() + journeyLifetimeMs }])
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

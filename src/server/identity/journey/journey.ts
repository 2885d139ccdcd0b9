import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Client } from '../../../tenants/client.ts'
import { sealFor } from '../sealing.ts'

/** What the portal remembers of a browser that it sent to a provider, until it comes back. */
const journey = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  expiresAtMs: z.int(),
})
export type Journey = z.infer<typeof journey>

/** open-points 8: short-lived. As long as the provider keeps the sign-in open. */
export const journeyLifetimeMs = 10 * 60 * 1000
/** Tabs that can be on their way at once; the oldest gives way. */
const mostJourneys = 3

export type JourneyKeeper = {
  set(
    request: FastifyRequest,
    reply: FastifyReply,
    client: Client,
    begun: Omit<Journey, 'expiresAtMs'>,
    now: Date,
  ): void
  /** The journey of this state, once: it is taken out of the cookie. Null where this browser has none that is alive. */
  take(request: FastifyRequest, reply: FastifyReply, client: Client, state: string, now: Date): Journey | null
}

/** Journeys live in a sealed cookie of the browser that makes them: Lax, for the way back may come from elsewhere. */
export function journeyKeeper(secret: string, secureCookies: boolean): JourneyKeeper {
  const name = secureCookies ? '__Host-almoner-journey' : 'almoner-journey'
  const options: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: secureCookies,
  }
  const sealOf = (client: Client) => sealFor(secret, `journey ${client.name}`)
  const read = (request: FastifyRequest, client: Client, now: Date): Journey[] => {
    const cookie = request.cookies[name]
    const text = cookie ? sealOf(client).open(cookie) : null
    const all = text === null ? [] : z.array(journey).parse(JSON.parse(text))
    return all.filter(({ expiresAtMs }) => expiresAtMs > now.getTime())
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
    set: (request, reply, client, begun, now) => {
      const others = read(request, client, now).slice(-(mostJourneys - 1))
      write(reply, client, [...others, { ...begun, expiresAtMs: now.getTime() + journeyLifetimeMs }])
    },
    take: (request, reply, client, state, now) => {
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

const longestReturnTo = 500
/** Places of the way to the sign-in itself, and addresses that are no screens. */
const noReturn = /^\/(sso|sign-in|password-setup|forgot-user|api|oidc)(\/|\?|#|$)/

/** Where to go after signing in: a path of the portal itself, else home. Never another site's address. */
export function safeReturnTo(text: string | undefined): string {
  if (text === undefined || text.length > longestReturnTo) return '/'
  // Browsers read a backslash as a slash, and drop tabs and line ends, so `/\evil.example` would be another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return '/'
  const base = 'http://portal.invalid'
  const url = URL.parse(text, base)
  if (url?.origin !== base || url.pathname.startsWith('//') || noReturn.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

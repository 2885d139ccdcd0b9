import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { OpenIdProvider } from '../../../../clients/client.ts'
import { clockSkewMs } from './clock-skew.ts'
import { externalFetch } from './external-fetch.ts'
import type { ProviderClient } from './provider-clients.ts'
import { trustedAlgorithms } from './relying-party.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const short = z.string().check(z.minLength(1), z.maxLength(500))

const logoutClaims = z.object({
  jti: short,
  iat: z.number(),
  sub: z.optional(short),
  sid: z.optional(short),
  events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
  nonce: z.optional(z.never()),
})

/** Whose sessions a provider has ended: a person's, one session's, or both named together. */
export type LogoutToken = { subject: string | null; sid: string | null; jti: string; until: Date }

/** How long ago a logout token may have been made, and how long its jti is remembered beyond that. */
const oldestMs = 5 * 60 * 1000

/** The issuer that a logout token names, unchecked: good for choosing whose keys to ask and for nothing else. */
export function issuerOfToken(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null
  } catch {
    return null
  }
}

/**
 * What a token says is not what its provider has said, before its signature is checked; but one that does not even say the
 * right things need not be checked, and the provider's keys are fetched for none such. Throws.
 */
export function requireLogoutClaims(provider: OpenIdProvider, token: string, nowMs: number): void {
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  if (!trustedAlgorithms.includes(alg)) throw new Error(`a logout token signed by ${alg}`)
  // The type keeps a token that was made for something else from being taken for this (ASVS 5.0, 10.5.5).
  if (!/^(application\/)?logout\+jwt$/i.test(typ)) throw new Error('no logout token')
  const claims = decodeJwt(token)
  if (![claims.aud].flat().includes(provider.clientId)) throw new Error('a logout token for somebody else')
  const { iat, sub = null, sid = null } = logoutClaims.parse(claims)
  if (sub === null && sid === null) throw new Error('a logout token about nobody')
  if (Math.abs(nowMs - iat * 1000) > oldestMs + clockSkewMs) throw new Error('a logout token of another time')
}

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 2.6) that says the right things: signed by the provider's key,
 * for us, made a moment ago, of this event, about somebody, and no ID token. Throws. Whether its jti was used before is the
 * caller's to ask.
 */
export async function readLogoutToken(
  { provider, party }: ProviderClient & { kind: 'openid' },
  token: string,
  { nowMs, allowsLoopback }: { nowMs: number; allowsLoopback: boolean },
): Promise<LogoutToken> {
  const { jwks_uri: keysAt } = party.metadata
  if (keysAt === undefined) throw new Error('the provider publishes no keys')
  const fetch = externalFetch(allowsLoopback)
  // Asked for anew at each token, so that a key counts from when it is published until it is withdrawn.
  const keys = createRemoteJWKSet(new URL(keysAt), {
    [customFetch]: (address, { headers, method }) =>
      fetch(address, { method, headers: Object.fromEntries(headers), body: null } as never),
  })
  const { payload } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: [...trustedAlgorithms],
    clockTolerance: clockSkewMs / 1000,
    maxTokenAge: (oldestMs + clockSkewMs) / 1000,
    currentDate: new Date(nowMs),
  })
  const { jti, sub = null, sid = null } = logoutClaims.parse(payload)
  return { subject: sub, sid, jti, until: new Date(nowMs + oldestMs + 3 * clockSkewMs) }
}

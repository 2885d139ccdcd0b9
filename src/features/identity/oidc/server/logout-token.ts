import { createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { OpenIdProvider } from '../../../../clients/client.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { clockSkewMs } from './clock-skew.ts'
import { externalFetch } from './external-fetch.ts'
import type { ProviderClient } from './provider-clients.ts'
import { trustedAlgorithms } from './relying-party.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const shortText = z.string().check(z.minLength(1), z.maxLength(500))

const logoutClaims = z.object({
  jti: shortText,
  iat: z.number(),
  sub: z.optional(shortText),
  sid: z.optional(shortText),
  events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
  nonce: z.optional(z.never()),
})

/** The sessions that a provider has ended: by subject, by its session id (`sid`) or by both. `until` is when the jti expires. */
export type LogoutToken = { subject: string | null; sid: string | null; jti: string; until: Date }

/** The maximum age of a logout token. */
const maxTokenAgeMs = 5 * minuteMs

/** The unverified issuer of a logout token, used only to choose the provider whose keys verify it. */
export function issuerOfToken(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null
  } catch {
    return null
  }
}

/**
 * Throws if the unverified claims are already invalid, so that the provider's keys are not fetched for such a token.
 */
export function requireLogoutClaims(provider: OpenIdProvider, token: string, nowMs: number): void {
  const { alg = '', typ = '' } = decodeProtectedHeader(token)
  if (!trustedAlgorithms.includes(alg)) throw new Error(`the algorithm ${alg} is not allowed`)
  // The type distinguishes a logout token from other tokens of the provider (ASVS 5.0, 10.5.5).
  if (!/^(application\/)?logout\+jwt$/i.test(typ)) throw new Error('the type is not logout+jwt')
  const claims = decodeJwt(token)
  if (![claims.aud].flat().includes(provider.clientId))
    throw new Error('the logout token has another audience')
  const { iat, sub = null, sid = null } = logoutClaims.parse(claims)
  if (sub === null && sid === null) throw new Error('the logout token has neither sub nor sid')
  if (Math.abs(nowMs - iat * 1000) > maxTokenAgeMs + clockSkewMs)
    throw new Error('the logout token is too old or from the future')
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6) after `requireLogoutClaims`: signature, issuer,
 * audience, age and claims. Throws if it is invalid. The caller checks that its jti is unused.
 */
export async function readLogoutToken(
  { provider, party }: ProviderClient & { kind: 'openid' },
  token: string,
  { nowMs, allowsLoopback }: { nowMs: number; allowsLoopback: boolean },
): Promise<LogoutToken> {
  const { jwks_uri: jwksUri } = party.metadata
  if (jwksUri === undefined) throw new Error('the provider publishes no keys')
  const fetch = externalFetch(allowsLoopback)
  // Fetched for each token, so that added and withdrawn keys take effect at once.
  const keys = createRemoteJWKSet(new URL(jwksUri), {
    [customFetch]: (address, { headers, method }) =>
      // jose gives fewer options than fetch accepts, and ours takes no others.
      fetch(address, { method, headers: Object.fromEntries(headers), body: null } as never),
  })
  const { payload } = await jwtVerify(token, keys, {
    issuer: provider.issuer,
    audience: provider.clientId,
    algorithms: [...trustedAlgorithms],
    clockTolerance: clockSkewMs / 1000,
    maxTokenAge: (maxTokenAgeMs + clockSkewMs) / 1000,
    currentDate: new Date(nowMs),
  })
  const { jti, sub = null, sid = null } = logoutClaims.parse(payload)
  return { subject: sub, sid, jti, until: new Date(nowMs + maxTokenAgeMs + 3 * clockSkewMs) }
}

import type { IDToken } from 'openid-client'
import type { OpenIdProvider } from '../../../../clients/client.ts'
import { clockSkewMs } from './clock-skew.ts'
import type { Claimed, VerifiedIdentity } from './verified-identity.ts'

/** How old an ID token may be that was asked for a moment ago. */
const oldestMs = 5 * 60 * 1000

/**
 * What an ID token, whose signature, issuer, audience, nonce and expiry have been checked, vouches for. Throws where its
 * times are not those of a sign-in that began at `begunAtMs`.
 */
export function handleOpenIdCallback(
  provider: OpenIdProvider,
  { claims, idToken }: { claims: IDToken; idToken: string },
  { startedAtMs, nowMs }: { startedAtMs: number; nowMs: number },
): VerifiedIdentity {
  const issuedAtMs = claims.iat * 1000
  // Libraries ask for the expiry alone; a token from the future is one of a clock that cannot be believed about that either.
  if (issuedAtMs > nowMs + clockSkewMs) throw new Error('the ID token is from the future')
  if (issuedAtMs < nowMs - oldestMs - clockSkewMs) throw new Error('the ID token is old')
  if (claims.exp * 1000 - issuedAtMs > 24 * 60 * 60 * 1000) throw new Error('the ID token never expires')
  const verifiedAtMs = provedAt(claims, nowMs)
  if (provider.forceReauthentication && (verifiedAtMs === null || verifiedAtMs < startedAtMs - clockSkewMs))
    throw new Error('the provider was to ask anew and did not')
  const { sid, amr, acr } = claims
  return {
    subject: textOf(claims.sub, 255) ?? refuseSubject(),
    claimed: claimedBy(provider, claims),
    idToken,
    sid: textOf(sid, 500),
    amr: Array.isArray(amr) ? amr.flatMap(method => textOf(method, 50) ?? []).slice(0, 10) : [],
    acr: textOf(acr, 200),
    verifiedAtMs,
  }
}

function claimedBy({ linkBy }: OpenIdProvider, claims: IDToken): Claimed | null {
  if (linkBy.to === 'ssoId') {
    const value = textOf(claims[linkBy.claim], 320)
    return value === null ? null : { to: 'ssoId', value }
  }
  const email = textOf(claims.email, 320)
  // An address that nobody has verified is what somebody typed. `true` alone is true.
  return email !== null && claims.email_verified === true ? { to: 'verified-email', value: email } : null
}

/** Never later than now: whoever is ahead of time would have proved themselves for longer. */
function provedAt({ auth_time: authTime }: IDToken, nowMs: number): number | null {
  if (typeof authTime !== 'number' || !Number.isFinite(authTime)) return null
  if (authTime * 1000 > nowMs + clockSkewMs) throw new Error('the person signed in in the future')
  return Math.min(Math.round(authTime * 1000), nowMs)
}

function textOf(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : null
}

function refuseSubject(): never {
  throw new Error('the provider’s subject is no subject')
}

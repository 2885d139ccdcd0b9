import type { IDToken } from 'openid-client'
import type { OpenIdProvider } from '../../../../clients/client.ts'
import { dayMs, minuteMs } from '../../../../domain/durations.ts'
import { clockSkewMs } from './clock-skew.ts'
import type { LinkClaim, VerifiedIdentity } from './verified-identity.ts'

/** The token was issued for this code exchange, so it must be recent. */
const maxTokenAgeMs = 5 * minuteMs

/**
 * Returns the verified identity of an ID token. The library has checked its signature, issuer, audience, nonce and expiry.
 * Throws if its times do not fit a login that started at `startedAtMs`.
 */
export function handleOpenIdCallback(
  provider: OpenIdProvider,
  { claims, idToken }: { claims: IDToken; idToken: string },
  { startedAtMs, nowMs }: { startedAtMs: number; nowMs: number },
): VerifiedIdentity {
  const issuedAtMs = claims.iat * 1000
  // Libraries check only the expiry, which cannot be trusted if the provider's clock is wrong.
  if (issuedAtMs > nowMs + clockSkewMs) throw new Error('the ID token was issued in the future')
  if (issuedAtMs < nowMs - maxTokenAgeMs - clockSkewMs) throw new Error('the ID token is too old')
  if (claims.exp * 1000 - issuedAtMs > dayMs) throw new Error('the ID token is valid for more than a day')
  const verifiedAtMs = authenticatedAtMs(claims, nowMs)
  if (provider.forceReauthentication && (verifiedAtMs === null || verifiedAtMs < startedAtMs - clockSkewMs))
    throw new Error('the provider did not reauthenticate the person')
  const { sid, amr, acr } = claims
  return {
    subject: textOf(claims.sub, 255) ?? rejectSubject(),
    linkClaim: linkClaimOf(provider, claims),
    idToken,
    sid: textOf(sid, 500),
    amr: Array.isArray(amr) ? amr.flatMap(method => textOf(method, 50) ?? []).slice(0, 10) : [],
    acr: textOf(acr, 200),
    verifiedAtMs,
  }
}

function linkClaimOf({ linkBy }: OpenIdProvider, claims: IDToken): LinkClaim | null {
  if (linkBy.to === 'ssoId') {
    const value = textOf(claims[linkBy.claim], 320)
    return value === null ? null : { to: 'ssoId', value }
  }
  const email = textOf(claims.email, 320)
  // Only the boolean true counts. An unverified address may belong to anyone.
  return email !== null && claims.email_verified === true ? { to: 'verified-email', value: email } : null
}

/** `auth_time` in ms, at most now, so that a fast clock does not extend a step-up. Null if the provider does not send it. */
function authenticatedAtMs({ auth_time: authTime }: IDToken, nowMs: number): number | null {
  if (typeof authTime !== 'number' || !Number.isFinite(authTime)) return null
  if (authTime * 1000 > nowMs + clockSkewMs) throw new Error('auth_time is in the future')
  return Math.min(Math.round(authTime * 1000), nowMs)
}

function textOf(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null
}

function rejectSubject(): never {
  throw new Error('the subject is invalid')
}

import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '../../domain/durations.ts'

/** §9: a token is valid for 30 minutes from the last request. */
export const tokenLifetimeMs = 30 * minuteMs

/** The content of the bearer token, which is valid only with the session's row and the cookie for which it was signed (§11). */
type TokenClaims = { sessionId: string; expiresAtMs: number }

export type TokenSigner = {
  /**
   * `v1.<session>.<expiry, ms since 1970>.<HMAC-SHA256>`. Readable, so that the browser knows the expiry. The HMAC includes the
   * cookie's secret.
   */
  sign(claims: TokenClaims, cookie: string): string
  /** The claims of the token; null if this realm did not sign it for this cookie or it has expired at `nowMs`. */
  read(token: string, cookie: string, nowMs: number): TokenClaims | null
}

/** A signer with the realm's own key, which rejects tokens of other realms. */
export function tokenSigner(secret: string, realm: string): TokenSigner {
  const derived = hkdfSync('sha256', secret, '', `almoner session token ${realm}`, 32)
  const key = createSecretKey(Buffer.from(derived))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  // A browser sends back a token that was just signed, so its HMAC is not computed again.
  const verifiedTokens = new Map<string, TokenClaims>()
  // A screen sends several requests at once. Within one second they share the new token.
  const latest = new Map<string, { token: string; expiresAtMs: number; cookie: string }>()
  const cacheClaims = (token: string, cookie: string, claims: TokenClaims) => {
    if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.clear()
    verifiedTokens.set(`${token} ${cookie}`, claims)
  }
  const verify = (token: string, cookie: string): TokenClaims | null => {
    const [version, sessionId = '', expiry = '', signature = ''] = token.split('.')
    if (version !== 'v1' || !/^[0-9a-f-]{36}$/.test(sessionId) || !/^\d{1,15}$/.test(expiry)) return null
    const expected = Buffer.from(mac(`v1.${sessionId}.${expiry}.${cookie}`))
    const received = Buffer.from(signature)
    if (expected.length !== received.length || !timingSafeEqual(expected, received)) return null
    return { sessionId, expiresAtMs: Number(expiry) }
  }
  return {
    sign: (claims, cookie) => {
      const last = latest.get(claims.sessionId)
      if (last?.expiresAtMs === claims.expiresAtMs && last.cookie === cookie) return last.token
      const text = `v1.${claims.sessionId}.${claims.expiresAtMs}`
      const token = `${text}.${mac(`${text}.${cookie}`)}`
      cacheClaims(token, cookie, claims)
      if (latest.size >= maxCachedTokens) latest.clear()
      latest.set(claims.sessionId, { token, expiresAtMs: claims.expiresAtMs, cookie })
      return token
    },
    read: (token, cookie, nowMs) => {
      const cached = verifiedTokens.get(`${token} ${cookie}`)
      const claims = cached ?? verify(token, cookie)
      if (claims === null || claims.expiresAtMs <= nowMs) return null
      if (cached === undefined) cacheClaims(token, cookie, claims)
      return claims
    },
  }
}

const maxCachedTokens = 10_000

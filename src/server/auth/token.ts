import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** §9: a token lives 30 minutes from the last request. */
export const tokenLifetimeMs = 30 * 60 * 1000

/** What the bearer token says. It is worth nothing without the session's cookie and its row (§11). */
export type TokenClaims = { sessionId: string; expiresAtMs: number }

export type TokenSigner = {
  /** `v1.<session>.<expiry, ms since 1970>.<HMAC-SHA256>`; readable, so that the browser knows when it expires. */
  sign(claims: TokenClaims): string
  /** The claims of a token that this realm signed and that has not expired at `nowMs`; else null. */
  read(token: string, nowMs: number): TokenClaims | null
}

/** A signer whose key belongs to one realm, so that a token of another realm is no token here. */
export function tokenSigner(secret: string, realm: string): TokenSigner {
  const derived = hkdfSync('sha256', secret, '', `almoner session token ${realm}`, 32)
  const key = createSecretKey(Buffer.from(derived))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  // A browser sends back the token that we have just signed: it need not be computed a second time.
  const known = new Map<string, TokenClaims>()
  // A screen asks for several things at once: within the same second one token is the successor of them all.
  const latest = new Map<string, { token: string; expiresAtMs: number }>()
  const remember = (token: string, claims: TokenClaims) => {
    if (known.size >= mostKnownTokens) known.clear()
    known.set(token, claims)
  }
  const verified = (token: string): TokenClaims | null => {
    const [version, sessionId = '', expiry = '', signature = ''] = token.split('.')
    if (version !== 'v1' || !/^[0-9a-f-]{36}$/.test(sessionId) || !/^\d{1,15}$/.test(expiry)) return null
    const wanted = Buffer.from(mac(`v1.${sessionId}.${expiry}`))
    const given = Buffer.from(signature)
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null
    return { sessionId, expiresAtMs: Number(expiry) }
  }
  return {
    sign: claims => {
      const last = latest.get(claims.sessionId)
      if (last?.expiresAtMs === claims.expiresAtMs) return last.token
      const text = `v1.${claims.sessionId}.${claims.expiresAtMs}`
      const token = `${text}.${mac(text)}`
      remember(token, claims)
      if (latest.size >= mostKnownTokens) latest.clear()
      latest.set(claims.sessionId, { token, expiresAtMs: claims.expiresAtMs })
      return token
    },
    read: (token, nowMs) => {
      const remembered = known.get(token)
      const claims = remembered ?? verified(token)
      if (claims === null || claims.expiresAtMs <= nowMs) return null
      if (remembered === undefined) remember(token, claims)
      return claims
    },
  }
}

const mostKnownTokens = 10_000

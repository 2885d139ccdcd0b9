import { spawnProvider } from './spawn-provider.ts'

/** In what a provider can be dishonest, or broken. */
export type AttackVariant =
  | 'wrong signature'
  | 'altered claims'
  | 'wrong audience'
  | 'several audiences'
  | 'wrong nonce'
  | 'no nonce'
  | 'wrong iss'
  | 'wrong iss in the answer'
  | 'no iss'
  | 'expired'
  | 'clock ten minutes behind'
  | 'clock ten minutes ahead'
  | 'alg none'
  | 'HS256 with the public key'
  | 'HS256 with the client secret'
  | 'the former ID token'
  | 'takes codes twice'
  | 'other issuer in the metadata'
  | 'an endless answer'
  | 'a redirection'

export type ProviderState = {
  clientId: string
  clientSecret: string
  attackVariant: AttackVariant | null
  /** What its ID tokens say of whoever signs in: sub and other claims. */
  claims: Record<string, unknown>
  /** With 'altered claims': what is laid over them after they were signed. */
  alteredClaims: Record<string, unknown>
  offersPar: boolean
  saysIss: boolean
  /** For how long the person has been signed in there. */
  signedInAgoS: number
}

export type OpenIdProcess = {
  origin: string
  set(state: Partial<ProviderState>): Promise<void>
  /** Gives it another key; the one before is not published any more. */
  rotate(): Promise<void>
  /** A logout token with these claims laid over an honest one; null takes one away, `typ` is the header's. */
  logoutToken(claims: Record<string, unknown>): Promise<string>
  lastIdToken(): Promise<string>
  /** How often its keys have been asked for. */
  keysAsked(): Promise<number>
  stop(): Promise<void>
}

/** Starts an OpenID provider in a process of its own. */
export async function startOpenIdProvider(about: Partial<ProviderState> = {}): Promise<OpenIdProcess> {
  const state: ProviderState = {
    clientId: 'portal',
    clientSecret: 'a secret that the bank made up',
    attackVariant: null,
    claims: {},
    alteredClaims: {},
    offersPar: true,
    saysIss: true,
    signedInAgoS: 5,
    ...about,
  }
  const { origin, stop } = await spawnProvider('openid-provider.ts', state)
  const control = async (what: string, body: object) => {
    const response = await fetch(`${origin}/control/${what}`, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as { token: string; count: number }
  }
  return {
    origin,
    set: async changes => void (await control('state', changes)),
    rotate: async () => void (await control('rotate', {})),
    logoutToken: async claims => (await control('logout-token', claims)).token,
    keysAsked: async () => (await control('keys-asked', {})).count,
    lastIdToken: async () => (await control('last-token', {})).token,
    stop,
  }
}

import { spawnProvider } from './spawn-provider.ts'

/** Attacks and faults of an OpenID provider. */
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
  | 'the previous ID token'
  | 'accepts codes twice'
  | 'other issuer in the metadata'
  | 'an endless answer'
  | 'a redirection'

export type ProviderState = {
  clientId: string
  clientSecret: string
  attackVariant: AttackVariant | null
  /** The claims of its ID tokens: `sub` and others. */
  claims: Record<string, unknown>
  /** With 'altered claims': claims that replace the signed ones, without a new signature. */
  alteredClaims: Record<string, unknown>
  offersPar: boolean
  sendsIss: boolean
  /** Age of the person's session at the provider, in seconds. */
  signedInAgoS: number
}

export type OpenIdProcess = {
  origin: string
  set(state: Partial<ProviderState>): Promise<void>
  /** Replaces the signing key. The previous key is no longer published. */
  rotate(): Promise<void>
  /** A logout token with these claims over the valid ones. Null removes a claim; `typ` sets the header's. */
  logoutToken(claims: Record<string, unknown>): Promise<string>
  lastIdToken(): Promise<string>
  /** The number of requests for its keys. */
  keyRequests(): Promise<number>
  stop(): Promise<void>
}

/** Starts an OpenID provider in a separate process. */
export async function startOpenIdProvider(about: Partial<ProviderState> = {}): Promise<OpenIdProcess> {
  const state: ProviderState = {
    clientId: 'portal',
    clientSecret: 'a secret that the bank made up',
    attackVariant: null,
    claims: {},
    alteredClaims: {},
    offersPar: true,
    sendsIss: true,
    signedInAgoS: 5,
    ...about,
  }
  const { origin, stop } = await spawnProvider('openid-provider.ts', state)
  const control = async (command: string, body: object) => {
    const response = await fetch(`${origin}/control/${command}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return (await response.json()) as { token: string; count: number }
  }
  return {
    origin,
    set: async changes => void (await control('state', changes)),
    rotate: async () => void (await control('rotate', {})),
    logoutToken: async claims => (await control('logout-token', claims)).token,
    keyRequests: async () => (await control('key-requests', {})).count,
    lastIdToken: async () => (await control('last-token', {})).token,
    stop,
  }
}

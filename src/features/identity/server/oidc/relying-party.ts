import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  buildEndSessionUrl,
  type ClientAuth,
  type ClientMetadata,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client'
import type { OpenIdAuthRequest } from './auth-request.ts'

/** The portal as OpenID relying party of one provider: authorization code, PKCE, state, nonce and iss. */
export type RelyingParty = {
  /** What the provider says of itself. */
  metadata: ServerMetadata
  /** The address at the provider that a browser is sent to, and what to remember until it comes back. */
  startAuthorization(): Promise<
    { address: string } & Pick<OpenIdAuthRequest, 'kind' | 'state' | 'nonce' | 'verifier'>
  >
  /** Exchanges the code that came back and checks the ID token: signature, issuer, audience, nonce, times. Throws. */
  handleCallback(
    authRequest: OpenIdAuthRequest,
    returned: { code: string; state: string; iss: string | undefined },
  ): Promise<{ claims: IDToken; idToken: string }>
  /** Where a browser logs out at the provider too, and comes back from to `backTo`; null where the provider has no such place. */
  logoutAddress(idToken: string, backTo: string): string | null
}

export type RelyingPartySettings = {
  issuer: string
  clientId: string
  metadata: Partial<ClientMetadata>
  authentication: (metadata: ServerMetadata) => ClientAuth
  redirectUri: string
  scope: string
  /** What the request to the provider asks for besides: `prompt`, `max_age`. */
  asks: Record<string, string>
  fetch: CustomFetch
  /** Whether plain http is spoken with it, as on this very machine. */
  isInsecure: boolean
  /** Whether its keys are kept as long as this is, or read anew at each sign-in. */
  keepsKeys: boolean
}

/** What a symmetric key or no key at all has signed is no provider's word: only these are taken, whatever it offers. */
export const trustedAlgorithms: readonly string[] = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
]

/** Finds the provider by its issuer; throws where it is not there or says that it is another. */
export async function relyingParty(settings: RelyingPartySettings): Promise<RelyingParty> {
  const { issuer, clientId, redirectUri, scope, asks, fetch, isInsecure } = settings
  const insecure = isInsecure ? [allowInsecureRequests] : []
  const found = await discovery(new URL(issuer), clientId, settings.metadata, undefined, {
    [customFetch]: fetch,
    execute: insecure,
  })
  const server: ServerMetadata = trusting({ ...found.serverMetadata() })
  const configure = () => {
    const made = new Configuration(server, clientId, settings.metadata, settings.authentication(server))
    made[customFetch] = fetch
    for (const each of [...insecure, enableNonRepudiationChecks]) each(made)
    return made
  }
  // It keeps the provider's keys. Of another house's provider a key that was withdrawn or added counts at once.
  const kept = configure()
  const configured = () => (settings.keepsKeys ? kept : configure())
  return {
    metadata: server,
    startAuthorization: async () => {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const parameters = {
        ...asks,
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      const address =
        server.pushed_authorization_request_endpoint === undefined
          ? buildAuthorizationUrl(configured(), parameters)
          : await buildAuthorizationUrlWithPAR(configured(), parameters)
      return { address: address.href, kind: 'openid', state, nonce, verifier }
    },
    handleCallback: async (authRequest, { code, state, iss }) => {
      const returned = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) })
      const tokens = await authorizationCodeGrant(configured(), new URL(`${redirectUri}?${returned}`), {
        pkceCodeVerifier: authRequest.verifier,
        expectedNonce: authRequest.nonce,
        expectedState: authRequest.state,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) throw new Error('the provider named nobody')
      return { claims, idToken: tokens.id_token }
    },
    logoutAddress: (idToken, backTo) =>
      server.end_session_endpoint === undefined
        ? null
        : buildEndSessionUrl(configured(), { id_token_hint: idToken, post_logout_redirect_uri: backTo }).href,
  }
}

function trusting(server: ServerMetadata): ServerMetadata {
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  return {
    ...server,
    id_token_signing_alg_values_supported: offered.filter(each => trustedAlgorithms.includes(each)),
  }
}

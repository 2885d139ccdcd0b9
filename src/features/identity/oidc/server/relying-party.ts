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

/** The portal as relying party of one OpenID provider: authorization code flow with PKCE, state, nonce and iss. */
export type RelyingParty = {
  /** The provider's metadata, restricted to trusted algorithms. */
  metadata: ServerMetadata
  /** The authorization address and the state to store until the callback. */
  startAuthorization(): Promise<
    { address: string } & Pick<OpenIdAuthRequest, 'kind' | 'state' | 'nonce' | 'verifier'>
  >
  /** Exchanges the code and verifies the ID token: signature, issuer, audience, nonce, expiry. Throws if it is invalid. */
  handleCallback(
    authRequest: OpenIdAuthRequest,
    params: { code: string; state: string; iss: string | undefined },
  ): Promise<{ claims: IDToken; idToken: string }>
  /** The provider's logout address, which returns to `backTo`; null if the provider has none. */
  logoutAddress(idToken: string, backTo: string): string | null
}

type RelyingPartySettings = {
  issuer: string
  clientId: string
  metadata: Partial<ClientMetadata>
  authentication: (metadata: ServerMetadata) => ClientAuth
  redirectUri: string
  scope: string
  /** Further parameters of the request: `prompt`, `max_age`. */
  authorizationParameters: Record<string, string>
  fetch: CustomFetch
  /** Whether the provider uses plain http, as on this machine. */
  isInsecure: boolean
  /** Whether to cache the provider's keys instead of fetching them at each login. */
  cachesKeys: boolean
}

/** The accepted signature algorithms, whatever the provider offers: asymmetric ones only. */
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

/** Discovers the provider by its issuer. Throws if it cannot be reached or its metadata names another issuer. */
export async function relyingParty(settings: RelyingPartySettings): Promise<RelyingParty> {
  const { issuer, clientId, redirectUri, scope, authorizationParameters, fetch, isInsecure } = settings
  const insecure = isInsecure ? [allowInsecureRequests] : []
  const discovered = await discovery(new URL(issuer), clientId, settings.metadata, undefined, {
    [customFetch]: fetch,
    execute: insecure,
  })
  const server: ServerMetadata = withTrustedAlgorithms({ ...discovered.serverMetadata() })
  const configure = () => {
    const configuration = new Configuration(
      server,
      clientId,
      settings.metadata,
      settings.authentication(server),
    )
    configuration[customFetch] = fetch
    for (const each of [...insecure, enableNonRepudiationChecks]) each(configuration)
    return configuration
  }
  // A configuration caches the provider's keys. A new one makes added and withdrawn keys of an external provider count at once.
  const cached = configure()
  const configured = () => (settings.cachesKeys ? cached : configure())
  return {
    metadata: server,
    startAuthorization: async () => {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const parameters = {
        ...authorizationParameters,
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
      const query = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) })
      const tokens = await authorizationCodeGrant(configured(), new URL(`${redirectUri}?${query}`), {
        pkceCodeVerifier: authRequest.verifier,
        expectedNonce: authRequest.nonce,
        expectedState: authRequest.state,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined)
        throw new Error('the provider returned no ID token')
      return { claims, idToken: tokens.id_token }
    },
    logoutAddress: (idToken, backTo) =>
      server.end_session_endpoint === undefined
        ? null
        : buildEndSessionUrl(configured(), { id_token_hint: idToken, post_logout_redirect_uri: backTo }).href,
  }
}

function withTrustedAlgorithms(server: ServerMetadata): ServerMetadata {
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  return {
    ...server,
    id_token_signing_alg_values_supported: offered.filter(each => trustedAlgorithms.includes(each)),
  }
}

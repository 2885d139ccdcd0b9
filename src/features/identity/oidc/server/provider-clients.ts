import type { FastifyInstance } from 'fastify'
import { ClientSecretBasic, ClientSecretPost, type CustomFetch } from 'openid-client'
import type { Client, IdentityProvider, OpenIdProvider, SamlProvider } from '../../../../clients/client.ts'
import { type ServiceProvider, serviceProvider } from '../../saml/server/service-provider.ts'
import { type AuthRequest, startedAtOf } from './auth-request.ts'
import { providerPath, relyingPartyId, relyingPartySecret, ssoScreen } from './embedded-provider.ts'
import { externalFetch } from './external-fetch.ts'
import { handleOpenIdCallback } from './handle-openid-callback.ts'
import type { ProviderSecrets } from './provider-settings.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** An identity provider of a client and the portal as its relying party or service provider, at one origin. */
export type ProviderClient =
  | { kind: 'embedded'; provider: { kind: 'embedded' }; party: RelyingParty }
  | { kind: 'openid'; provider: OpenIdProvider; party: RelyingParty }
  | { kind: 'saml'; provider: SamlProvider; party: ServiceProvider }

type ProviderClientSettings = {
  inject: FastifyInstance['inject']
  secret: string
  providerSecrets: ProviderSecrets
  allowsLoopback: boolean
}

export async function providerClientFor(
  settings: ProviderClientSettings,
  provider: IdentityProvider,
  { client, origin }: { client: Client; origin: string },
): Promise<ProviderClient> {
  const { inject, secret, providerSecrets, allowsLoopback } = settings
  if (provider.kind === 'saml')
    return { kind: 'saml', provider, party: serviceProvider(provider, origin, providerSecrets) }
  if (provider.kind === 'embedded') {
    const party = await relyingParty({
      issuer: `${origin}${providerPath}`,
      clientId: relyingPartyId,
      metadata: { id_token_signed_response_alg: 'ES256' },
      authentication: () => ClientSecretBasic(relyingPartySecret(secret, client, origin)),
      redirectUri: `${origin}${ssoScreen}`,
      scope: 'openid',
      authorizationParameters: { prompt: 'login' },
      fetch: inProcessFetch(inject),
      isInsecure: origin.startsWith('http:'),
      cachesKeys: true,
    })
    return { kind: 'embedded', provider, party }
  }
  const clientSecret = providerSecrets[provider.clientSecretName] ?? ''
  const party = await relyingParty({
    issuer: provider.issuer,
    clientId: provider.clientId,
    metadata: {},
    authentication: ({ token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }) =>
      methods.includes('client_secret_basic')
        ? ClientSecretBasic(clientSecret)
        : ClientSecretPost(clientSecret),
    redirectUri: callbackAddress(origin, provider),
    scope: [...new Set(['openid', ...provider.scopes])].join(' '),
    // With max_age a provider must send auth_time, which a step-up needs.
    authorizationParameters: provider.forceReauthentication
      ? { prompt: 'login', max_age: '0' }
      : { max_age: String(maxAuthenticationAgeS) },
    fetch: externalFetch(allowsLoopback),
    isInsecure: provider.issuer.startsWith('http:'),
    cachesKeys: false,
  })
  return { kind: 'openid', provider, party }
}

/** The provider reauthenticates a person whose login there is older. */
const maxAuthenticationAgeS = 12 * 60 * 60

/**
 * The redirect URI of an external OpenID provider. Each provider has its own (RFC 9700, 4.4.2.2), so that the portal does not
 * mix up their codes even if they send no `iss`.
 */
function callbackAddress(origin: string, { name }: OpenIdProvider): string {
  return `${origin}/api/sign-in/returned/${name}`
}

/** The parameters that a browser brings to /sso. */
type CallbackParams = { code: string; state: string; iss: string | undefined }

/** Verifies the callback to this browser's request. Returns the identity that the provider verified; throws if anything is invalid. */
export async function handleCallbackVia(
  providerClient: ProviderClient,
  authRequest: AuthRequest,
  params: CallbackParams,
  now: Date,
): Promise<VerifiedIdentity> {
  // A SAML response was verified when it was posted. Its result is in the browser's encrypted cookie.
  if (providerClient.kind === 'saml') {
    if (authRequest.kind !== 'verified' || authRequest.code !== params.code)
      throw new Error('this browser has no verified SAML response')
    return authRequest.verifiedIdentity
  }
  if (authRequest.kind !== 'openid') throw new Error('this browser was not sent to an OpenID provider')
  const tokens = await providerClient.party.handleCallback(authRequest, params)
  const nowMs = now.getTime()
  if (providerClient.kind === 'openid')
    return handleOpenIdCallback(providerClient.provider, tokens, {
      startedAtMs: startedAtOf(authRequest),
      nowMs,
    })
  const { sub: subject, amr, acr } = tokens.claims
  return {
    subject,
    linkClaim: null,
    idToken: tokens.idToken,
    sid: null,
    amr: Array.isArray(amr) ? amr.filter(method => typeof method === 'string') : [],
    acr: typeof acr === 'string' ? acr : null,
    verifiedAtMs: nowMs,
  }
}

/** `fetch` for the embedded provider, which is this process. Its host name may not resolve from here. */
function inProcessFetch(inject: FastifyInstance['inject']): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(body === null || body === undefined ? {} : { payload: String(body) }),
    })
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) responseHeaders.set(name, String(value))
    }
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: responseHeaders,
    })
  }
}

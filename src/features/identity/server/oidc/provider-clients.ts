import type { FastifyInstance } from 'fastify'
import { ClientSecretBasic, ClientSecretPost } from 'openid-client'
import type { Client, IdentityProvider, OpenIdProvider, SamlProvider } from '../../../../clients/client.ts'
import { type ServiceProvider, serviceProvider } from '../saml/service-provider.ts'
import { type AuthRequest, startedAtOf } from './auth-request.ts'
import { providerPath, relyingPartyId, relyingPartySecret, ssoScreen } from './embedded-provider.ts'
import { externalFetch } from './external-fetch.ts'
import { handleOpenIdCallback } from './handle-openid-callback.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import type { ProviderSecrets } from './provider-settings.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import type { VerifiedIdentity } from './verified-identity.ts'

/** One way into a client, seen at one address: its provider, and the portal as that provider knows it. */
export type ProviderClient =
  | { kind: 'embedded'; provider: { kind: 'embedded' }; party: RelyingParty }
  | { kind: 'openid'; provider: OpenIdProvider; party: RelyingParty }
  | { kind: 'saml'; provider: SamlProvider; party: ServiceProvider }

export type ProviderClientSettings = {
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
      asks: { prompt: 'login' },
      fetch: inProcessFetch(inject),
      isInsecure: origin.startsWith('http:'),
      keepsKeys: true,
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
    redirectUri: returnAddress(origin, provider),
    scope: [...new Set(['openid', ...provider.scopes])].join(' '),
    // With max_age a provider has to say when the person proved themselves, which a step-up asks for.
    asks: provider.forceReauthentication
      ? { prompt: 'login', max_age: '0' }
      : { max_age: String(longestSignedInS) },
    fetch: externalFetch(allowsLoopback),
    isInsecure: provider.issuer.startsWith('http:'),
    keepsKeys: false,
  })
  return { kind: 'openid', provider, party }
}

/** Who has been signed in at the provider for longer is asked to do so again. */
const longestSignedInS = 12 * 60 * 60

/**
 * Where an outside OpenID provider sends browsers back to: an address for each (RFC 9700, 4.4.2.2), so that no provider's
 * code is taken for another's, also where they do not say `iss`.
 */
export function returnAddress(origin: string, { name }: OpenIdProvider): string {
  return `${origin}/api/sign-in/returned/${name}`
}

/** What a browser that came back to /sso brings. */
export type Returned = { code: string; state: string; iss: string | undefined }

/** Whom the provider vouches for, to the browser that began this journey. Throws where anything about it is not good. */
export async function handleCallbackVia(
  providerClient: ProviderClient,
  authRequest: AuthRequest,
  returned: Returned,
  now: Date,
): Promise<VerifiedIdentity> {
  // A SAML provider's word was checked when it came by POST; what is left of it lies in the browser's sealed cookie.
  if (providerClient.kind === 'saml') {
    if (authRequest.kind !== 'vouched' || authRequest.code !== returned.code)
      throw new Error('no SAML provider has vouched for this browser')
    return authRequest.verifiedIdentity
  }
  if (authRequest.kind !== 'openid') throw new Error('this browser was not sent to an OpenID provider')
  const told = await providerClient.party.handleCallback(authRequest, returned)
  const nowMs = now.getTime()
  if (providerClient.kind === 'openid')
    return handleOpenIdCallback(providerClient.provider, told, {
      startedAtMs: startedAtOf(authRequest),
      nowMs,
    })
  const { sub: subject, amr, acr } = told.claims
  return {
    subject,
    claimed: null,
    idToken: told.idToken,
    sid: null,
    amr: Array.isArray(amr) ? amr.filter(method => typeof method === 'string') : [],
    acr: typeof acr === 'string' ? acr : null,
    verifiedAtMs: nowMs,
  }
}

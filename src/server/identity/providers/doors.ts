import type { FastifyInstance } from 'fastify'
import { ClientSecretBasic, ClientSecretPost } from 'openid-client'
import type { Client, IdentityProvider, OpenIdProvider, SamlProvider } from '../../../tenants/client.ts'
import { fetchWithin } from '../journey/fetch-within.ts'
import { begunAtOf, type Journey } from '../journey/journey.ts'
import { type RelyingParty, relyingParty } from '../journey/relying-party.ts'
import { providerPath, relyingPartyId, relyingPartySecret, ssoScreen } from '../provider/embedded-provider.ts'
import { type ServiceProvider, serviceProvider } from '../saml/service-provider.ts'
import { outsideFetch } from './outside-fetch.ts'
import type { ProviderSecrets } from './settings/provider-settings.ts'
import { vouchOpenId } from './vouch-openid.ts'
import type { Vouched } from './vouched.ts'

/** One way into a client, seen at one address: its provider, and the portal as that provider knows it. */
export type Door =
  | { kind: 'embedded'; provider: { kind: 'embedded' }; party: RelyingParty }
  | { kind: 'openid'; provider: OpenIdProvider; party: RelyingParty }
  | { kind: 'saml'; provider: SamlProvider; party: ServiceProvider }

export type DoorSettings = {
  inject: FastifyInstance['inject']
  secret: string
  providerSecrets: ProviderSecrets
  allowsLoopback: boolean
}

export async function openDoor(
  settings: DoorSettings,
  provider: IdentityProvider,
  { client, origin }: { client: Client; origin: string },
): Promise<Door> {
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
      fetch: fetchWithin(inject),
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
    asks: provider.asksAnew ? { prompt: 'login', max_age: '0' } : { max_age: String(longestSignedInS) },
    fetch: outsideFetch(allowsLoopback),
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
export async function arriveThrough(
  door: Door,
  journey: Journey,
  returned: Returned,
  now: Date,
): Promise<Vouched> {
  // A SAML provider's word was checked when it came by POST; what is left of it lies in the browser's sealed cookie.
  if (door.kind === 'saml') {
    if (journey.kind !== 'vouched' || journey.code !== returned.code)
      throw new Error('no SAML provider has vouched for this browser')
    return journey.vouched
  }
  if (journey.kind !== 'openid') throw new Error('this browser was not sent to an OpenID provider')
  const told = await door.party.arrive(journey, returned)
  const nowMs = now.getTime()
  if (door.kind === 'openid')
    return vouchOpenId(door.provider, told, { begunAtMs: begunAtOf(journey), nowMs })
  const { sub: subject, amr, acr } = told.claims
  return {
    subject,
    claimed: null,
    idToken: told.idToken,
    sid: null,
    amr: Array.isArray(amr) ? amr.filter(method => typeof method === 'string') : [],
    acr: typeof acr === 'string' ? acr : null,
    provedAtMs: nowMs,
  }
}

import type { FastifyInstance } from 'fastify'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Client } from '../../../tenants/client.ts'
import { providerPath, relyingPartyId, relyingPartySecret, ssoScreen } from '../provider/embedded-provider.ts'
import type { Journey } from './journey.ts'

/** Whom the provider vouched for, its word for it, and how it says that the person signed in (RFC 8176). */
export type Vouched = { subject: string; idToken: string; amr: readonly string[]; acr: string | null }

export type RelyingParty = {
  /** The address at the provider that a browser is sent to, and what to remember until it comes back. */
  depart(): Promise<{ address: string } & Pick<Journey, 'state' | 'nonce' | 'verifier'>>
  /** Exchanges the code that came back and checks the ID token: signature, issuer, audience, nonce, times. Throws. */
  arrive(journey: Journey, returned: { code: string; state: string; iss: string }): Promise<Vouched>
}

/** The portal as OpenID relying party of its own embedded provider: authorization code, PKCE, state, nonce and iss. */
export async function relyingParty(
  { inject, secret }: { inject: FastifyInstance['inject']; secret: string },
  client: Client,
  origin: string,
): Promise<RelyingParty> {
  const insecure = origin.startsWith('http:') ? [allowInsecureRequests] : []
  const configuration: Configuration = await discovery(
    new URL(`${origin}${providerPath}`),
    relyingPartyId,
    { id_token_signed_response_alg: 'ES256' },
    ClientSecretBasic(relyingPartySecret(secret, client, origin)),
    { [customFetch]: fetchWithin(inject), execute: [...insecure, enableNonRepudiationChecks] },
  )
  const redirectUri = `${origin}${ssoScreen}`
  return {
    depart: async () => {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid',
        prompt: 'login',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, state, nonce, verifier }
    },
    arrive: async (journey, returned) => {
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${new URLSearchParams(returned)}`),
        {
          pkceCodeVerifier: journey.verifier,
          expectedNonce: journey.nonce,
          expectedState: journey.state,
          idTokenExpected: true,
        },
      )
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) throw new Error('the provider named nobody')
      const { sub: subject, amr, acr } = claims
      return {
        subject,
        idToken: tokens.id_token,
        amr: Array.isArray(amr) ? amr.filter(method => typeof method === 'string') : [],
        acr: typeof acr === 'string' ? acr : null,
      }
    },
  }
}

/** The embedded provider is this very program, whose name need not resolve from here: asked without the network. */
function fetchWithin(inject: FastifyInstance['inject']): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      ...(body === null || body === undefined ? {} : { payload: String(body) }),
    })
    const answered = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) answered.set(name, String(value))
    }
    return new Response(new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: answered,
    })
  }
}

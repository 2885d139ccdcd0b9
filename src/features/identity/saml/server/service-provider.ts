import { randomBytes } from 'node:crypto'
import { type CacheProvider, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js'
import type { SamlProvider } from '../../../../clients/client.ts'
import { minuteMs } from '../../../../domain/durations.ts'
import { type SamlAuthRequest, startedAtOf } from '../../oidc/server/auth-request.ts'
import { clockSkewMs } from '../../oidc/server/clock-skew.ts'
import type { ProviderSecrets } from '../../oidc/server/provider-settings.ts'
import type { VerifiedIdentity } from '../../oidc/server/verified-identity.ts'
import { checkResponse, handleSamlResponse } from './handle-saml-response.ts'
import { requirePlainEnvelope } from './response-envelope.ts'

/** The portal as SAML 2.0 service provider of one identity provider. */
export type ServiceProvider = {
  /** The metadata that the bank registers, as XML. */
  metadata(): string
  /** The authorization address and the state to store until the callback. */
  startAuthorization(): Promise<{ address: string } & Pick<SamlAuthRequest, 'kind' | 'state' | 'requestId'>>
  /** Verifies a SAML response in base64. Throws if it is invalid. */
  handleCallback(
    authRequest: SamlAuthRequest,
    samlResponse: string,
    now: Date,
  ): Promise<{ verifiedIdentity: VerifiedIdentity; assertionId: string; until: Date }>
}

/** The portal's entity ID for one provider, which is also its metadata address, and its assertion consumer service. */
function samlAddresses(origin: string, { name }: SamlProvider): { entityId: string; acs: string } {
  const base = `${origin}/api/sign-in/saml/${name}`
  return { entityId: `${base}/metadata`, acs: `${base}/acs` }
}

const maxAssertionAgeMs = 10 * minuteMs

export function serviceProvider(
  provider: SamlProvider,
  origin: string,
  secrets: ProviderSecrets,
): ServiceProvider {
  const { entityId, acs } = samlAddresses(origin, provider)
  const { requestSigning } = provider
  const ownCertificate = requestSigning && (secrets[requestSigning.certificateName] ?? '')
  const samlFor = (requestId: string, startedAtMs: number) => {
    const config: SamlConfig = {
      idpCert: certificatesIn(secrets[provider.certificateName] ?? ''),
      entryPoint: provider.entryPoint,
      issuer: entityId,
      audience: entityId,
      callbackUrl: acs,
      identifierFormat: null,
      allowCreate: false,
      disableRequestedAuthnContext: true,
      forceAuthn: provider.forceReauthentication,
      wantAssertionsSigned: true,
      // Some providers sign only the assertion. A signature of the response is verified if there is one.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clockSkewMs,
      maxAssertionAgeMs,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: singleRequestCache(requestId, startedAtMs),
      ...(requestSigning
        ? {
            privateKey: secrets[requestSigning.keyName] ?? '',
            signatureAlgorithm: 'sha256',
            digestAlgorithm: 'sha256',
          }
        : {}),
    }
    return new SAML(config)
  }
  return {
    metadata: () => samlFor('_', 0).generateServiceProviderMetadata(null, ownCertificate),
    startAuthorization: async () => {
      const [state, requestId] = [
        randomBytes(32).toString('base64url'),
        `_${randomBytes(20).toString('hex')}`,
      ]
      const address = await samlFor(requestId, Date.now()).getAuthorizeUrlAsync(state, undefined, {})
      return { address, kind: 'saml', state, requestId }
    },
    handleCallback: async (authRequest, samlResponse, now) => {
      const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
      await requirePlainEnvelope(xml)
      const startedAtMs = startedAtOf(authRequest)
      const expected = { acs, requestId: authRequest.requestId, startedAtMs, nowMs: now.getTime() }
      checkResponse(await parseXml2JsFromString(xml), provider, expected)
      const { profile } = await samlFor(authRequest.requestId, startedAtMs).validatePostResponseAsync({
        SAMLResponse: samlResponse,
      })
      // node-saml returns only the signed assertion.
      return handleSamlResponse(profile?.getAssertion?.(), provider, expected)
    },
  }
}

/** node-saml reads pending requests from a cache. Ours contains the one from the browser's encrypted cookie. */
function singleRequestCache(requestId: string, startedAtMs: number): CacheProvider {
  return {
    getAsync: async key => (key === requestId ? new Date(startedAtMs).toISOString() : null),
    saveAsync: async (_key, value) => ({ value, createdAt: startedAtMs }),
    removeAsync: async () => null,
  }
}

function certificatesIn(pem: string): string[] {
  const found = pem.match(/-----BEGIN (CERTIFICATE|PUBLIC KEY)-----[^-]+-----END \1-----/g)
  return found ? [...found] : [pem]
}

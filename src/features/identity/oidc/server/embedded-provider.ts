import type { Kysely } from 'kysely'
import type { Configuration, Provider as OpenIdProvider } from 'oidc-provider'
import type { Client } from '../../../../clients/client.ts'
import { derivedKey } from '../../../../server/auth/encryption.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { acrValues } from '../../factors/server/mfa-context.ts'
import { userExists } from '../../server/users.queries.ts'
import { interactionPolicy, Provider } from './oidc-provider.ts'
import { providerAdapter } from './provider-adapter.ts'
import { signingKeyCipher, signingKeys } from './signing-keys.ts'

/** Where the provider is mounted; its issuer is the client's origin with this path. */
export const providerPath = '/oidc'
export const signInScreen = '/sign-in'
export const ssoScreen = '/sso'

/** The portal as the provider's one relying party. */
export const relyingPartyId = 'almoner'

/** A login that takes longer has to start again. */
const interactionSeconds = 10 * 60
const codeSeconds = 60
const idTokenSeconds = 5 * 60

const cookieNames = { session: '_oidc_session', interaction: '_oidc_interaction', resume: '_oidc_resume' }

/** The cookies of the provider's own session, which the portal clears after use. */
export const providerSessionCookies = {
  names: [cookieNames.session, `${cookieNames.session}.sig`],
  path: providerPath,
}

/** The cookies of an interaction, which the portal clears after the login. */
export const interactionCookies = {
  names: [cookieNames.interaction, `${cookieNames.interaction}.sig`],
  path: '/',
}

export function relyingPartySecret(secret: string, client: Client, origin: string): string {
  return derivedKey(secret, `relying party ${client.name} ${origin}`).toString('base64url')
}

/**
 * The OpenID provider of one client at one origin (§11). Its users are the realm's, its state is in the database. It requires
 * a login for every request, and its only scope is `openid`.
 */
export async function embeddedProvider(
  { realmDb, secret }: { realmDb: Kysely<DB>; secret: string },
  client: Client,
  origin: string,
): Promise<OpenIdProvider> {
  const keys = await signingKeys(realmDb, signingKeyCipher(secret, client.realm), new Date())
  const configuration: Configuration = {
    ...strictRules,
    adapter: model => providerAdapter(realmDb, model),
    // The library’s type of a key differs from jose’s, which describes the same RFC 7517.
    jwks: { keys: keys as NonNullable<Configuration['jwks']>['keys'] },
    clients: [
      {
        client_id: relyingPartyId,
        client_secret: relyingPartySecret(secret, client, origin),
        redirect_uris: [`${origin}${ssoScreen}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: {
      names: cookieNames,
      // Clients of one realm share the provider's table. Separate keys keep an interaction from continuing at another client,
      // which might not require a second factor.
      keys: [derivedKey(secret, `provider cookies ${client.name} ${origin}`)],
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: providerSessionCookies.path },
      // The path covers the API, to which the login screen posts the password.
      short: { signed: true, httpOnly: true, sameSite: 'lax', path: interactionCookies.path },
    },
    findAccount: async (_ctx, userId) =>
      (await userExists(realmDb, userId))
        ? { accountId: userId, claims: () => ({ sub: userId }) }
        : undefined,
  }
  const provider = new Provider(`${origin}${providerPath}`, configuration)
  // Safe, because mount-provider.ts replaces the forwarding headers of the caller.
  provider.proxy = true
  return provider
}

const strictRules: Configuration = {
  scopes: ['openid'],
  // The session records how the person logged in.
  claims: { openid: ['sub', 'acr', 'amr'] },
  acrValues: [...acrValues],
  responseTypes: ['code'],
  subjectTypes: ['public'],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  clientAuthMethods: ['client_secret_basic'],
  pkce: { required: () => true },
  // The provider's session may end before the code is exchanged.
  expiresWithSession: () => false,
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    resourceIndicators: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
  },
  ttl: {
    AccessToken: codeSeconds,
    AuthorizationCode: codeSeconds,
    Grant: interactionSeconds,
    IdToken: idTokenSeconds,
    Interaction: interactionSeconds,
    Session: interactionSeconds,
  },
  interactions: { url: () => signInScreen, policy: signInPolicy() },
  loadExistingGrant: async ctx => {
    // The portal is the provider's own client, so no consent is needed.
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client?.clientId ?? '',
      accountId: ctx.oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid')
    await grant.save()
    return grant
  },
  renderError: (ctx, out) => {
    // The screen at /sso shows the failure and offers to start again.
    ctx.redirect(`${ssoScreen}?${new URLSearchParams({ error: out.error })}`)
  },
}

/**
 * Requires a login for each request, whatever it asks for. Otherwise one click would log a person back in after a logout for
 * inactivity.
 */
function signInPolicy(): ReturnType<typeof interactionPolicy.base> {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  policy.get('login')?.checks.add(
    new Check('each_time', 'every request requires a login', 'login_required', ctx => {
      // The library's types lack the interaction's result, which its own checks read.
      const { result } = ctx.oidc as unknown as { result?: { login?: object } }
      return result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}

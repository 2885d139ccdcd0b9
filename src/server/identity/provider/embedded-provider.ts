import Provider, { type Configuration, interactionPolicy } from 'oidc-provider'
import type { Client } from '../../../tenants/client.ts'
import type { Databases } from '../../db/pools.ts'
import { acrValues } from '../factors/factor-asked.ts'
import { derivedKey, sealFor } from '../sealing.ts'
import { providerAdapter } from './provider-adapter.ts'
import { signingKeys } from './signing-keys.ts'

/** Where the provider is mounted; its issuer is the client's origin with this path. */
export const providerPath = '/oidc'
export const signInScreen = '/sign-in'
export const ssoScreen = '/sso'

/** The portal as the provider's one relying party. */
export const relyingPartyId = 'almoner'

/** A sign-in that is not finished after ten minutes starts again. */
const interactionSeconds = 10 * 60
const codeSeconds = 60
const idTokenSeconds = 5 * 60

const cookieNames = { session: '_oidc_session', interaction: '_oidc_interaction', resume: '_oidc_resume' }

/** Names and path of the cookies that hold the provider's own session, to be taken away when it is of no more use. */
export const providerSessionCookies = {
  names: [cookieNames.session, `${cookieNames.session}.sig`],
  path: providerPath,
}

/** The same of the sign-in that was under way, which is of no use once it is complete. */
export const interactionCookies = {
  names: [cookieNames.interaction, `${cookieNames.interaction}.sig`],
  path: '/',
}

export function relyingPartySecret(secret: string, client: Client, origin: string): string {
  return derivedKey(secret, `relying party ${client.name} ${origin}`).toString('base64url')
}

/**
 * The OpenID provider of one client at one address (open-points 8). Its people are the realm's, its state is in the
 * database; it asks for the password at every sign-in and gives away nothing but who signed in.
 */
export async function embeddedProvider(
  { databases, secret }: { databases: Databases; secret: string },
  client: Client,
  origin: string,
): Promise<Provider> {
  const realmDb = databases.realm(client.realm)
  const keys = await signingKeys(realmDb, sealFor(secret, `signing keys ${client.realm}`))
  const configuration: Configuration = {
    ...strictRules,
    adapter: model => providerAdapter(realmDb, model),
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
      // Clients of one realm share the provider's table: by this a sign-in that was begun at one of them is none at another,
      // which may not ask for a second factor.
      keys: [derivedKey(secret, `provider cookies ${client.name} ${origin}`)],
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: providerSessionCookies.path },
      // The password is posted to the API, not below the screen's own address, so the cookie goes to both.
      short: { signed: true, httpOnly: true, sameSite: 'lax', path: interactionCookies.path },
    },
    findAccount: async (_ctx, userId) => {
      const user = await realmDb
        .selectFrom('app_user')
        .select('user_id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return user ? { accountId: userId, claims: () => ({ sub: userId }) } : undefined
    },
  }
  const provider = new Provider(`${origin}${providerPath}`, configuration)
  // mount-provider.ts writes the forwarding headers itself, whatever the caller sent.
  provider.proxy = true
  return provider
}

const strictRules: Configuration = {
  scopes: ['openid'],
  // How the person signed in travels in the ID token, so that the session knows it.
  claims: { openid: ['sub', 'acr', 'amr'] },
  acrValues: [...acrValues],
  responseTypes: ['code'],
  subjectTypes: ['public'],
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  clientAuthMethods: ['client_secret_basic'],
  pkce: { required: () => true },
  // The session at the provider is no one's warrant: it may end before the code is exchanged.
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
    // The portal is the house's own: there is nothing to consent to.
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client?.clientId ?? '',
      accountId: ctx.oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid')
    await grant.save()
    return grant
  },
  renderError: (ctx, out) => {
    // The portal's own screen says that it failed, and offers to start again.
    ctx.redirect(`${ssoScreen}?${new URLSearchParams({ error: out.error })}`)
  },
}

/**
 * Login and nothing else, and that anew each time: whoever was logged out for inactivity must not be back by one
 * press of a link, whatever the request asks for.
 */
function signInPolicy(): ReturnType<typeof interactionPolicy.base> {
  const { base, Check } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  policy.get('login')?.checks.add(
    new Check('each_time', 'the password is asked for at every sign-in', 'login_required', ctx => {
      // The interaction's result is not among the types, though it is what its own checks read.
      const { result } = ctx.oidc as unknown as { result?: { login?: object } }
      return result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}

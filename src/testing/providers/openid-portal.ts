import type { OpenIdProvider } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { originOf, startTestApp, type TestApp } from '../app.ts'
import { makeAccount } from '../factories/make-account.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { type TestBrowser, testBrowser } from '../sign-in/sign-in.ts'
import { type CallbackParams, followCallback, startAuthorization } from './external-sign-in.ts'
import { type OpenIdProcess, startOpenIdProvider } from './openid-control.ts'

export type OpenIdPortal = {
  portal: TestApp
  bank: OpenIdProcess
  /** A person of the realm with an account, and their claims at the bank. */
  makePerson(): Promise<{ user: MadeUser; claims: { sub: string; upn: string } }>
  browser(): TestBrowser
  /** A browser that returned from the bank, and its parameters for /sso. */
  returned(claims: Record<string, unknown>): Promise<{ browser: TestBrowser; params: CallbackParams }>
  stop(): Promise<void>
}

/** Starts the portal with a bank's OpenID provider, in a separate process, beside the embedded one. */
export async function startOpenIdPortal(about: Partial<OpenIdProvider> = {}): Promise<OpenIdPortal> {
  const bank = await startOpenIdProvider()
  const provider: OpenIdProvider = {
    kind: 'openid',
    name: 'bank',
    title: 'Staff of the bank',
    issuer: bank.origin,
    forceReauthentication: false,
    clientId: 'portal',
    clientSecretName: 'BANK_CLIENT_SECRET',
    scopes: ['email'],
    linkBy: { to: 'ssoId', claim: 'upn' },
    ...about,
  }
  const portal = await startTestApp({
    clients: { npt: { ...npt, identityProviders: [{ kind: 'embedded' }, provider] } },
    settings: { providerSecrets: { BANK_CLIENT_SECRET: 'a secret that the bank made up' } },
  })
  const browser = () => testBrowser(portal.app, originOf('npt'))
  return {
    portal,
    bank,
    browser,
    makePerson: async () => {
      const user = await makeUser(portal.databases)
      await makeRelationship(portal.databases, await makeAccount(portal.databases), { user })
      return { user, claims: { sub: `subject of ${user.ssoId}`, upn: user.ssoId } }
    },
    returned: async claims => {
      await bank.set({ claims })
      const visitor = browser()
      const params = await followCallback(visitor, await startAuthorization(visitor, 'bank'))
      return { browser: visitor, params }
    },
    stop: async () => {
      await portal.close()
      await bank.stop()
    },
  }
}

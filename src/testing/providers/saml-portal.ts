import type { LightMyRequestResponse } from 'fastify'
import type { SamlProvider } from '../../clients/client.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { originOf, startTestApp, type TestApp } from '../app.ts'
import { makeAccount } from '../factories/make-account.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { type TestBrowser, testBrowser } from '../sign-in/sign-in.ts'
import { startAuthorization } from './external-sign-in.ts'
import { type SamlProcess, startSamlProvider } from './saml-control.ts'

const base = `${originOf('npt')}/api/sign-in/saml/bank`
export const samlEndpoints = { entityId: `${base}/metadata`, acs: `${base}/acs` }

/** The fields of the form that the provider's page posts. */
type Posted = { SAMLResponse: string; RelayState: string }

export type SamlPortal = {
  portal: TestApp
  bank: SamlProcess
  makePerson(ssoId?: string): Promise<MadeUser>
  browser(): TestBrowser
  /** Follows the 'Log In' link to the provider; returns the fields that the browser posts back. */
  visit(browser: TestBrowser): Promise<Posted>
  post(browser: TestBrowser, posted: Partial<Posted>): Promise<LightMyRequestResponse>
  stop(): Promise<void>
}

/** Starts the portal for a client whose only provider is a bank's SAML provider, in a separate process. */
export async function startSamlPortal(
  about: Partial<SamlProvider> = {},
  providerSecrets: Record<string, string> = {},
): Promise<SamlPortal> {
  const bank = await startSamlProvider(samlEndpoints)
  const provider: SamlProvider = {
    kind: 'saml',
    name: 'bank',
    title: 'Staff of the bank',
    issuer: bank.issuer,
    forceReauthentication: false,
    entryPoint: `${bank.origin}/sign-on`,
    certificateName: 'BANK_CERTIFICATE',
    requestSigning: null,
    linkBy: { to: 'ssoId', claim: 'NameID' },
    ...about,
  }
  const portal = await startTestApp({
    clients: { npt: { ...npt, identityProviders: [provider] } },
    settings: { providerSecrets: { BANK_CERTIFICATE: bank.publicKey, ...providerSecrets } },
  })
  return {
    portal,
    bank,
    browser: () => testBrowser(portal.app, originOf('npt')),
    makePerson: async ssoId => {
      const user = await makeUser(portal.databases, ssoId === undefined ? {} : { ssoId })
      await makeRelationship(portal.databases, await makeAccount(portal.databases), { user })
      return user
    },
    visit: async browser => {
      const page = await (await fetch(await startAuthorization(browser, 'bank'))).text()
      const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
      if (value('SAMLResponse') === '') throw new Error(`the provider answered ${page}`)
      return { SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') }
    },
    // The browser sends the origin of the bank's page.
    post: (browser, posted) =>
      browser.postForm(samlEndpoints.acs, posted as Record<string, string>, { origin: bank.origin }),
    stop: async () => {
      await portal.close()
      await bank.stop()
    },
  }
}

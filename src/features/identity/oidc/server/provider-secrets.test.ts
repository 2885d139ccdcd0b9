import { expect, test } from 'vitest'
import type { Client, OpenIdProvider, SamlProvider } from '../../../../clients/client.ts'
import { npt } from '../../../../clients/configuration/npt.ts'
import { readProviderSecrets } from './provider-secrets.ts'

const openId: OpenIdProvider = {
  kind: 'openid',
  name: 'bank',
  title: 'Staff',
  issuer: 'https://login.bank.example',
  forceReauthentication: false,
  clientId: 'portal',
  clientSecretName: 'BANK_SECRET',
  scopes: [],
  linkBy: { to: 'verified-email' },
}
const saml: SamlProvider = {
  kind: 'saml',
  name: 'old-bank',
  title: 'Clients',
  issuer: 'https://saml.bank.example/metadata',
  forceReauthentication: false,
  entryPoint: 'https://saml.bank.example/sign-on',
  certificateName: 'BANK_CERTIFICATE',
  requestSigning: { keyName: 'OUR_KEY', certificateName: 'OUR_CERTIFICATE' },
  linkBy: { to: 'ssoId', claim: 'NameID' },
}
const clientWith = (...identityProviders: Client['identityProviders'][number][]): Client[] => [
  { ...npt, identityProviders },
]
const read = (clients: Client[], source: Record<string, string> = {}) =>
  readProviderSecrets(clients, { allowsLoopback: false }, source)

test('reads the provider secrets from the environment, including a key on one line', () => {
  const source = {
    BANK_SECRET: 's',
    BANK_CERTIFICATE: 'a\\nb',
    OUR_KEY: 'k',
    OUR_CERTIFICATE: 'c',
    OTHER: 'x',
  }
  expect(read(clientWith(openId, saml), source)).toEqual({
    BANK_SECRET: 's',
    BANK_CERTIFICATE: 'a\nb',
    OUR_KEY: 'k',
    OUR_CERTIFICATE: 'c',
  })
})

test('names each missing secret and does not start', () => {
  const start = () => read(clientWith(openId, saml), { OUR_KEY: ' ' })
  for (const name of ['BANK_SECRET', 'BANK_CERTIFICATE', 'OUR_KEY', 'OUR_CERTIFICATE'])
    expect(start).toThrow(`${name} is missing`)
})

test.each([
  ['no provider', [], 'has no identity provider'],
  ['two providers of one name', [openId, { ...openId, issuer: 'https://b.example' }], 'the same name'],
  ['two providers of one issuer', [openId, { ...openId, name: 'b' }], 'the same issuer'],
  ['an issuer without https', [{ ...openId, issuer: 'http://login.bank.example' }], 'over https'],
  ['an issuer on this machine', [{ ...openId, issuer: 'http://127.0.0.1:4000' }], 'over https'],
  ['an address with a password', [{ ...saml, entryPoint: 'https://a:b@saml.example' }], 'over https'],
  ['a name with other characters', [{ ...openId, name: 'Bank/..' }], 'needs a name'],
  ['the embedded provider’s name', [{ ...openId, name: 'embedded' }], 'needs a name'],
] as const)('rejects a client’s provider settings at the start: %s', (_name, providers, sentence) => {
  const secrets = { BANK_SECRET: 's', BANK_CERTIFICATE: 'c', OUR_KEY: 'k', OUR_CERTIFICATE: 'c' }
  expect(() => read(clientWith(...providers), secrets)).toThrow(sentence)
})

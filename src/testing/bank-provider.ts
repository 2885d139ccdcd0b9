import type { OpenIdProvider } from '../clients/client.ts'

/** A provider of a bank, which no test calls. */
export const bankProvider: OpenIdProvider = {
  kind: 'openid',
  name: 'staff',
  title: 'Staff of the bank',
  issuer: 'https://login.bank.example',
  clientId: 'almoner',
  clientSecretName: 'BANK_CLIENT_SECRET',
  scopes: [],
  forceReauthentication: true,
  linkBy: { to: 'verified-email' },
}

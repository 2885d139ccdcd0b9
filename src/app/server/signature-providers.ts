import { embeddedProvider } from '../../features/signing/server/embedded-provider.ts'
import type { SignatureProviders } from '../../server/signatures/providers.ts'

/** The providers of signatures. Rows and the addresses of webhooks contain their names, so a name never changes. */
export const signatureProviders: SignatureProviders = {
  nameFor: () => 'embedded',
  open: (name, place) => (name === 'embedded' ? embeddedProvider(place) : null),
}

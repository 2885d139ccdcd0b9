import { systemClock } from '../../domain/clock.ts'
import { embeddedProvider, embeddedProviderName } from '../../features/signing/server/embedded-provider.ts'
import type { Environment } from '../../server/env.ts'
import { openDocuSign } from '../../server/signatures/docusign-provider.ts'
import type { SignatureProviders } from '../../server/signatures/providers.ts'
import { envelopeOwners } from './envelope-owners.ts'

/**
 * The providers of signatures. Rows and the addresses of webhooks contain their names, so a name never changes. Where DocuSign is
 * configured, it signs new documents; documents that were started in the portal are finished
 * in the portal.
 *
 * @throws EnvironmentError if DocuSign's key cannot be read.
 */
export async function openSignatureProviders({
  docuSign,
}: Pick<Environment, 'docuSign'>): Promise<SignatureProviders> {
  const external = docuSign && (await openDocuSign(docuSign, { clock: systemClock }))
  return {
    owners: envelopeOwners,
    nameFor: () => (external ? 'docusign' : embeddedProviderName),
    open: (name, place) => {
      if (name === 'docusign') return external
      return name === embeddedProviderName ? embeddedProvider(place) : null
    },
  }
}

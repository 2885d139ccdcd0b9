import { clients } from '../../../clients/clients.ts'
import { describeAccess } from '../../../testing/access-matrix/describe-access.ts'
import { bankProvider } from '../../../testing/bank-provider.ts'

describeAccess('users', {
  clients: Object.fromEntries(
    Object.entries(clients).map(([name, client]) => [
      name,
      { ...client, identityProviders: [{ kind: 'embedded' }, bankProvider] },
    ]),
  ),
  settings: { providerSecrets: { [bankProvider.clientSecretName]: 'a secret of the bank' } },
})

import { clientNamed } from '../clients/clients.ts'
import { systemClock } from '../domain/clock.ts'
import { noProviders } from '../server/signatures/providers.ts'
import { testSecret } from './database/database-server.ts'

/** What jobs get besides their database; the same values as in `startTestApp`. */
export const jobSettings = {
  secret: testSecret,
  originPattern: 'http://{client}.localhost:3000',
  documentFiles: null,
  signatures: noProviders,
  sealer: null,
  checkpointFolders: [],
  providerSecrets: {},
  smtpUrl: null,
  client: clientNamed,
  clock: systemClock,
}

import { noProviders } from '../server/signatures/providers.ts'
import { testSecret } from './database/database-server.ts'

/** Settings of the job worker besides databases and tasks; the same values as in `startTestApp`. */
export const jobSettings = {
  secret: testSecret,
  originPattern: 'http://{client}.localhost:3000',
  documentFiles: null,
  signatures: noProviders,
  sealer: null,
}

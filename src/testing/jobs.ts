import { testSecret } from './database/database-server.ts'

/** What the job worker is given besides databases and tasks, as `startTestApp` has it. */
export const jobSettings = { secret: testSecret, originPattern: 'http://{client}.localhost:3000' }

import { syncPeople, syncPerson } from '../features/people/server/sync-person.ts'
import { openDatabases } from '../server/db/pools.ts'
import { startJobWorker } from '../server/jobs/worker.ts'
import { testSecret } from './database/database-server.ts'
import { jobSettings } from './jobs.ts'

/** A program of its own that a test can kill: it runs the jobs about people on the database of the argument. */
const databases = openDatabases({ server: JSON.parse(process.argv[2] ?? ''), secret: testSecret })
await startJobWorker({ databases, tasks: [syncPerson, syncPeople], ...jobSettings })

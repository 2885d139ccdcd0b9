import { databasesOf, serve } from '../../app/server/main.ts'
import { readEnvironment } from '../../server/env.ts'
import { createShutdown, stopOnSignals } from '../../server/http/shutdown.ts'
import { createLog } from '../../server/log.ts'

// The program of npm start on a prepared database, without the web, which takes long to build.

const environment = readEnvironment('demonstration')
const { databaseUrl, secret } = environment
if (databaseUrl === null || secret === null) throw new Error('it needs DATABASE_URL and APP_SECRET')
const log = createLog(environment.logLevel)
const shutdown = createShutdown(problem => log.error(problem))
stopOnSignals(shutdown)
const databases = databasesOf(environment, databaseUrl, secret)
shutdown.add('database pools', databases.close)
await serve({
  environment,
  secret,
  databases,
  log,
  shutdown,
  webRoot: null,
  heartbeat: { everyMs: 100, goneAfterMs: 500, deadAfterMs: 1_000 },
})

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { routes } from '../../src/app/server/routes.ts'
import { createApp } from '../../src/app/server/server.ts'
import { clients } from '../../src/clients/clients.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { fundActivityRoutes } from '../../src/features/fund-activity/server/fund-activity.routes.ts'
import { openDatabases } from '../../src/server/db/pools.ts'
import { encryptedFiles } from '../../src/server/files/encrypted-files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { watchLoop } from '../fairness/watch-loop.ts'
import { unguardedRoutes } from './unguarded-routes.ts'

// Runs the whole portal in a separate process. It sends its port to the parent in one message, and answers each message of the parent
// with its memory, the longest delay of its event loop since the last one, and the longest time for which its own work delayed it.
const { server, secret, connections, cachesAccess } = JSON.parse(process.argv[2] ?? '{}')
const files = folderFiles(join(tmpdir(), 'almoner-bench-files'))
const app = await createApp({
  databases: openDatabases({ server, secret, maxPerBook: connections }),
  // The benchmark stores no files.
  files,
  documentFiles: encryptedFiles(files, [{ keyId: 'bench', key: Buffer.alloc(32) }]),
  clients,
  addresses: { originPattern: 'http://{client}.localhost:3000', defaultClient: 'npt' },
  clock: systemClock,
  secret,
  mode: 'production',
  cachesAccess,
  routes: [...routes, ...unguardedRoutes(fundActivityRoutes)],
  webRoot: null,
  log: pino({ level: 'silent' }),
})
await app.listen({ host: '127.0.0.1', port: 0 })
const loop = watchLoop()
process.on('message', () => {
  process.send?.({ ...loop.read(), residentMb: process.memoryUsage.rss() / 2 ** 20 })
})
process.send?.({ port: Number(new URL(app.listeningOrigin).port) })
process.on('disconnect', () => process.exit(0))

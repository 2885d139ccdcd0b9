import { readFile } from 'node:fs/promises'
import pino from 'pino'
import { routes } from '../../src/app/server/routes.ts'
import { createApp } from '../../src/app/server/server.ts'
import { clients } from '../../src/clients/clients.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { fundActivityRoutes } from '../../src/features/fund-activity/server/fund-activity.routes.ts'
import { type DatabaseServer, openDatabases } from '../../src/server/db/pools.ts'
import { encryptedFiles } from '../../src/server/files/encrypted-files.ts'
import { folderFiles } from '../../src/server/files/folder-files.ts'
import { memoryProvider } from '../../src/testing/signatures/memory-provider.ts'
import { temporaryDirectory } from '../../src/testing/temporary/temporary-directory.ts'
import { type LoopTimes, watchLoop } from '../fairness/watch-loop.ts'
import { unguardedRoutes } from './unguarded-routes.ts'

export type PortalSettings = {
  server: DatabaseServer
  secret: string
  /** How many connections each pool opens at most. */
  connections: number
  cachesAccess: boolean
  /** The built web; absent: the API alone. */
  webRoot?: string
}

/** What a server measured: its event loop since the last call, and the memory of its process. */
export type Measured = LoopTimes & { residentMb: number; peakResidentMb: number }

export type Portal = { port: number; measure: () => Promise<Measured>; stop: () => Promise<void> }

/** Starts the whole portal, without its jobs, on a free port of this process. */
export async function startPortal(settings: PortalSettings): Promise<Portal> {
  const { server, secret, connections, cachesAccess, webRoot = null } = settings
  // A benchmark stores no files that anyone reads again.
  const files = folderFiles(temporaryDirectory('bench-files'))
  const databases = openDatabases({ server, secret, maxPerBook: connections })
  const app = await createApp({
    databases,
    files,
    // Documents to sign are drawn, but nobody signs them.
    signatures: memoryProvider(),
    documentFiles: encryptedFiles(files, [{ keyId: 'bench', key: Buffer.alloc(32) }]),
    clients,
    // Port 0: the system chooses the port, so every port in a host header is the portal's.
    addresses: { originPattern: 'http://{client}.localhost:0', defaultClient: 'npt' },
    clock: systemClock,
    secret,
    mode: 'production',
    cachesAccess,
    routes: [...routes, ...unguardedRoutes(fundActivityRoutes)],
    webRoot,
    log: pino({ level: 'silent' }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const loop = watchLoop()
  return {
    port: Number(new URL(app.listeningOrigin).port),
    measure: async () => ({
      ...loop.read(),
      residentMb: process.memoryUsage.rss() / 2 ** 20,
      peakResidentMb: await peakResidentMb(),
    }),
    stop: async () => {
      loop.stop()
      await app.close()
      await databases.close()
    },
  }
}

/** The most memory that this process has had. Linux counts in maxRSS what its parent had when it was forked. */
async function peakResidentMb(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const peakKb = /VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Number(peakKb) / 1024
}

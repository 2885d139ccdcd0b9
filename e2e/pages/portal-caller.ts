import { maxStartMs, maxStopMs, startSpawnedServer } from '../../src/testing/temporary/spawned-server.ts'
import { test as base, type ClientName } from '../fixtures.ts'

/** Starts another server with its own data folder and port, which requires the second factor as its clients do. */
export const test = base.extend<object, { askingOrigin: (client: ClientName) => string }>({
  askingOrigin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const portal = await startSpawnedServer('e2e-asking', {
        DEMO_SECOND_FACTOR: 'on',
        // Those that ask. Books that nobody opens would take a minute more to write.
        DEMO_FUNDS: '10',
        DEMO_CLIENTS: 'npt,rathbones',
      })
      await use(portal.originOf).finally(portal.stop)
    },
    { scope: 'worker', timeout: maxStartMs + maxStopMs },
  ],
})

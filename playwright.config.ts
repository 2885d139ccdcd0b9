import { defineConfig } from '@playwright/test'
import { findChromium } from './src/testing/chromium.ts'
import {
  chooseSpawnedServer,
  healthOf,
  maxStartMs,
  maxStopMs,
  spawnedServerCommand,
} from './src/testing/temporary/spawned-server.ts'

// This file is read by each worker as well; the environment tells them what the first reading chose.
if (process.env.ALMONER_E2E_PORT === undefined) {
  const { port, dataDir } = await chooseSpawnedServer('e2e')
  process.env.ALMONER_E2E_PORT = String(port)
  process.env.ALMONER_E2E_DATA_DIR = dataDir
  process.env.ALMONER_E2E_LOG = `${dataDir}.log`
}
const { ALMONER_E2E_PORT: port, ALMONER_E2E_DATA_DIR: dataDir = '', ALMONER_E2E_LOG: log } = process.env

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalTeardown: './e2e/errors-of-server.ts',
  forbidOnly: true,
  // Tests with the tag are those of `npm run test:long`, which runs no others (e2e/long.ts).
  ...(process.env.ALMONER_LONG_TESTS === 'yes' ? { grep: /@long/ } : { grepInvert: /@long/ }),
  fullyParallel: true,
  // Two cores wait for each other's answers a quarter of the time with two.
  workers: 3,
  // A test that passes only on a second try must be fixed.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Chromium itself resolves every name under localhost, so each client has its own address.
    baseURL: `http://npt.localhost:${port}`,
    launchOptions: await findChromium(),
    // As the pages of e2e/page-pool.ts.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A press that cannot be made should say so, not wait for the end of its test.
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    // Recording a trace takes a third of the time. To see one of a failure: npx playwright test --trace=retain-on-failure
    trace: 'off',
  },
  webServer: {
    // What npm start runs, on a folder of its own: no part of the program is replaced.
    command: spawnedServerCommand(dataDir, log)
      .map(part => `"${part}"`)
      .join(' '),
    url: healthOf(port),
    // Fewer funds than in the demonstration that people look at; no test needs more, and it starts in half the time.
    env: { PORT: port, DEMO_FUNDS: '40', DEMO_CLIENTS: process.env.DEMO_CLIENTS ?? '', LOG_LEVEL: 'error' },
    timeout: maxStartMs,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: maxStopMs },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

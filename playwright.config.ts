import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './src/testing/chromium.ts'

// This file is read by each worker as well; the environment tells them what the first reading chose.
if (process.env.ALMONER_E2E_PORT === undefined) {
  process.env.ALMONER_E2E_PORT = String(await freePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'almoner-e2e-'))
  process.env.ALMONER_E2E_DATA_DIR = dataDir
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
}
const port = process.env.ALMONER_E2E_PORT
const { DATABASE_URL: _notTheirs, ...environment } = process.env

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // On a shared machine a browser may stand still for long. At a desk a test that fails now and then is to be seen failing.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Chromium itself resolves every name under localhost, so each client has its own address.
    baseURL: `http://npt.localhost:${port}`,
    launchOptions: await findChromium(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A press that cannot be made should say so, not wait for the end of its test.
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
  },
  webServer: {
    // What npm start runs, on a folder of its own: nothing stands in for any part of the program.
    command: `"${process.execPath}" tools/start.ts`,
    url: `http://127.0.0.1:${port}/healthz`,
    env: {
      ...(environment as Record<string, string>),
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: process.env.ALMONER_E2E_DATA_DIR ?? '',
    },
    timeout: 400_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

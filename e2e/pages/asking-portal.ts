import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type ClientName, expect } from '../fixtures.ts'

/** It makes its demonstration first, beside the other programs of this run. */
const startMs = 400_000

/** The program once more, on a folder and a port of its own, asking for the second factor as its clients say. */
export const test = base.extend<object, { askingOrigin: (client: ClientName) => string }>({
  askingOrigin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
    async ({}, use) => {
      const port = await freePort()
      const dataDir = mkdtempSync(join(tmpdir(), 'almoner-e2e-asking-'))
      const { DATABASE_URL: _notTheirs, ...environment } = process.env
      const program = spawn(process.execPath, ['tools/start.ts'], {
        env: {
          ...environment,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DEMO_SECOND_FACTOR: 'on',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      try {
        await ready(`http://127.0.0.1:${port}/healthz`)
        await use(client => `http://${client}.localhost:${port}`)
      } finally {
        await stopped(program)
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: startMs + 20_000 },
  ],
})

const ready = (address: string): Promise<void> =>
  expect
    .poll(
      () =>
        fetch(address).then(
          response => response.status,
          () => 0,
        ),
      { timeout: startMs },
    )
    .toBe(200)

async function stopped(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return
  const gone = new Promise(resolve => program.once('exit', resolve))
  program.kill('SIGTERM')
  await gone
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

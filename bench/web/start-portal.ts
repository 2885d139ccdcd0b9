import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../tools/start.ts', import.meta.url))
/** It may build the web and make its demonstration first. */
const startAtMostMs = 400_000

/** What `npm start` runs, on a folder and a port of its own. */
export async function startPortal(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almoner-bench-web-'))
  const port = await freePort()
  const { DATABASE_URL: _notTheirs, ...environment } = process.env
  const child = spawn(process.execPath, [program], {
    env: { ...environment, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode === null) {
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  const untilMs = performance.now() + startAtMostMs
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      response => response.ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop()
      throw new Error('the portal did not start')
    }
    await wait(250)
  }
  return { origin: `http://npt.localhost:${port}`, stop }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

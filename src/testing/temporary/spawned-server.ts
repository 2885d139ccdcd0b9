import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** It may build the web and make its demonstration first, beside other programs. */
export const startAtMostMs = 400_000
/** It ends its requests, its jobs and its PostgreSQL. */
export const stopAtMostMs = 60_000

const keeper = fileURLToPath(new URL('keeper.ts', import.meta.url))
const program = fileURLToPath(new URL('../../../tools/start.ts', import.meta.url))

/** What `npm start` runs, on a data folder that goes with it. `port` is for PORT of its environment. */
export async function chooseSpawnedServer(name: string): Promise<{ port: number; dataDir: string }> {
  return { port: await freePort(), dataDir: join(tmpdir(), `almoner-${name}-${randomUUID()}`) }
}

/** How to run it, as the parts of a command. */
export const spawnedServerCommand = (dataDir: string) => [process.execPath, keeper, dataDir, program] as const

export const healthOf = (port: number | string) => `http://127.0.0.1:${port}/healthz`

/** Starts one and waits until it answers; it ends with this process at the latest. */
export async function startSpawnedServer(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ originOf: (client: string) => string; stop(): Promise<void> }> {
  const { port, dataDir } = await chooseSpawnedServer(name)
  const [command, ...args] = spawnedServerCommand(dataDir)
  const child = spawn(command, args, {
    env: { ...process.env, PORT: String(port), ...environment },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  const untilMs = performance.now() + startAtMostMs
  while (!(await answers(healthOf(port)))) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop()
      throw new Error('the portal did not start')
    }
    await delay(250)
  }
  return { originOf: client => `http://${client}.localhost:${port}`, stop }
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    response => response.ok,
    () => false,
  )

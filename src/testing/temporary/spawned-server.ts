import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { minuteMs } from '../../domain/durations.ts'
import { testFilesFolder } from './test-files-folder.ts'

/** Long, because the server may first build the web and write the seed data, beside other programs. */
export const maxStartMs = 400_000
/** The server finishes its requests and jobs, then stops its PostgreSQL. */
export const maxStopMs = minuteMs

const watchdog = fileURLToPath(new URL('watchdog.ts', import.meta.url))
const program = fileURLToPath(new URL('../../../tools/start.ts', import.meta.url))

/** A free port (for PORT) and a new data directory (for DATA_DIR), which is deleted when the server ends. */
export async function chooseSpawnedServer(name: string): Promise<{ port: number; dataDir: string }> {
  return { port: await freePort(), dataDir: join(testFilesFolder(), `almoner-${name}-${randomUUID()}`) }
}

/** The command and arguments that run `npm start` on this data directory, under the watchdog. Its output goes to `log`, if it is named. */
export const spawnedServerCommand = (dataDir: string, log?: string) =>
  [process.execPath, watchdog, dataDir, program, ...(log === undefined ? [] : [log])] as const

export const healthOf = (port: number | string) => `http://127.0.0.1:${port}/healthz`

/** Starts a server and waits until it answers. It ends with this process at the latest. */
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
  const untilMs = performance.now() + maxStartMs
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

/** A port on which no process listens now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('the system assigned no port')
  return address.port
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * Starts a file of this folder as a separate process. The process writes one line of JSON when it is ready, and ends when
 * its standard input closes.
 */
export async function spawnProvider<Ready extends { origin: string }>(
  file: string,
  state: object,
): Promise<Ready & { stop(): Promise<void> }> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(state)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    ...(JSON.parse(line) as Ready),
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

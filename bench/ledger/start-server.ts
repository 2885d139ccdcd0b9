import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Server = { port: number; pid: number | undefined; stop: () => void }

/** Starts a child process, which sends the port on which it listens. */
export function startServer(script: string, argument: unknown): Promise<Server> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(argument)])
  return new Promise((resolve, reject) => {
    child.once('message', message =>
      resolve({ port: (message as { port: number }).port, pid: child.pid, stop: () => child.kill() }),
    )
    child.once('exit', code => reject(new Error(`${script} ended with ${code}`)))
  })
}

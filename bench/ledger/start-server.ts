import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Server = { port: number; pid: number | undefined; stop: () => void }

const profileFolder = process.env.BENCH_PROFILE

/** Starts a child process, which sends the port on which it listens. */
export function startServer(script: string, argument: unknown): Promise<Server> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(argument)], {
    // BENCH_PROFILE=folder: each server writes a CPU profile there when it ends.
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
  })
  return new Promise((resolve, reject) => {
    child.once('message', message =>
      resolve({ port: (message as { port: number }).port, pid: child.pid, stop: () => child.disconnect() }),
    )
    child.once('exit', code => reject(new Error(`${script} ended with ${code}`)))
  })
}

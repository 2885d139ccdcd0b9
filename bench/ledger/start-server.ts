import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import type { LoopTimes } from '../fairness/watch-loop.ts'

type Server = {
  port: number
  pid: number | undefined
  /** Of portal-server.ts: what it measured since the last call. */
  measure: () => Promise<LoopTimes & { residentMb: number }>
  stop: () => void
}

const profileFolder = process.env.BENCH_PROFILE
/** The limits of the heap with which `npm run serve` starts the portal. */
const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** Starts a child process, which sends the port on which it listens. */
export function startServer(script: string, argument: unknown): Promise<Server> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(argument)], {
    // BENCH_PROFILE=folder: each server writes a CPU profile there when it ends.
    execArgv: [
      ...heapFlags,
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
    ],
  })
  return new Promise((resolve, reject) => {
    child.once('message', message =>
      resolve({
        port: (message as { port: number }).port,
        pid: child.pid,
        measure: () =>
          new Promise(measured => {
            child.once('message', answer => measured(answer as Awaited<ReturnType<Server['measure']>>))
            child.send('measure')
          }),
        stop: () => child.disconnect(),
      }),
    )
    child.once('exit', code => reject(new Error(`${script} ended with ${code}`)))
  })
}

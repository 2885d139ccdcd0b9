import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { isSmallest } from '../sizes.ts'
import type { Measured, Portal, PortalSettings } from './portal.ts'

const profileFolder = process.env.BENCH_PROFILE
/** The limits of the heap with which `npm run serve` starts the portal. */
const heapFlags = [...packageJson.scripts.serve.matchAll(/--\S+/g)].map(([flag]) => flag)

/** Starts the portal in a process of its own; with `--smallest` in this one, which then loads the program once for all benchmarks. */
export async function startPortal(settings: PortalSettings): Promise<Portal> {
  if (!isSmallest) return await startPortalProcess(settings)
  // A dynamic import, because a process that only sends the requests does not load the program.
  const portal = await import('./portal.ts')
  return await portal.startPortal(settings)
}

/** Starts the portal in a process of its own at any size. */
export const startPortalProcess = (settings: PortalSettings): Promise<Portal> =>
  startServer('./portal-server.ts', settings)

/** Starts a child process, which sends the port on which it listens. `measure` is for those that answer messages. */
export function startServer(script: string, argument: unknown): Promise<Portal> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(argument)], {
    // BENCH_PROFILE=folder: each server writes a CPU profile there when it ends.
    execArgv: [
      ...heapFlags,
      ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
    ],
  })
  const ended = once(child, 'exit')
  return new Promise((resolve, reject) => {
    child.once('message', message =>
      resolve({
        port: (message as { port: number }).port,
        measure: () =>
          new Promise(measured => {
            child.once('message', answer => measured(answer as Measured))
            child.send('measure')
          }),
        stop: async () => {
          child.disconnect()
          await ended
        },
      }),
    )
    child.once('exit', code => reject(new Error(`${script} ended with ${code}`)))
  })
}

import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Runner, WorkerEvents } from 'graphile-worker'
import { secondMs } from '../../domain/durations.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Log } from './worker-logger.ts'

const restartDelayMs = 2 * secondMs
/** How long the jobs of a pool that ends or was taken for dead may take to end before a new pool starts beside them. */
const maxEndingMs = 30 * secondMs
/** How long a job counts as running after its end, until that is recorded. */
const maxRecordingMs = 90 * secondMs

/**
 * Keeps a pool of workers running until it is stopped. A pool that ends by itself, because the database went away, or that another
 * program took for dead is replaced by a new one.
 *
 * @param options.run starts a pool with these events; `signal` aborts when it is to end.
 * @throws if the first pool cannot start.
 */
export async function startPool(options: {
  run(events: WorkerEvents, signal: AbortSignal): Promise<Runner>
  heartbeat: Heartbeat
  log: Log
}): Promise<{ stop(): Promise<void> }> {
  const { heartbeat, log } = options
  const stopping = new AbortController()

  const startOne = async () => {
    const lost = new AbortController()
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const events: WorkerEvents = new EventEmitter()
    const created = Promise.withResolvers<string>()
    events.once('pool:create', ({ workerPool }) => created.resolve(workerPool.id))
    // A pool that ends because the database went away may wait for ever for jobs whose connection was lost.
    events.once('pool:fatalError', () => lost.abort())
    events.once('pool:gracefulShutdown', () => lost.abort())
    const running = watchRunning(events)
    const runner = await options.run(events, signal)
    // Handled below; a rejection before that must not end the program.
    runner.promise.catch(() => {})
    const poolId = await created.promise
    signal.addEventListener('abort', () => void runner.stop().catch(() => {}))
    if (signal.aborted) await runner.stop().catch(() => {})
    try {
      await heartbeat.add(poolId, { running, onLost: () => lost.abort() })
    } catch (error) {
      await runner.stop().catch(() => {})
      throw error
    }
    return {
      poolId,
      /** Resolves when the pool has ended; at the latest a while after it began to, or after another program took it for dead. */
      ended: async () => {
        await Promise.race([
          runner.promise.catch(error => log.error(`the job worker ended: ${String(error)}`)),
          abortOf(lost.signal).then(() => delay(maxEndingMs, undefined, { ref: false })),
        ])
        // Jobs that still run have lost their pool: another may run them.
        lost.abort()
      },
    }
  }

  const keepRunning = async (first: Awaited<ReturnType<typeof startOne>>) => {
    let ending: string[] = []
    for (let current: typeof first | null = first; ; ) {
      await current?.ended()
      if (current) ending.push(current.poolId)
      current = null
      try {
        for (const poolId of ending) await heartbeat.remove(poolId)
        ending = []
        await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        current = await startOne()
      } catch (error) {
        // Until the database is back.
        log.error(`the job worker cannot start: ${String(error)}`)
        if (stopping.signal.aborted) return
        await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  const running = keepRunning(await startOne())
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** @returns the IDs of the jobs that a pool runs. */
function watchRunning(events: WorkerEvents): () => readonly string[] {
  // A job that failed may run again before its first end is forgotten.
  const starts = new Map<string, number>()
  const count = (id: string, by: 1 | -1) => {
    const left = (starts.get(id) ?? 0) + by
    if (left > 0) starts.set(id, left)
    else starts.delete(id)
  }
  events.on('job:start', ({ job }) => count(String(job.id), 1))
  events.on('job:complete', ({ job }) => {
    setTimeout(() => count(String(job.id), -1), maxRecordingMs).unref()
  })
  return () => [...starts.keys()]
}

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

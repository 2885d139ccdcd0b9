import type pg from 'pg'
import { secondMs } from '../../domain/durations.ts'
import { deletePools, insertPool, releaseJobsOfDead, touchPools } from './heartbeat.queries.ts'
import type { Log } from './worker-logger.ts'

export type HeartbeatTimes = {
  /** How often the pools of this program say that they are alive. */
  everyMs: number
  /** How long a pool must be silent before its jobs are given to another. */
  deadAfterMs: number
}

/** The jobs of a killed program run again within two minutes. */
export const heartbeatTimes: HeartbeatTimes = { everyMs: 15 * secondMs, deadAfterMs: 90 * secondMs }

/** How many beats in a row must have been on time before a program releases the jobs of others. */
const steadyBeatsBeforeRelease = 2

export type Heartbeat = {
  /** @param onLost called if another program took the pool for dead, because this one was frozen or cut off from the database. */
  add(poolId: string, onLost: () => void): Promise<void>
  /** Call it when the pool has ended: another runs what it could not finish. */
  remove(poolId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the job queue moving when a program is killed or freezes: each program says regularly that its pools are alive, and releases the
 * jobs of pools that no longer do. A program releases only while it reaches the database without a gap itself, because after an outage
 * of the database every pool has been silent.
 */
export function startHeartbeat(
  database: pg.Pool,
  { log, times }: { log: Log; times: HeartbeatTimes },
): Heartbeat {
  const pools = new Map<string, () => void>()
  let steadyBeats = 0
  let lastBeatAt = 0
  let beating: Promise<void> | null = null

  const beat = async () => {
    const startedAt = performance.now()
    const isOnTime = startedAt - lastBeatAt <= 2 * times.everyMs
    const poolIds = [...pools.keys()]
    const listed = new Set(await touchPools(database, poolIds))
    for (const poolId of poolIds) {
      if (listed.has(poolId)) continue
      log.warn(`the pool ${poolId} was silent and its jobs were given to another; it starts anew`)
      pools.get(poolId)?.()
      pools.delete(poolId)
    }
    steadyBeats = isOnTime ? steadyBeats + 1 : 0
    lastBeatAt = startedAt
    if (steadyBeats < steadyBeatsBeforeRelease) return
    const dead = await releaseJobsOfDead(database, times.deadAfterMs)
    if (dead.length > 0) log.warn(`jobs of ${dead.length} killed or frozen workers were released`)
  }
  const timer = setInterval(() => {
    beating ??= beat()
      .catch(error => {
        steadyBeats = 0
        log.warn(`the heartbeat of the job worker failed: ${String(error)}`)
      })
      .finally(() => {
        beating = null
      })
  }, times.everyMs)
  timer.unref()

  return {
    add: async (poolId, onLost) => {
      await insertPool(database, poolId)
      pools.set(poolId, onLost)
    },
    remove: async poolId => {
      pools.delete(poolId)
      await deletePools(database, [poolId])
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      await deletePools(database, [...pools.keys()])
    },
  }
}

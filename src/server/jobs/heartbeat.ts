import type pg from 'pg'
import { secondMs } from '../../domain/durations.ts'
import {
  deletePools,
  insertPool,
  lockPools,
  releaseJobsOfDead,
  releaseUnknownJobs,
  touchPools,
} from './heartbeat.queries.ts'
import type { Log } from './worker-logger.ts'

export type HeartbeatTimes = {
  /** How often the pools of this program say that they are alive. */
  everyMs: number
  /** How long a pool must be silent before its jobs are given to another if its session has ended, as it does with a killed program. */
  goneAfterMs: number
  /** The same for a pool whose session lasts, as that of a frozen program, or of one whose host vanished. */
  deadAfterMs: number
}

/** The jobs of a killed program run again within a minute, those of a frozen one within two. */
export const heartbeatTimes: HeartbeatTimes = {
  everyMs: 5 * secondMs,
  goneAfterMs: 20 * secondMs,
  deadAfterMs: 90 * secondMs,
}

/** How many beats in a row must have been on time before a program releases the jobs of others. */
const steadyBeatsBeforeRelease = 3

/** A pool of this program. */
export type BeatingPool = {
  /** The IDs of the jobs that it runs, or ran a moment ago. */
  running(): readonly string[]
  /** Called if another program took the pool for dead, because this one was frozen or cut off from the database. */
  onLost(): void
}

export type Heartbeat = {
  add(poolId: string, pool: BeatingPool): Promise<void>
  /** Call it when the pool has ended: another runs what it could not finish. */
  remove(poolId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the job queue moving when a program is killed or freezes: each program says regularly that its pools are alive, and releases the
 * jobs of pools that no longer do. After an outage of the database every pool has been silent, so a program releases only if it has
 * reached the database without a gap itself, or sees that others have. Without the latter, programs that are killed again and again
 * would release nothing.
 */
export function startHeartbeat(
  database: pg.Pool,
  { log, times }: { log: Log; times: HeartbeatTimes },
): Heartbeat {
  const pools = new Map<string, BeatingPool>()
  const inSession = oneSession(database, () => [...pools.keys()])
  let steadyBeats = 0
  let lastBeatAt = Number.NEGATIVE_INFINITY
  let beating: Promise<void> | null = null

  const beat = async () => {
    const startedAt = performance.now()
    const isOnTime = startedAt - lastBeatAt <= 3 * times.everyMs
    const poolIds = [...pools.keys()]
    const listed = new Set(await inSession.run(session => touchPools(session, poolIds)))
    for (const poolId of poolIds) {
      if (listed.has(poolId)) continue
      log.warn(`the pool ${poolId} was silent and its jobs were given to another; it starts anew`)
      pools.get(poolId)?.onLost()
      pools.delete(poolId)
    }
    steadyBeats = isOnTime ? steadyBeats + 1 : 0
    lastBeatAt = startedAt
    const about = {
      ...times,
      isSteady: steadyBeats >= steadyBeatsBeforeRelease,
      steadyMs: steadyBeatsBeforeRelease * times.everyMs,
    }
    const dead = await inSession.run(session => releaseJobsOfDead(session, about))
    if (dead > 0) log.warn(`jobs of ${dead} killed or frozen workers were released`)
    const running = [...pools.values()].flatMap(pool => pool.running())
    const unknown = await inSession.run(session =>
      releaseUnknownJobs(session, { poolIds: [...pools.keys()], running, afterMs: times.deadAfterMs }),
    )
    if (unknown > 0) log.warn(`${unknown} jobs were released whose start the database had not answered`)
  }
  const beatOnce = () => {
    beating ??= beat()
      .catch(error => {
        steadyBeats = 0
        log.warn(`the heartbeat of the job worker failed: ${String(error)}`)
      })
      .finally(() => {
        beating = null
      })
  }
  const timer = setInterval(beatOnce, times.everyMs)
  timer.unref()

  return {
    add: async (poolId, pool) => {
      await inSession.run(async session => {
        await lockPools(session, [poolId])
        await insertPool(session, poolId)
      })
      pools.set(poolId, pool)
      beatOnce()
    },
    remove: async poolId => {
      pools.delete(poolId)
      await inSession.run(session => deletePools(session, [poolId]))
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      try {
        await inSession.run(session => deletePools(session, [...pools.keys()]))
      } finally {
        inSession.end()
      }
    },
  }
}

/** Runs statements in one session, one piece of work after another. The session lasts until one fails; the next locks the pools again. */
function oneSession(database: pg.Pool, poolIds: () => readonly string[]) {
  let current: pg.PoolClient | null = null
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    current?.release(true)
    current = null
  }
  const runNow = async <Result>(work: (session: pg.PoolClient) => Promise<Result>): Promise<Result> => {
    try {
      if (current === null) {
        current = await database.connect()
        await lockPools(current, poolIds())
      }
      return await work(current)
    } catch (error) {
      end()
      throw error
    }
  }
  return {
    run: <Result>(work: (session: pg.PoolClient) => Promise<Result>): Promise<Result> => {
      const result = last.then(() => runNow(work))
      last = result.catch(() => {})
      return result
    },
    end,
  }
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { addJob, maxAttempts } from './add-job.ts'
import { deletePools, lockPools, maxDelayS, maxInterruptions } from './heartbeat.queries.ts'
import { type HeartbeatTimes, heartbeatTimes } from './heartbeat.ts'
import { type Task, task } from './task.ts'
import { startJobWorker } from './worker.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A released job is found at the next poll of the queue, every two seconds. */
const soon = { timeout: 10_000 }
const quick: HeartbeatTimes = { everyMs: 50, goneAfterMs: 200, deadAfterMs: 300 }

/** Starts a worker whose warnings are kept, and stops it at the end of the test. */
async function work(tasks: readonly Task[], heartbeat = quick) {
  const warnings: string[] = []
  const note = (message: unknown) => {
    warnings.push(String(message))
  }
  const log = { warn: note, error: note }
  const worker = await startJobWorker({
    databases: database.databases,
    tasks,
    ...jobSettings,
    log,
    heartbeat,
  })
  return { warnings, [Symbol.asyncDispose]: () => worker.stop() }
}

const jobs = async () => {
  const { rows } = await database.admin.query(
    `select attempts, locked_by is not null as is_locked, last_error from graphile_worker._private_jobs order by id`,
  )
  return rows
}

const npt = () => database.databases.book('npt')
const ended = (signal: AbortSignal) =>
  new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))

const seconds = (count: number) => `now() - ${count} * interval '1 second'`

/** What kill -9 leaves behind: a pool that was last seen so long ago, and perhaps a job that it has locked. */
async function leavePool(poolId: string, seenSecondsAgo: number, { locksJob = false } = {}) {
  const seenAt = seconds(seenSecondsAgo)
  await database.admin.query(`insert into job.worker_pool values ($1, ${seenAt})`, [poolId])
  if (!locksJob) return
  await database.admin.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = ${seenAt}, attempts = attempts + 1`,
    [poolId],
  )
}

/** A task that notes its runs. */
function noting(name: string) {
  const ran: string[] = []
  const note = task(name, z.object({}), async () => {
    ran.push(name)
  })
  return { ran, note }
}

test('a job that a killed program had locked runs again, once', async () => {
  const { ran, note } = noting('killed')
  await addJob(npt(), note, {})
  await leavePool('pool-killed', 1, { locksJob: true })
  await using worker = await work([note])
  await expect.poll(jobs, soon).toEqual([])
  expect(ran).toEqual(['killed'])
  expect(worker.warnings).toEqual(['jobs of 1 killed or frozen workers were released'])
  const { rows } = await database.admin.query(`select from job.worker_pool where pool_id = 'pool-killed'`)
  expect(rows).toEqual([])
})

test('a program that was just started releases the jobs of one killed before another, at once', async () => {
  const { ran, note } = noting('killed-again')
  await addJob(npt(), note, {})
  await leavePool('pool-killed', 60, { locksJob: true })
  await leavePool('pool-killed-later', 18)
  // Before this program itself has reached the database for a while.
  await using _worker = await work([note], heartbeatTimes)
  await expect.poll(jobs, { timeout: 2 * heartbeatTimes.everyMs }).toEqual([])
  expect(ran).toEqual(['killed-again'])
  await database.admin.query(`delete from job.worker_pool`)
})

test('the jobs of a frozen program wait longer than those of a killed one', async () => {
  const { ran, note } = noting('frozen-or-killed')
  await addJob(npt(), note, {})
  await leavePool('pool-frozen', 30, { locksJob: true })
  const session = await database.databases.worker().connect()
  await lockPools(session, ['pool-frozen'])
  await using _worker = await work([note], { everyMs: 50, goneAfterMs: 200, deadAfterMs: 60_000 })
  await new Promise(resolve => setTimeout(resolve, 1_000))
  expect(await jobs()).toMatchObject([{ is_locked: true }])
  session.release(true)
  await expect.poll(jobs, soon).toEqual([])
  expect(ran).toEqual(['frozen-or-killed'])
})

test('a job that was locked for a living program without its knowing runs', async () => {
  const { ran, note } = noting('unknown')
  await using worker = await work([note])
  await addJob(npt(), note, {}, { runAt: new Date(Date.now() + 60_000) })
  await database.admin.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = ${seconds(1)}, attempts = 1,
       locked_by = (select pool_id from job.worker_pool)`,
  )
  await expect.poll(jobs, soon).toEqual([])
  expect(ran).toEqual(['unknown'])
  expect(worker.warnings.join()).toContain('whose start the database had not answered')
})

describe('a job during which the program ends', () => {
  const { note } = noting('interrupted')
  const states = async () => {
    const { rows } = await database.admin.query<{ attempts: number; waitMs: number; error: string | null }>(
      `select attempts, last_error as error, greatest(0, extract(epoch from run_at - now()) * 1000)::int as "waitMs"
         from graphile_worker._private_jobs`,
    )
    return rows
  }
  /** @returns whether it ran. */
  const interrupt = async () => {
    const { rowCount } = await database.admin.query(
      `update graphile_worker._private_jobs set run_at = now(), locked_by = 'pool-ended', locked_at = now(), attempts = attempts + 1
         where is_available`,
    )
    await deletePools(database.databases.worker(), ['pool-ended'])
    return rowCount === 1
  }
  beforeEach(async () => {
    await addJob(npt(), note, {})
  })
  afterEach(async () => {
    await database.admin.query('delete from graphile_worker._private_jobs')
  })

  test('keeps its attempts and waits for nothing', async () => {
    for (let count = 0; count < maxInterruptions; count += 1) await interrupt()
    expect(await states()).toEqual([{ attempts: 0, waitMs: 0, error: null }])
  })

  test('waits as after a failure from the sixth time on', async () => {
    for (let count = 0; count <= maxInterruptions; count += 1) await interrupt()
    expect(await states()).toEqual([
      {
        attempts: 1,
        waitMs: expect.any(Number),
        error: 'The program ended during this job, again and again.',
      },
    ])
    expect((await states())[0]?.waitMs).toBeGreaterThan(1_000)
  })

  test('waits for two minutes at most', async () => {
    for (let count = 0; count < maxInterruptions + maxAttempts - 1; count += 1) await interrupt()
    const [state] = await states()
    expect(state?.attempts).toBe(maxAttempts - 1)
    expect(state?.waitMs).toBeLessThanOrEqual(maxDelayS * 1000)
    expect(state?.waitMs).toBeGreaterThan((maxDelayS - 30) * 1000)
  })

  test('queues up behind the jobs that wait', async () => {
    await addJob(npt(), note, {})
    await database.admin.query(
      `update graphile_worker._private_jobs set run_at = run_at - interval '1 minute', locked_by = 'pool-ended', locked_at = now()
         where id = (select min(id) from graphile_worker._private_jobs)`,
    )
    await deletePools(database.databases.worker(), ['pool-ended'])
    const { rows } = await database.admin.query(
      `select id = (select min(id) from graphile_worker._private_jobs) as "wasInterrupted"
         from graphile_worker._private_jobs order by run_at`,
    )
    expect(rows).toEqual([{ wasInterrupted: false }, { wasInterrupted: true }])
  })

  test('is given up if the program ends every time', async () => {
    let runs = 0
    while (await interrupt()) runs += 1
    expect(runs).toBe(maxInterruptions + maxAttempts)
    expect(await states()).toMatchObject([{ attempts: maxAttempts }])
  })
})

test('the job of a living program stays with it, however long it takes', async () => {
  const finish = Promise.withResolvers<void>()
  let starts = 0
  const slow = task('slow', z.object({}), async () => {
    starts += 1
    await finish.promise
  })
  await using _first = await work([slow])
  await using _second = await work([slow])
  await addJob(npt(), slow, {})
  await expect.poll(() => starts).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 3 * quick.deadAfterMs))
  expect(starts).toBe(1)
  finish.resolve()
  await expect.poll(jobs, soon).toEqual([])
  expect(starts).toBe(1)
})

test('a program that was taken for dead ends its jobs and starts anew; another program runs them', async () => {
  const runs: string[] = []
  const frozen = task('frozen', z.object({}), async (_payload, { signal }) => {
    runs.push('started')
    if (runs.length === 1) {
      await ended(signal)
      runs.push('ended')
      throw new Error('the rest is done later')
    }
  })
  await using worker = await work([frozen])
  await addJob(npt(), frozen, {})
  await expect.poll(() => runs).toEqual(['started'])
  // Another program saw no heartbeat for too long.
  await database.admin.query('delete from job.worker_pool')
  await database.admin.query('update graphile_worker._private_jobs set locked_by = null, locked_at = null')
  await expect.poll(() => runs, soon).toContain('ended')
  await expect.poll(jobs, soon).toEqual([])
  expect(runs.filter(run => run === 'started').length).toBe(2)
  expect(worker.warnings.join()).toContain('its jobs were given to another')
})

test('a pool whose connections to the database end goes on', async () => {
  const ran: string[] = []
  const note = task('after-restart', z.object({ word: z.string() }), async ({ word }) => {
    ran.push(word)
  })
  await using _worker = await work([note])
  await addJob(npt(), note, { word: 'before' })
  await expect.poll(() => ran).toEqual(['before'])
  await database.admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await addJob(npt(), note, { word: 'after' })
  // A pool that hangs while it ends is replaced after half a minute (pool.ts). The first job runs twice if its end was not stored.
  await expect.poll(() => ran.at(-1), { timeout: 50_000 }).toBe('after')
}, 60_000)

test('a job about a client that does not exist fails and stays, instead of ending without its work', async () => {
  const forClient = task('for-client', z.object({ client: z.string() }), async ({ client }, context) => {
    context.client(client)
  })
  await using _worker = await work([forClient])
  await addJob(npt(), forClient, { client: 'nobody' })
  await expect
    .poll(jobs, soon)
    .toMatchObject([{ attempts: 1, is_locked: false, last_error: 'there is no client nobody' }])
  await database.admin.query('delete from graphile_worker._private_jobs')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { addJob } from './add-job.ts'
import type { HeartbeatTimes } from './heartbeat.ts'
import { type Task, task } from './task.ts'
import { startJobWorker } from './worker.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A released job is found at the next poll of the queue, every two seconds. */
const soon = { timeout: 10_000 }
const quick: HeartbeatTimes = { everyMs: 50, deadAfterMs: 300 }

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

test('a job that a killed program had locked runs again, once', async () => {
  const ran: string[] = []
  const note = task('killed', z.object({}), async () => {
    ran.push('killed')
  })
  await addJob(npt(), note, {})
  // What kill -9 leaves behind: the job is locked by a pool that no longer says that it is alive.
  await database.admin.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now() - interval '1 second', attempts = 1`,
  )
  await database.admin.query(
    `insert into job.worker_pool values ('pool-killed', now() - interval '1 second')`,
  )
  await using worker = await work([note])
  await expect.poll(jobs, soon).toEqual([])
  expect(ran).toEqual(['killed'])
  expect(worker.warnings).toEqual(['jobs of 1 killed or frozen workers were released'])
  const { rows } = await database.admin.query(`select from job.worker_pool where pool_id = 'pool-killed'`)
  expect(rows).toEqual([])
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

import type pg from 'pg'

/** The session in which a program says that its pools are alive. It holds a lock for each, which ends with the program. */
export type Session = Pick<pg.PoolClient, 'query'>

/** The first key of the advisory locks of pools; hashtext of the pool's ID is the second. */
const lockSpace = 1_785_685_091

/** A statement that takes longer counts as a beat that failed. */
const maxAnswerMs = 5_000

async function ask<Row extends pg.QueryResultRow>(
  session: Session,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const config = { text, values: [...values], query_timeout: maxAnswerMs }
  return (await session.query<Row>(config)).rows
}

export async function insertPool(session: Session, poolId: string): Promise<void> {
  await ask(session, 'insert into job.worker_pool (pool_id) values ($1)', [poolId])
}

/** Locks the pools for this session. The locks are shared, so none waits. */
export async function lockPools(session: Session, poolIds: readonly string[]): Promise<void> {
  await ask(
    session,
    'select pg_advisory_lock_shared($1, hashtext(pool_id)) from unnest($2::text[]) pool_id',
    [lockSpace, poolIds],
  )
}

/** Says that the pools are alive. @returns those that are still listed: another program removes a pool that it took for dead. */
export async function touchPools(session: Session, poolIds: readonly string[]): Promise<string[]> {
  const rows = await ask<{ pool_id: string }>(
    session,
    'update job.worker_pool set seen_at = now() where pool_id = any($1) returning pool_id',
    [poolIds],
  )
  return rows.map(row => row.pool_id)
}

/**
 * How often a job whose program ended during it runs again as if it had not started. From then on each time counts as a failed attempt, with
 * a growing delay, so that a job that ends the program every time is given up.
 */
export const maxInterruptions = 5
/** Jobs of a killed program run again within five minutes, however often it is killed. */
export const maxDelayS = 120

/**
 * Releases the jobs that match `which`, whose parameters are those from $4 on. They queue up behind the jobs that wait, which would otherwise
 * wait for those that take longer than the program lives.
 */
const release = (which: string) => `
  update graphile_worker._private_jobs job set
    locked_by = null, locked_at = null,
    flags = coalesce(job.flags, '{}') || jsonb_build_object('interruptions', before.interruptions + 1),
    attempts = case when before.interruptions < $1 then greatest(0, job.attempts - 1) else job.attempts end,
    run_at = now() + case when before.interruptions < $1 then 0 else least(exp(job.attempts), $2) end * interval '1 second',
    last_error = case when before.interruptions < $1 then job.last_error else $3 end
  from (
    select id, coalesce((flags ->> 'interruptions')::int, 0) as interruptions from graphile_worker._private_jobs
      where locked_by is not null and ${which}
      for update
  ) before
  where job.id = before.id
  returning job.id`

const interrupted = [
  maxInterruptions,
  maxDelayS,
  'The program ended during this job, again and again.',
] as const

/** Removes pools that have ended, and releases the jobs whose end they could not record. */
export async function deletePools(session: Session, poolIds: readonly string[]): Promise<void> {
  await ask(
    session,
    `with removed as (delete from job.worker_pool where pool_id = any($4)) ${release('locked_by = any($4)')}`,
    [...interrupted, poolIds],
  )
}

/**
 * Releases the jobs that pools of this program have locked without knowing it, because the answer was lost on the way.
 *
 * @param about.running the jobs that these pools run. @returns the number of jobs released.
 */
export async function releaseUnknownJobs(
  session: Session,
  about: { poolIds: readonly string[]; running: readonly string[]; afterMs: number },
): Promise<number> {
  const which = `locked_by = any($4) and id <> all($5::bigint[]) and locked_at < now() - $6 * interval '1 millisecond'`
  const released = await ask(session, release(which), [
    ...interrupted,
    about.poolIds,
    about.running,
    about.afterMs,
  ])
  return released.length
}

/**
 * Removes the pools that are dead, and releases their jobs: those that were silent for `deadAfterMs`, and those that were silent for
 * `goneAfterMs` and whose session has ended.
 *
 * @param about.isSteady whether this program has reached the database for a while. If not, only pools are dead that were silent for
 * `steadyMs` before another was seen, which was as long ago: so the database could be reached meanwhile.
 * @returns the number of dead pools that had jobs.
 */
export async function releaseJobsOfDead(
  session: Session,
  about: { isSteady: boolean; steadyMs: number; goneAfterMs: number; deadAfterMs: number },
): Promise<number> {
  const dead = await ask<{ pool_id: string }>(
    session,
    `delete from job.worker_pool pool
      where (seen_at < now() - $1 * interval '1 millisecond'
          or seen_at < now() - $2 * interval '1 millisecond' and not exists (
            select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid::bigint = $3
              and objid = hashtext(pool_id)::oid
              and database = (select oid from pg_database where datname = current_database())))
        and ($4 or exists (
          select from job.worker_pool other where other.seen_at between pool.seen_at + $5 * interval '1 millisecond'
            and now() - $5 * interval '1 millisecond'))
      returning pool_id`,
    [about.deadAfterMs, about.goneAfterMs, lockSpace, about.isSteady, about.steadyMs],
  )
  // Also jobs of pools that were removed before PostgreSQL had locked the job for them.
  const rows = await ask<{ locked_by: string }>(
    session,
    `with locked as (select id, locked_by from graphile_worker._private_jobs where locked_by is not null),
     released as (${release(`(locked_by = any($4) or locked_at < now() - $5 * interval '1 millisecond'
       and not exists (select from job.worker_pool where pool_id = locked_by))`)})
     select distinct locked_by from locked join released using (id)`,
    [...interrupted, dead.map(pool => pool.pool_id), about.deadAfterMs],
  )
  return rows.length
}

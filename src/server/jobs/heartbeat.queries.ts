import type pg from 'pg'

export async function insertPool(database: pg.Pool, poolId: string): Promise<void> {
  await database.query('insert into job.worker_pool (pool_id) values ($1)', [poolId])
}

/** Says that the pools are alive. @returns those that are still listed: another program removes a pool that it took for dead. */
export async function touchPools(database: pg.Pool, poolIds: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ pool_id: string }>(
    'update job.worker_pool set seen_at = now() where pool_id = any($1) returning pool_id',
    [poolIds],
  )
  return rows.map(row => row.pool_id)
}

/** Removes pools that have ended, and releases the jobs whose end they could not record. */
export async function deletePools(database: pg.Pool, poolIds: readonly string[]): Promise<void> {
  await database.query(
    `with removed as (delete from job.worker_pool where pool_id = any($1))
     select graphile_worker.force_unlock_workers($1)`,
    [poolIds],
  )
}

/**
 * Releases the jobs of pools that have not been seen for `deadAfterMs`, and removes these pools.
 *
 * @returns the pools whose jobs were released.
 */
export async function releaseJobsOfDead(database: pg.Pool, deadAfterMs: number): Promise<string[]> {
  const { rows } = await database.query<{ pool_id: string }>(
    `with removed as (
       delete from job.worker_pool where seen_at < now() - $1 * interval '1 millisecond' returning pool_id
     ), dead as (
       select distinct locked_by as pool_id from graphile_worker.jobs
         where locked_at < now() - $1 * interval '1 millisecond'
           and not exists (select from job.worker_pool alive
             where alive.pool_id = locked_by and alive.seen_at >= now() - $1 * interval '1 millisecond')
     ), released as (
       select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0
     )
     select pool_id from dead, (select count(*) from released) done, (select count(*) from removed) listed`,
    [deadAfterMs],
  )
  return rows.map(row => row.pool_id)
}

-- The pools of job workers that are alive. A pool that has not been seen for a while was killed or is frozen: its jobs are given to
-- another (src/server/jobs/heartbeat.ts). graphile-worker itself waits four hours.

set local role worker;

create table job.worker_pool (
  pool_id text primary key,
  seen_at timestamptz not null default now()
);

reset role;

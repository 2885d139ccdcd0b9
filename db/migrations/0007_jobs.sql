-- The job queue (graphile-worker). Connections add jobs through the function job.add only, in the transaction of the change
-- that causes them. With access to the queue itself, a book could read other books' jobs or forge them.

do $$
begin
  perform pg_advisory_xact_lock(hashtext('almoner:roles'));
  if not exists (select from pg_roles where rolname = 'worker') then
    create role worker nologin nosuperuser nobypassrls;
  end if;
  -- An administrator who is not a superuser must be able to set the role in order to create objects as its owner.
  if not pg_has_role(current_user, 'worker', 'set') then
    execute format('grant worker to %I with inherit false, set true', current_user);
  end if;
end $$;

create schema graphile_worker authorization worker;
create schema job authorization worker;

set local role worker;

-- graphile-worker creates and upgrades the rest of its schema when the server starts, as the role worker. This table exists
-- first because graphile-worker would otherwise run CREATE SCHEMA, which requires a privilege on the whole database.
create table graphile_worker.migrations (
  id int primary key,
  ts timestamptz not null default now(),
  breaking boolean not null default false
);

-- payload is an object. A job replaces a waiting job with the same key. run_at null means now. The function itself records
-- the origin, which is the book or the realm of the connection, so tasks can trust it.
create function job.add(task text, payload jsonb, key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  origin text := session_user;
  kind text := split_part(origin, '_', 1);
begin
  if kind not in ('book', 'realm') then
    raise exception 'only a book or a realm may add jobs, not %', origin using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(
    task,
    json_build_object(
      'origin', json_build_object(kind, substr(origin, length(kind) + 2)),
      'payload', payload
    ),
    job_key => origin || ':' || task || ':' || key,
    run_at => run_at,
    -- about three days of retries with exponential back-off
    max_attempts => 16
  );
end $$;

revoke all on function job.add from public;
grant execute on function job.add to portal, identity;
grant usage on schema job to portal, identity;

reset role;

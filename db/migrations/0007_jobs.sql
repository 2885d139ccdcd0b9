-- Jobs are added in the transaction of the change that they follow, by one function: a book's connection may not touch the
-- queue itself, or it could read other books' jobs and forge some in their name.

do $$
begin
  perform pg_advisory_xact_lock(hashtext('almoner:roles'));
  if not exists (select from pg_roles where rolname = 'worker') then
    create role worker nologin nosuperuser nobypassrls;
  end if;
  -- An administrator who is not a superuser has to be able to become the role, in order to give it something.
  if not pg_has_role(current_user, 'worker', 'set') then
    execute format('grant worker to %I with inherit false, set true', current_user);
  end if;
end $$;

create schema graphile_worker authorization worker;
create schema job authorization worker;

set local role worker;

-- graphile-worker makes and upgrades all the rest of its schema when the program starts, signed in as worker. This one table
-- it finds here, because to make it graphile-worker would also want to create the schema, which takes a right on the
-- whole database.
create table graphile_worker.migrations (
  id int primary key,
  ts timestamptz not null default now(),
  breaking boolean not null default false
);

-- payload is an object; key makes a second job of the same key replace the first while that waits; run_at null is at once.
-- Who asked is written by the function and nobody else: the book or realm of the connection.
create function job.add(task text, payload jsonb, key text default null, run_at timestamptz default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  origin text := session_user;
  kind text := split_part(origin, '_', 1);
begin
  if kind not in ('book', 'realm') then
    raise exception 'only a book or a realm adds jobs, not %', origin using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(
    task,
    json_build_object(
      'origin', json_build_object(kind, substr(origin, length(kind) + 2)),
      'payload', payload
    ),
    job_key => origin || ':' || task || ':' || key,
    run_at => run_at,
    -- Some three days of tries, each after a longer wait.
    max_attempts => 16
  );
end $$;

revoke all on function job.add from public;
grant execute on function job.add to portal, identity;
grant usage on schema job to portal, identity;

reset role;

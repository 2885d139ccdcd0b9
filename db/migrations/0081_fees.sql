-- Runs of fee schedules and reductions (docs/decisions/0080-fees-and-divisions.md). The schedules are settings of clients.

create table fee_run (
  book book_name not null default book(),
  batch_id uuid not null,
  schedule text not null check (schedule ~ '^[a-z][a-z0-9-]{0,39}$'),
  title text not null check (btrim(title) <> ''),
  kind text not null check (kind in ('administrative_fee', 'investment_fee')),
  -- the period that is charged, and the days whose balances decide
  period_from date not null,
  period_to date not null check (period_to > period_from),
  base_from date not null,
  base_to date not null check (base_to > base_from),
  -- the version of the schedule, so that a later change of the configuration changes no run
  terms jsonb not null,
  -- balances as recorded at this time
  balances_at timestamptz not null default now(),
  primary key (book, batch_id),
  foreign key (book, batch_id) references posting_batch (book, batch_id)
);
create index fee_run_of_schedule on fee_run (book, schedule, period_from);

-- What one fund is charged for a period by a run, with its working. A run also has rows for earlier periods, where entries that were
-- recorded later changed their balances.
create table fee_charge (
  book book_name not null default book(),
  batch_id uuid not null,
  account_id uuid not null,
  period_from date not null,
  -- the first day whose balance counts; later than the run's for an account that was opened since
  base_from date not null,
  base_days smallint not null check (base_days between 1 and 92),
  balance_days_minor numeric not null check (scale(balance_days_minor) = 0),
  charged_days smallint not null check (charged_days between 1 and 92),
  year_days smallint not null check (year_days in (365, 366)),
  -- 10,000 for each charged day, less what reductions of that day take
  kept_hundredths integer not null check (kept_hundredths between 0 and 920000),
  fee_minor bigint not null check (fee_minor >= 0),
  -- what earlier runs charged for the period
  charged_before_minor bigint not null,
  due_minor bigint not null generated always as (fee_minor - charged_before_minor) stored,
  primary key (book, batch_id, account_id, period_from),
  foreign key (book, batch_id) references fee_run,
  foreign key (book, account_id) references fund_account
);
create index fee_charge_of_account on fee_charge (book, account_id, period_from);

-- A run charges a period once as long as its batch is not reversed. Runs are entered one at a time (posting-batches lock), and this holds
-- against faults of the server.
create function check_fee_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
      where r.book = new.book and r.schedule = new.schedule and r.batch_id <> new.batch_id
        and r.period_from <= new.period_to and r.period_to >= new.period_from and b.state in ('applying', 'applied', 'reversing')) then
    raise exception 'the fee schedule % has charged days of this period', new.schedule
      using errcode = 'integrity_constraint_violation', constraint = 'fee_period_once';
  end if;
  return new;
end $$;
comment on function check_fee_run is
  'a schedule charges no day twice; this also holds against faults of the server';
create trigger check_fee_run before insert on fee_run for each row execute function check_fee_run();

-- The same when a run is confirmed.
create function check_confirmed_fee_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run mine join fee_run r on r.book = mine.book and r.schedule = mine.schedule and r.batch_id <> mine.batch_id
          and r.period_from <= mine.period_to and r.period_to >= mine.period_from
        join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
      where mine.book = new.book and mine.batch_id = new.batch_id and b.state in ('applying', 'applied', 'reversing')) then
    raise exception 'the period of the fee run % was charged meanwhile', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_period_once';
  end if;
  -- The fees were computed when the run was entered.
  if exists (
      select from fee_run r join fee_reduction f on f.book = r.book and f.schedule = r.schedule
          and f.starts_on <= r.period_to and greatest(f.ends_on, f.ended_at::date) >= r.period_from
      where r.book = new.book and r.batch_id = new.batch_id and f.confirmed_at is not null and greatest(f.confirmed_at, f.ended_at) > new.entered_at) then
    raise exception 'a reduction was decided since the fee run % was computed', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_run_reductions';
  end if;
  return new;
end $$;
comment on function check_confirmed_fee_run is
  'a schedule charges no day twice, and no fee that a reduction has changed since; this also holds against faults of the server';
create trigger check_confirmed_fee_run before update of state on posting_batch for each row
  when (old.state = 'entered' and new.state = 'applying' and new.source = 'fee-run') execute function check_confirmed_fee_run();

-- A waiver or a reduction of a schedule's fee for one fund. It counts once a second person has confirmed it.
create table fee_reduction (
  book book_name not null default book(),
  reduction_id uuid not null,
  account_id uuid not null,
  schedule text not null check (schedule ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- 10,000 waives the whole fee
  hundredths integer not null check (hundredths between 1 and 10000),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  state text not null default 'entered' check (state in ('entered', 'confirmed', 'withdrawn')),
  entered_by uuid not null,
  entered_by_name text not null check (btrim(entered_by_name) <> ''),
  entered_at timestamptz not null,
  confirmed_by uuid,
  confirmed_by_name text check (btrim(confirmed_by_name) <> ''),
  confirmed_at timestamptz,
  -- who ended it early, or withdrew it
  ended_by uuid,
  ended_by_name text check (btrim(ended_by_name) <> ''),
  ended_at timestamptz,
  primary key (book, reduction_id),
  foreign key (book, account_id) references fund_account,
  constraint two_people_for_a_reduction check (confirmed_by <> entered_by),
  -- a reduction that was withdrawn before it began keeps who had confirmed it
  check (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) in (0, 3)
    and case state when 'confirmed' then confirmed_by is not null when 'entered' then confirmed_by is null else true end),
  check (num_nulls(ended_by, ended_by_name, ended_at) in (0, 3)),
  check (state <> 'withdrawn' or ended_by is not null)
);
create index fee_reduction_of_account on fee_reduction (book, account_id);

do $$
declare
  name text;
begin
  foreach name in array array['fee_run', 'fee_charge', 'fee_reduction'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on fee_run, fee_charge, fee_reduction to portal;
grant insert (batch_id, schedule, title, kind, period_from, period_to, base_from, base_to, terms) on fee_run to portal;
grant insert (batch_id, account_id, period_from, base_from, base_days, balance_days_minor, charged_days, year_days, kept_hundredths,
  fee_minor, charged_before_minor) on fee_charge to portal;
grant insert (reduction_id, account_id, schedule, hundredths, starts_on, ends_on, reason, entered_by, entered_by_name, entered_at)
  on fee_reduction to portal;
grant update (state, ends_on, confirmed_by, confirmed_by_name, confirmed_at, ended_by, ended_by_name, ended_at) on fee_reduction to portal;

-- A run looks for entries that were recorded since the one before.
create index journal_entry_recorded on journal_entry using brin (recorded_at);

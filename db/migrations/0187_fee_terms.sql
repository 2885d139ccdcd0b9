-- Terms of fee schedules that staff set while the portal runs (docs/decisions/0103-fee-terms-on-screen.md): the history of each schedule,
-- and what waits for a second person. The schedules themselves stay settings of clients.

create function are_fee_terms(terms jsonb) returns boolean language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  tier jsonb;
  place integer := 0;
  count integer;
  lower_end numeric := 0;
begin
  if jsonb_typeof(terms) is distinct from 'object' or jsonb_typeof(terms -> 'tiers') is distinct from 'array'
    or coalesce(terms ->> 'from', '') !~ '^\d{4}-\d{2}-01$'
    or coalesce(terms ->> 'every', '') not in ('month', 'quarter')
    or coalesce(terms ->> 'charged', '') not in ('in-arrears', 'in-advance')
    or coalesce(terms ->> 'excludedAssets', '') not in ('included', 'left-out')
    or coalesce(terms ->> 'minimumPerYearMinor', '') !~ '^\d{1,15}$'
    or terms ->> 'every' = 'quarter' and substr(terms ->> 'from', 6, 2) not in ('01', '04', '07', '10') then
    return false;
  end if;
  count := jsonb_array_length(terms -> 'tiers');
  if count not between 1 and 20 then
    return false;
  end if;
  for tier in select value from jsonb_array_elements(terms -> 'tiers') loop
    place := place + 1;
    if coalesce(tier ->> 'millionths', '') !~ '^\d{1,7}$' or (tier ->> 'millionths')::integer > 1000000
      or (tier ->> 'upToMinor' is null) <> (place = count) then
      return false;
    end if;
    if place < count then
      if tier ->> 'upToMinor' !~ '^\d{1,15}$' or (tier ->> 'upToMinor')::numeric <= lower_end then
        return false;
      end if;
      lower_end := (tier ->> 'upToMinor')::numeric;
    end if;
  end loop;
  return true;
end $$;
comment on function are_fee_terms is
  'Whether a fee could be charged on these terms: the rules of faultOfTerms (src/domain/fee-terms.ts) that need no other version.';

create table fee_terms_change (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  schedule text not null check (schedule ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- counts the versions of a schedule that two people set; null until one is set, and for what never was
  revision integer check (revision > 0),
  starts_on date not null,
  terms jsonb not null,
  -- those that would hold on that day without them
  before_terms jsonb not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  requested_by uuid not null,
  requested_by_name text not null check (btrim(requested_by_name) <> ''),
  requested_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'made', 'declined', 'withdrawn', 'lapsed')),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  decision_reason text check (btrim(decision_reason) <> '' and length(decision_reason) <= 1000),
  primary key (book, change_id),
  constraint one_version_of_revision unique (book, schedule, revision),
  constraint fee_terms_are_chargeable check (are_fee_terms(terms) and are_fee_terms(before_terms)),
  constraint fee_terms_hold_from_their_day check (terms ->> 'from' = starts_on::text),
  constraint fee_terms_change_something check (terms - 'from' <> before_terms - 'from'),
  -- days are in the client's time zone, and these times in UTC
  constraint fee_terms_are_not_backdated check (starts_on >= (requested_at at time zone 'UTC')::date
    and (state <> 'made' or starts_on >= (decided_at at time zone 'UTC')::date)),
  constraint fee_terms_within_two_years check (starts_on <= (requested_at at time zone 'UTC')::date + interval '2 years 1 day'),
  constraint made_terms_have_their_revision check ((state = 'made') = (revision is not null)),
  constraint fee_terms_decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint fee_terms_are_decided check ((decided_at is null) = (state in ('waiting', 'lapsed'))),
  constraint fee_terms_declined_with_a_reason check ((state in ('declined', 'withdrawn')) = (decision_reason is not null)),
  constraint fee_terms_withdrawn_by_their_own check (state not in ('declined', 'withdrawn') or (state = 'withdrawn') = (decided_by = requested_by)),
  constraint two_people_for_fee_terms check (state <> 'made' or decided_by <> requested_by),
  constraint fee_terms_confirmed_in_time check (state <> 'made' or decided_at between requested_at and requested_at + interval '7 days')
);
create unique index one_waiting_fee_terms_change on fee_terms_change (book, schedule) where state = 'waiting';
create index fee_terms_change_of_schedule on fee_terms_change (book, schedule, requested_at desc, change_id desc);

create function check_fee_terms_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.state <> 'waiting' then
    raise exception 'new terms of a fee schedule begin with one person and wait for another'
      using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_begin';
  end if;
  if new.state = 'made' then
    perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
    if new.revision <> 1 + (select coalesce(max(c.revision), 0) from fee_terms_change c where c.book = new.book and c.schedule = new.schedule) then
      raise exception 'the revision of the fee schedule % does not follow the last one', new.schedule
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_follow';
    end if;
    if exists (
        select from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
        where r.book = new.book and r.schedule = new.schedule and r.period_to >= new.starts_on
          and (b.state in ('applying', 'applied', 'reversing') or b.state = 'entered' and exists (
            select from posting_request q where q.book = b.book and q.batch_id = b.batch_id and q.state = 'requested'))) then
      raise exception 'the fee schedule % has charged days after %', new.schedule, new.starts_on
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_after_charged_days';
    end if;
    if exists (
        select from month_close m where m.book = new.book and m.reopened_at is null and m.month + interval '1 month' > new.starts_on) then
      raise exception 'the terms of the fee schedule % would begin in a closed month', new.schedule
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_in_an_open_month';
    end if;
  end if;
  return new;
end $$;
comment on function check_fee_terms_change is
  'No one sets terms of a fee without a second person, for days that were charged, or in a closed month; this also holds against faults of the server.';
create trigger check_fee_terms_change before insert or update on fee_terms_change for each row execute function check_fee_terms_change();
create trigger fee_terms_decision_is_final before update on fee_terms_change for each row
  when (old.state <> 'waiting') execute function refuse_final_change('the decision about terms of a fee');
create trigger keep_fee_terms_change before delete on fee_terms_change for each row execute function refuse_change();
create trigger keep_fee_terms_change_truncate before truncate on fee_terms_change for each statement execute function refuse_change();

-- The fees of a run were computed when it was entered, on the terms that held then.
create function check_terms_of_fee_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run r join fee_terms_change c on c.book = r.book and c.schedule = r.schedule
      where r.book = new.book and r.batch_id = new.batch_id and c.state = 'made' and c.decided_at > new.entered_at
        and c.starts_on <= r.period_to) then
    raise exception 'the terms of the fee run % were changed since it was computed', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_run_terms';
  end if;
  return new;
end $$;
comment on function check_terms_of_fee_run is
  'No run is posted on other terms than those that hold; this also holds against faults of the server.';
create trigger check_terms_of_fee_run before update of state on posting_batch for each row
  when (old.state = 'entered' and new.state = 'applying' and new.source = 'fee-run') execute function check_terms_of_fee_run();

alter table fee_terms_change enable row level security, force row level security;
create policy book_of_connection on fee_terms_change using (book = book()) with check (book = book());
grant select on fee_terms_change to portal;
grant insert (change_id, schedule, starts_on, terms, before_terms, reason, requested_by, requested_by_name, requested_at) on fee_terms_change to portal;
grant update (state, revision, decided_by, decided_by_name, decided_at, decision_reason) on fee_terms_change to portal;

-- Months that staff close (docs/decisions/0096-closed-months.md). A closed month takes no entry, whoever writes it.

create table month_close (
  book book_name not null default book(),
  close_id uuid not null default uuidv7(),
  -- its first day
  month date not null check (extract(day from month) = 1),
  -- the check list as it was, and the closing balance of each ledger account
  checks jsonb not null check (jsonb_typeof(checks) = 'array'),
  balances jsonb not null check (jsonb_typeof(balances) = 'object'),
  note text check (btrim(note) <> '' and length(note) <= 1000),
  closed_by uuid not null,
  closed_by_name text not null check (btrim(closed_by_name) <> ''),
  closed_at timestamptz not null,
  -- one person asks for the month to be opened again, another one opens it
  reopening_by uuid,
  reopening_by_name text check (btrim(reopening_by_name) <> ''),
  reopening_at timestamptz,
  reopening_reason text check (btrim(reopening_reason) <> '' and length(reopening_reason) <= 1000),
  reopened_by uuid,
  reopened_by_name text check (btrim(reopened_by_name) <> ''),
  reopened_at timestamptz,
  primary key (book, close_id),
  check (num_nulls(reopening_by, reopening_by_name, reopening_at, reopening_reason) in (0, 4)),
  check (num_nulls(reopened_by, reopened_by_name, reopened_at) in (0, 3)),
  constraint reopening_was_asked_for check (reopened_at is null or reopening_at is not null),
  constraint two_people_reopen check (reopened_by <> reopening_by)
);
create unique index one_close_of_month on month_close (book, month) where reopened_at is null;
alter table month_close enable row level security, force row level security;
create policy book_of_connection on month_close using (book = book()) with check (book = book());
create trigger no_deletion before delete on month_close for each row execute function refuse_change();
create trigger append_only_truncate before truncate on month_close for each statement execute function refuse_change();
grant select on month_close to portal;
grant insert (close_id, month, checks, balances, note, closed_by, closed_by_name, closed_at) on month_close to portal;
grant update (reopening_by, reopening_by_name, reopening_at, reopening_reason, reopened_by, reopened_by_name, reopened_at)
  on month_close to portal;

create function month_close_lock(book text) returns bigint language sql immutable parallel safe
  return hashtextextended('month-close ' || book, 0);
comment on function month_close_lock is
  'The advisory lock that each entry of a book shares until its transaction ends, and that closing a month takes alone.';

create function check_month_close() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last date;
begin
  -- Waits for the transactions that have posted; those that post later wait for this one, and see the month closed.
  perform pg_advisory_xact_lock(month_close_lock(new.book));
  select max(c.month) into last from month_close c where c.book = new.book and c.reopened_at is null;
  if new.month <> last + interval '1 month' then
    raise exception 'the month % does not follow %', new.month, last
      using errcode = 'integrity_constraint_violation', constraint = 'months_close_in_order';
  end if;
  -- One day of tolerance, because the clock is in UTC.
  if new.month + interval '1 month' > (now() at time zone 'UTC')::date + 1 then
    raise exception 'the month % is not over', new.month
      using errcode = 'check_violation', constraint = 'closed_month_is_over';
  end if;
  return new;
end $$;
comment on function check_month_close is
  'Months close in order, once they are over, and beside no entry that is being posted; this also holds against faults of the server.';
create trigger check_month_close before insert on month_close for each row execute function check_month_close();

create function check_reopening() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.reopened_at is not null then
    raise exception 'the month % was opened again', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'month_reopened_once';
  end if;
  if new.reopened_at is not null and (new.reopening_by, new.reopening_at) is distinct from (old.reopening_by, old.reopening_at) then
    raise exception 'nobody asked before for the month % to be opened', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'reopening_was_asked_for';
  end if;
  if (new.reopening_at is not null or new.reopened_at is not null) and exists (
    select from month_close c where c.book = new.book and c.month > new.month and c.reopened_at is null
  ) then
    raise exception 'a later month than % is closed', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'last_month_opens_first';
  end if;
  return new;
end $$;
comment on function check_reopening is
  'A month is opened again once, by another person than the one who asked for it before, and the last one first; this also holds against faults of the server.';
create trigger check_reopening before update on month_close for each row execute function check_reopening();

create function refuse_closed_month() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(month_close_lock(b.book)) from (select distinct n.book from added n order by 1) b;
  -- A statement of its own, so that it sees a month that was closed while it waited.
  if exists (
    select from added n where n.effective_date < (
      select max(c.month) + interval '1 month' from month_close c where c.book = n.book and c.reopened_at is null)
  ) then
    raise exception 'an entry stands in a closed month'
      using errcode = 'integrity_constraint_violation', constraint = 'month_is_open';
  end if;
  return null;
end $$;
comment on function refuse_closed_month is
  'No entry has a day of a closed month or of one before it; what is posted when a month is closed comes before or after it as a whole.';
create trigger refuse_closed_month after insert on journal_entry referencing new table as added
  for each statement execute function refuse_closed_month();

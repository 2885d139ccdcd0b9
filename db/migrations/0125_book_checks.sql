-- The nightly check of each book, and what stops its payment runs until somebody answers (docs/decisions/0091-nightly-checks.md).

create table book_check (
  book book_name not null default book(),
  check_id uuid not null default uuidv7(),
  -- the day whose work it is, by the client's clock
  day date not null,
  checked_at timestamptz not null,
  -- how many rows of each part were compared
  compared jsonb not null check (jsonb_typeof(compared) = 'object'),
  -- how many differences were found; the first of each part are stored
  difference_count integer not null check (difference_count >= 0),
  answered_by uuid,
  answered_by_name text check (btrim(answered_by_name) <> ''),
  answered_at timestamptz,
  answer text check (btrim(answer) <> '' and length(answer) <= 1000),
  primary key (book, check_id),
  constraint one_check_a_day unique (book, day),
  check (num_nulls(answered_by, answered_by_name, answered_at, answer) in (0, 4)),
  constraint answer_of_difference check (answered_at is null or difference_count > 0)
);
create index book_check_unanswered on book_check (book) where difference_count > 0 and answered_at is null;

create table book_check_difference (
  book book_name not null default book(),
  check_id uuid not null,
  number integer not null check (number > 0),
  part text not null check (part in ('balances', 'pending-grants', 'payment-runs', 'audit-log', 'change-records', 'certificates', 'files')),
  -- which fund, grant, run or file
  place text not null check (btrim(place) <> '' and length(place) <= 200),
  finding text not null check (btrim(finding) <> '' and length(finding) <= 500),
  primary key (book, check_id, number),
  foreign key (book, check_id) references book_check
);

create function answer_book_check_once() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.answered_at is not null then
    raise exception 'the check % is answered', new.check_id
      using errcode = 'integrity_constraint_violation', constraint = 'check_answered_once';
  end if;
  return new;
end $$;
comment on function answer_book_check_once is 'who answered a check, and why, is recorded once; this also holds against faults of the server';
create trigger answer_book_check_once before update on book_check for each row execute function answer_book_check_once();

create function record_book_check_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, at, detail)
    select b.realm, 'posting-check-differed', new.checked_at,
        jsonb_build_object('book', new.book, 'check', new.check_id, 'day', new.day, 'differences', new.difference_count::text)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_book_check_in_audit_log() from public;
comment on function record_book_check_in_audit_log is 'Records in the audit log of the realm that a check of a book found differences.';
create trigger record_in_audit_log after insert on book_check
  for each row when (new.difference_count > 0) execute function record_book_check_in_audit_log();

create function stop_runs_of_book() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from book_check c where c.book = new.book and c.difference_count > 0 and c.answered_at is null) then
    raise exception 'a check of the book % has no answer', new.book
      using errcode = 'integrity_constraint_violation', constraint = 'book_check_answered';
  end if;
  return new;
end $$;
comment on function stop_runs_of_book is
  'Lets no run be approved or released while a check of its book found differences that nobody has answered.';
create trigger stop_approval before update of state on payment_run
  for each row when (new.state = 'approved' and old.state <> 'approved') execute function stop_runs_of_book();
create trigger stop_release before update of released_at on payment_run
  for each row when (new.released_at is not null and old.released_at is null) execute function stop_runs_of_book();

do $$
declare
  name text;
begin
  foreach name in array array['book_check', 'book_check_difference'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on book_check, book_check_difference to portal;
grant insert (check_id, day, checked_at, compared, difference_count) on book_check to portal;
grant update (answered_by, answered_by_name, answered_at, answer) on book_check to portal;
grant insert (check_id, number, part, place, finding) on book_check_difference to portal;

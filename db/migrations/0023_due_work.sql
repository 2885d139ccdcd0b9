-- Work that falls due in a book on a day, such as its quarterly statements (docs/decisions/0035-statements-and-due-work.md). There is a
-- row for every day from the first on which the work exists, so that a day that the program missed is done later.
create table due_work (
  book book_name not null default book(),
  -- the name that the feature gave it; it never changes
  work text not null check (work ~ '^[a-z][a-z-]{0,59}$'),
  day date not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (length(last_error) <= 500),
  -- not tried again before; null: at once
  next_attempt_at timestamptz,
  finished_at timestamptz,
  primary key (book, work, day),
  foreign key (book) references book
);
create index due_work_unfinished on due_work (book, work, day) where finished_at is null;

-- What has been done is not done again.
create function check_due_work() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the work % of % is finished', old.work, old.day
    using errcode = 'integrity_constraint_violation', constraint = 'due_work_finished';
end $$;
create trigger check_due_work before update on due_work for each row when (old.finished_at is not null)
  execute function check_due_work();

alter table due_work enable row level security;
alter table due_work force row level security;
create policy book_of_connection on due_work using (book = book()) with check (book = book());

grant select, insert on due_work to portal;
grant update (attempts, last_error, next_attempt_at, finished_at) on due_work to portal;

-- The statements of accounts. Each row is written with its document, and neither can change.
create table account_statement (
  book book_name not null default book(),
  document_id uuid not null,
  account_id uuid not null,
  from_day date not null,
  to_day date not null,
  -- the digest of the PDF; the document has the same
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- when its figures were read
  recorded_at timestamptz not null,
  -- the entries that it counts: recorded_at is the start of an entry's transaction, which may have ended after the figures were read
  figures_snapshot pg_snapshot not null,
  -- the figures: totals by section, and the balances, in minor units as text
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  primary key (book, document_id),
  unique (book, account_id, from_day, to_day),
  foreign key (book, document_id) references document,
  foreign key (book, account_id) references fund_account,
  check (from_day <= to_day)
);

alter table account_statement enable row level security;
alter table account_statement force row level security;
create policy book_of_connection on account_statement using (book = book()) with check (book = book());

grant select, insert on account_statement to portal;

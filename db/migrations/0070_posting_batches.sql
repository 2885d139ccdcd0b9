-- Batches of postings (docs/decisions/0077-posting-batches.md): the gains, losses, income, fees and corrections of many funds, which one person
-- enters by file and another confirms. A job posts them fund by fund.

-- Counted over all books, so that a number does not tell how active one of them is.
create sequence posting_batch_number as bigint start 5001;
grant usage on sequence posting_batch_number to portal;

create table posting_batch (
  book book_name not null default book(),
  batch_id uuid not null,
  batch_number bigint not null default nextval('posting_batch_number'),
  -- what staff call it, such as "Gains of the third quarter"
  reference text not null check (btrim(reference) <> '' and length(reference) <= 120),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 255),
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  -- what the second person saw: the same lines, with the same ones left out
  plan_hash text not null check (plan_hash ~ '^[0-9a-f]{64}$'),
  line_count integer not null check (line_count between 1 and 20000),
  -- the amounts of all lines, without their signs
  amount_minor bigint not null check (amount_minor > 0),
  kinds text[] not null check (cardinality(kinds) > 0),
  state text not null default 'entered' check (state in ('entered', 'applying', 'applied', 'reversing', 'reversed')),
  entered_by uuid not null,
  entered_by_name text not null check (btrim(entered_by_name) <> ''),
  entered_at timestamptz not null,
  confirmed_by uuid,
  confirmed_by_name text check (btrim(confirmed_by_name) <> ''),
  confirmed_at timestamptz,
  applied_at timestamptz,
  -- the reversal of the whole batch; donors read the reason beside each reversed entry
  reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 1000),
  reversal_confirmed_by uuid,
  reversal_confirmed_by_name text check (btrim(reversal_confirmed_by_name) <> ''),
  reversal_confirmed_at timestamptz,
  reversed_at timestamptz,
  primary key (book, batch_id),
  unique (book, batch_number),
  constraint two_people check (confirmed_by <> entered_by),
  check (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) = case state when 'entered' then 3 else 0 end),
  check ((applied_at is null) = (state in ('entered', 'applying'))),
  check (num_nulls(reversal_reason, reversal_confirmed_by, reversal_confirmed_by_name, reversal_confirmed_at)
    = case when state in ('reversing', 'reversed') then 0 else 4 end),
  check ((reversed_at is null) = (state <> 'reversed'))
);
-- What was confirmed counts once: a file by its bytes, and by what staff call it. A batch that was reversed may come again.
create unique index one_posting_batch_of_file on posting_batch (book, file_hash) where state in ('applying', 'applied', 'reversing');
create unique index one_posting_batch_of_reference on posting_batch (book, lower(reference))
  where state in ('applying', 'applied', 'reversing');
create index posting_batch_latest on posting_batch (book, batch_number desc);

create table posting_batch_line (
  book book_name not null default book(),
  batch_id uuid not null,
  -- its row in the file
  line integer not null check (line > 0),
  account_id uuid not null,
  kind text not null references entry_kind
    check (kind in ('gain', 'loss', 'income', 'administrative_fee', 'investment_fee', 'other', 'exclude', 'release')),
  effective_date date not null,
  -- positive; of other activity negative where it leaves the fund
  amount_minor bigint not null check (amount_minor <> 0 and (kind = 'other' or amount_minor > 0)),
  comment text check (btrim(comment) <> '' and length(comment) <= 300),
  state text not null default 'waiting' check (state in ('waiting', 'posted', 'left-out', 'reversed')),
  -- less than the amount for a fee that the fund could not pay in full
  posted_minor bigint,
  entry_id uuid,
  -- why it was left out, or posted in part
  note text check (btrim(note) <> '' and length(note) <= 300),
  -- why the reversal of the batch left it as it is
  not_reversed text check (btrim(not_reversed) <> '' and length(not_reversed) <= 300),
  reversal_entry_id uuid,
  primary key (book, batch_id, line),
  foreign key (book, batch_id) references posting_batch,
  foreign key (book, account_id) references fund_account,
  foreign key (book, entry_id) references journal_entry (book, entry_id),
  foreign key (book, reversal_entry_id) references journal_entry (book, entry_id),
  unique (book, entry_id),
  unique (book, reversal_entry_id),
  check (kind <> 'other' or comment is not null),
  check (num_nulls(entry_id, posted_minor) = case when state in ('posted', 'reversed') then 0 else 2 end),
  check ((reversal_entry_id is null) = (state <> 'reversed')),
  check (state <> 'left-out' or note is not null)
);
-- The job takes the lines of a fund together.
create index posting_batch_line_waiting on posting_batch_line (book, batch_id, account_id, line) where state = 'waiting';
create index posting_batch_line_posted on posting_batch_line (book, batch_id, account_id, line)
  where state = 'posted' and not_reversed is null;
create index posting_batch_line_of_account on posting_batch_line (book, account_id);

create function check_posting_batch() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('entered', 'applying'), ('applying', 'applied'), ('applied', 'reversing'), ('reversing', 'reversed')) then
    raise exception 'the batch % cannot go from % to %', new.batch_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_state';
  end if;
  if new.state = 'applied' and exists (
      select from posting_batch_line l where l.book = new.book and l.batch_id = new.batch_id and l.state = 'waiting') then
    raise exception 'the batch % has lines that wait', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_whole';
  end if;
  return new;
end $$;
comment on function check_posting_batch is
  'a batch goes on in one order, and is applied when none of its lines waits; this also holds against faults of the server';
create trigger check_posting_batch before update on posting_batch for each row execute function check_posting_batch();

create function check_posting_batch_line() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A line that is posted may get the reason why it was not reversed.
  if (old.state, new.state) not in (('waiting', 'posted'), ('waiting', 'left-out'), ('posted', 'posted'), ('posted', 'reversed'))
      or old.entry_id is not null and (new.entry_id, new.posted_minor) is distinct from (old.entry_id, old.posted_minor) then
    raise exception 'the line % of the batch % cannot go from % to %', new.line, new.batch_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_line_state';
  end if;
  return new;
end $$;
comment on function check_posting_batch_line is
  'a line is posted once and reversed once, and keeps its entry; this also holds against faults of the server';
create trigger check_posting_batch_line before update on posting_batch_line for each row execute function check_posting_batch_line();

do $$
declare
  name text;
begin
  foreach name in array array['posting_batch', 'posting_batch_line'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on posting_batch, posting_batch_line to portal;
grant insert (batch_id, reference, file_name, file_hash, plan_hash, line_count, amount_minor, kinds, entered_by, entered_by_name,
  entered_at) on posting_batch to portal;
grant update (state, confirmed_by, confirmed_by_name, confirmed_at, applied_at, reversal_reason, reversal_confirmed_by,
  reversal_confirmed_by_name, reversal_confirmed_at, reversed_at) on posting_batch to portal;
grant insert (batch_id, line, account_id, kind, effective_date, amount_minor, comment) on posting_batch_line to portal;
grant update (state, posted_minor, entry_id, note, not_reversed, reversal_entry_id) on posting_batch_line to portal;

-- The balances of accounts, locked until the end of the transaction, so that what is posted after it cannot take more than they have. It
-- locks in the order of apply_postings.
create function lock_balances(accounts uuid[])
  returns table (account_id uuid, account_status text, spendable_minor bigint, excluded_minor bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_balance (book, account_id)
    select a.book, a.account_id from fund_account a where a.book = book() and a.account_id = any (accounts) order by 1, 2
    on conflict do nothing;
  return query
    select b.account_id, a.account_status, b.spendable_minor, b.excluded_minor
      from account_balance b join fund_account a on a.book = b.book and a.account_id = b.account_id
      where b.book = book() and b.account_id = any (accounts)
      order by b.book, b.account_id
      for update of b;
end $$;
comment on function lock_balances is
  'security definer: the roles of the server may not lock balances, because they may not write them; it returns those of the connection''s book alone';
revoke all on function lock_balances(uuid[]) from public;
grant execute on function lock_balances(uuid[]) to portal;

-- A batch, and the reversal of one, always wait for a second person. They are about many accounts.
alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'bank-file', 'suspense-item', 'posting-batch', 'reverse-posting-batch'));
alter table posting_request drop constraint account_or_file;
alter table posting_request add constraint account_or_file
  check ((account_id is null) = (kind in ('bank-file', 'suspense-item', 'posting-batch', 'reverse-posting-batch')));
alter table posting_request add column batch_id uuid
  generated always as (case when kind in ('posting-batch', 'reverse-posting-batch') then subject_id end) stored;
alter table posting_request add constraint batch_of_request foreign key (book, batch_id) references posting_batch (book, batch_id);
create index posting_request_of_batch on posting_request (book, batch_id, requested_at desc) where batch_id is not null;

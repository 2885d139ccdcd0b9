-- Receipts for contributions (docs/decisions/0082-receipts.md).

create table contribution_receipt (
  book book_name not null default book(),
  receipt_id uuid not null default uuidv7(),
  -- the year in which it was issued, by the client's clock; the numbers of a year have no gaps
  year smallint not null check (year between 2000 and 2200),
  number integer not null check (number > 0),
  contribution_id uuid not null,
  account_id uuid not null,
  -- what it says of the contribution. Null amount: securities, of which it has no value
  payer_kind text not null check (payer_kind in ('individual', 'joint', 'company', 'trust', 'sponsor', 'foundation', 'ira')),
  payer_name text not null check (btrim(payer_name) <> '' and length(payer_name) <= 200),
  gift_date date not null,
  amount_minor bigint check (amount_minor > 0),
  currency currency_code not null,
  -- what else it says, such as the sponsor and the assets, so that every attempt to draw it says the same
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 65536),
  issued_at timestamptz not null,
  -- superseded: another receipt of the same gift took its place; withdrawn: the contribution was taken back
  state text not null default 'issued' check (state in ('issued', 'superseded', 'withdrawn')),
  ended_at timestamptz,
  -- the receipt whose place this one took
  supersedes_id uuid,
  -- of the sealed file; null until a job has stored it, and for one that ended before
  document_id uuid,
  primary key (book, receipt_id),
  constraint receipt_number unique (book, year, number),
  foreign key (book, contribution_id) references contribution,
  foreign key (book, account_id) references fund_account,
  foreign key (book, currency) references book (book, currency),
  foreign key (book, supersedes_id) references contribution_receipt,
  foreign key (book, document_id) references document,
  check ((state = 'issued') = (ended_at is null))
);
create unique index one_receipt_per_contribution on contribution_receipt (book, contribution_id) where state = 'issued';
create unique index receipt_superseded_once on contribution_receipt (book, supersedes_id) where supersedes_id is not null;
create index receipt_of_contribution on contribution_receipt (book, contribution_id, issued_at desc);
create index receipt_of_payer on contribution_receipt (book, account_id, gift_date) where state = 'issued';
-- what the polling job looks for
create index receipt_without_document on contribution_receipt (book, issued_at) where state = 'issued' and document_id is null;

create function number_receipt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  gift contribution;
  posted_minor bigint;
begin
  select * into gift from contribution c where c.book = new.book and c.contribution_id = new.contribution_id for update;
  if gift.state is distinct from 'received' then
    raise exception 'the contribution % is not received', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_of_received';
  end if;
  select sum(p.amount_minor) into posted_minor from posting p
    where p.book = new.book and p.entry_id = gift.entry_id and p.account_id = gift.account_id;
  if (gift.account_id, gift.payer_kind, gift.payer_name, gift.gift_date, gift.currency,
        case gift.kind when 'securities' then null else posted_minor end)
      is distinct from (new.account_id, new.payer_kind, new.payer_name, new.gift_date, new.currency, new.amount_minor) then
    raise exception 'the receipt does not say what the contribution % was', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_as_posted';
  end if;
  -- One at a time, until the transaction ends. The next statement sees what the one before has committed.
  perform pg_advisory_xact_lock(hashtextextended('receipt:' || new.book || ':' || new.year, 0));
  new.number := 1 + coalesce((select max(r.number) from contribution_receipt r where r.book = new.book and r.year = new.year), 0);
  return new;
end $$;
comment on function number_receipt is
  'gives each receipt the next number of its book and year, and compares it with the contribution and what it posted, so that numbers have no gaps and amounts are right, also against faults of the server';
create trigger number_receipt before insert on contribution_receipt for each row execute function number_receipt();

create function check_receipt_end() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> new.state and old.state <> 'issued' then
    raise exception 'the receipt % has ended', new.receipt_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_ends_once';
  end if;
  if old.document_id is distinct from new.document_id and (old.document_id is not null or new.state <> 'issued') then
    raise exception 'the receipt % has its document, or has ended', new.receipt_id
      using errcode = 'integrity_constraint_violation', constraint = 'one_document_of_receipt';
  end if;
  return new;
end $$;
comment on function check_receipt_end is
  'a receipt ends once and gets one document, before it ends; what it says never changes';
create trigger check_end before update on contribution_receipt for each row execute function check_receipt_end();

-- At commit, because the contribution and its receipt end in two statements.
create function check_receipt_of_taken_back() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from contribution_receipt r join contribution c on c.book = r.book and c.contribution_id = r.contribution_id
      where r.book = new.book and r.contribution_id = new.contribution_id and r.state = 'issued'
        and (c.state <> 'received' or (c.gift_date, c.payer_kind, c.payer_name) is distinct from (r.gift_date, r.payer_kind, r.payer_name))) then
    raise exception 'the contribution % has a receipt that no longer holds', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_holds';
  end if;
  return null;
end $$;
comment on function check_receipt_of_taken_back is
  'no receipt stays valid for a contribution that was taken back, or that is not what the receipt says';
create constraint trigger receipt_holds after update on contribution deferrable initially deferred
  for each row when (old.gift_date is not null) execute function check_receipt_of_taken_back();

alter table contribution_receipt enable row level security;
alter table contribution_receipt force row level security;
create policy book_of_connection on contribution_receipt using (book = book()) with check (book = book());
grant select, insert (receipt_id, year, contribution_id, account_id, payer_kind, payer_name, gift_date, amount_minor, currency, facts,
  issued_at, supersedes_id) on contribution_receipt to portal;
grant update (state, ended_at, document_id) on contribution_receipt to portal;

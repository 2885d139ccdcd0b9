-- Transfers between funds of a book (§12, sections 7 and 8): a donor requests one, staff decide. A request sets nothing aside; the ledger
-- decides at the approval whether the fund has the money.
create table fund_transfer (
  book book_name not null default book(),
  transfer_id uuid not null,
  transfer_number bigint not null default nextval('transaction_number'),
  -- the fund that gives
  account_id uuid not null,
  -- as the donor entered them: only staff may see whether there is such an account
  to_fund_id bigint not null,
  to_account_name text not null check (btrim(to_account_name) <> '' and length(to_account_name) <= 120),
  amount_minor bigint not null check (amount_minor > 0),
  -- why, in the donor's words
  reason text check (btrim(reason) <> '' and length(reason) <= 500),
  state text not null default 'requested' check (state in ('requested', 'approved', 'declined', 'withdrawn')),
  requested_by uuid not null,
  requested_by_name text not null check (btrim(requested_by_name) <> ''),
  requested_at timestamptz not null,
  -- what the sponsor wrote to the donor
  message text check (btrim(message) <> '' and length(message) <= 1000),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- the fund that received, and the entry in the ledger
  to_account_id uuid,
  entry_id uuid,
  primary key (book, transfer_id),
  unique (book, transfer_number),
  unique (book, entry_id),
  foreign key (book, account_id) references fund_account,
  foreign key (book, to_account_id) references fund_account (book, account_id),
  foreign key (book, entry_id) references journal_entry (book, entry_id),
  check ((state = 'requested') = (decided_at is null)),
  check (num_nulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  check (num_nulls(to_account_id, entry_id) = case state when 'approved' then 0 else 2 end),
  check (state <> 'declined' or message is not null),
  check (to_account_id <> account_id),
  -- Nobody decides about a transfer that they requested; only they withdraw it.
  constraint not_own_transfer check (decided_by is null or (decided_by = requested_by) = (state = 'withdrawn'))
);
create index fund_transfer_of_account on fund_transfer (book, account_id, requested_at desc);
create index fund_transfer_waiting on fund_transfer (book, requested_at, transfer_id) where state = 'requested';

create function check_transfer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'requested' then
    raise exception 'the transfer % is decided', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'transfer_decided';
  end if;
  -- The entry moves just this amount between just these funds.
  if new.state = 'approved' and not exists (
      select from journal_entry e
        join posting a on a.book = e.book and a.entry_id = e.entry_id and a.account_id = new.account_id
          and a.section = 8 and a.amount_minor = -new.amount_minor
        join posting b on b.book = e.book and b.entry_id = e.entry_id and b.account_id = new.to_account_id
          and b.section = 7 and b.amount_minor = new.amount_minor
      where e.book = new.book and e.entry_id = new.entry_id and e.kind = 'transfer') then
    raise exception 'the entry of the transfer % moves something else', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_transfer';
  end if;
  return new;
end $$;
create trigger check_transfer before update on fund_transfer for each row execute function check_transfer();

alter table fund_transfer enable row level security;
alter table fund_transfer force row level security;
create policy book_of_connection on fund_transfer using (book = book()) with check (book = book());
grant select, insert on fund_transfer to portal;
grant update (state, message, decided_by, decided_by_name, decided_at, to_account_id, entry_id) on fund_transfer to portal;

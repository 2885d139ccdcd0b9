-- Two people for money that staff put back into funds or post (docs/decisions/0053-posting-requests.md).

-- Each such command of a person, which counts towards their sum of 24 hours. A command that was refused leaves no row.
create table posting_command (
  book book_name not null default book(),
  posting_command_id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null check (kind in ('return', 'void', 'void-payment', 'receive-contribution')),
  amount_minor bigint not null check (amount_minor > 0),
  at timestamptz not null,
  primary key (book, posting_command_id)
);
create index posting_command_of on posting_command (book, user_id, at) include (amount_minor);
create trigger append_only before update or delete on posting_command for each row execute function refuse_change();
create trigger append_only_truncate before truncate on posting_command for each statement execute function refuse_change();
alter table posting_command enable row level security;
alter table posting_command force row level security;
create policy book_of_connection on posting_command using (book = book()) with check (book = book());
grant select, insert on posting_command to portal;

-- A command that waits for a second person. Nothing is posted before they confirm it.
create table posting_request (
  book book_name not null default book(),
  request_id uuid not null,
  kind text not null check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'reverse-contribution')),
  -- the grant or the contribution
  subject_id uuid not null,
  account_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- what the command said
  input jsonb not null check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 10000),
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  state text not null default 'requested' check (state in ('requested', 'confirmed', 'declined', 'withdrawn')),
  requested_by uuid not null,
  requested_by_name text not null check (btrim(requested_by_name) <> ''),
  requested_at timestamptz not null,
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- why it was declined
  note text check (btrim(note) <> '' and length(note) <= 1000),
  primary key (book, request_id),
  foreign key (book, account_id) references fund_account (book, account_id),
  check (kind <> 'reverse-contribution' or reason is not null),
  check (num_nulls(decided_by, decided_by_name, decided_at) = case state when 'requested' then 3 else 0 end),
  check ((state = 'declined') = (note is not null)),
  -- Nobody decides about their own request; only they withdraw it.
  constraint not_own_posting_request check (decided_by is null or (decided_by = requested_by) = (state = 'withdrawn'))
);
create unique index one_open_posting_request on posting_request (book, subject_id) where state = 'requested';
create index posting_request_waiting on posting_request (book, requested_at, request_id) where state = 'requested';

create function check_posting_request() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'requested' then
    raise exception 'the request % is decided', new.request_id
      using errcode = 'integrity_constraint_violation', constraint = 'posting_request_decided';
  end if;
  return new;
end $$;
create trigger check_posting_request before update on posting_request for each row execute function check_posting_request();
alter table posting_request enable row level security;
alter table posting_request force row level security;
create policy book_of_connection on posting_request using (book = book()) with check (book = book());
grant select, insert on posting_request to portal;
grant update (state, decided_by, decided_by_name, decided_at, note) on posting_request to portal;

-- A contribution whose entry was reversed: it keeps who received it, and names the entry that reversed it.
alter table contribution drop constraint contribution_state_check;
alter table contribution add constraint contribution_state_check check (state in ('expected', 'received', 'cancelled', 'reversed'));
alter table contribution drop constraint received_by_somebody;
alter table contribution add constraint received_by_somebody
  check (num_nulls(gift_date, received_by, received_by_name, received_at, entry_id)
    = case when state in ('received', 'reversed') then 0 else 5 end);
alter table contribution add column reversal_entry_id uuid;
alter table contribution add column reversed_at timestamptz;
alter table contribution add column reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 1000);
alter table contribution add constraint reversed_by_an_entry
  check (num_nulls(reversal_entry_id, reversed_at, reversal_reason) = case state when 'reversed' then 0 else 3 end);
alter table contribution add constraint reversal_of_contribution
  foreign key (book, reversal_entry_id) references journal_entry (book, entry_id);
grant update (reversal_entry_id, reversed_at, reversal_reason) on contribution to portal;

-- What was received can only be reversed, once; what was cancelled or reversed stays so.
create or replace function check_contribution_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'expected' and (old.state, new.state) <> ('received', 'reversed') or (old.state, new.state) = ('expected', 'reversed') then
    raise exception 'the contribution % cannot go from % to %', new.contribution_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_state';
  end if;
  -- The reversal is that of the contribution's own entry.
  if new.state = 'reversed' and not exists (
      select from journal_entry e
        where e.book = new.book and e.entry_id = new.reversal_entry_id and e.reverses_entry_id = old.entry_id) then
    raise exception 'the entry does not reverse the contribution %', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_reversal';
  end if;
  -- The ledger lets a reversal take an account below zero. This one would take back what is granted already; its entry is posted before,
  -- and has locked the balance.
  if new.state = 'reversed' and exists (
      select from account_balance b
        where b.book = new.book and b.account_id = new.account_id and (b.spendable_minor < 0 or b.excluded_minor < 0)) then
    raise exception 'the account % no longer has the contribution', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'available_balance_not_negative';
  end if;
  return new;
end $$;

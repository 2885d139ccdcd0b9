-- Money that a bank credited and nobody has matched waits in suspense, a ledger account of the book
-- (docs/decisions/0075-what-the-bank-says.md). No fund has any of it before a person decides.

insert into ledger_kind (ledger, of_fund, meaning) values
  ('suspense', false, 'credited by a bank, and not matched yet');
insert into entry_kind (kind, transaction_type_name) values
  ('suspense_received', 'Unmatched bank credit'),
  ('suspense_matched', 'Bank credit matched'),
  ('suspense_returned', 'Bank credit returned to its payer'),
  ('suspense_transferred', 'Bank credit sent to another book');

create table suspense_item (
  book book_name not null default book(),
  item_id uuid not null,
  bank_line_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  entry_id uuid not null,
  -- explained: a later file matched the line or named its parts. The other ends are what a person decided.
  state text not null default 'open' check (state in ('open', 'explained', 'matched', 'returned', 'transferred')),
  -- who looks after it, and what they found out
  owner_id uuid,
  owner_name text check (btrim(owner_name) <> ''),
  note text check (btrim(note) <> '' and length(note) <= 1000),
  ended_by uuid,
  ended_by_name text check (btrim(ended_by_name) <> ''),
  ended_at timestamptz,
  ending_entry_id uuid,
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  contribution_id uuid,
  to_book text check (length(to_book) <= 60),
  primary key (book, item_id),
  -- each movement of the bank is in suspense once
  constraint one_suspense_item unique (book, bank_line_id),
  foreign key (book, bank_line_id) references bank_line,
  foreign key (book, entry_id) references journal_entry,
  foreign key (book, ending_entry_id) references journal_entry,
  foreign key (book, contribution_id) references contribution,
  check ((owner_id is null) = (owner_name is null)),
  check (num_nulls(ended_by, ended_by_name, ended_at, ending_entry_id, reason) = case state when 'open' then 5 else 0 end),
  check ((state = 'matched') = (contribution_id is not null)),
  check ((state = 'transferred') = (to_book is not null))
);
create index suspense_item_open on suspense_item (book, item_id) where state = 'open';
create unique index one_item_of_contribution on suspense_item (book, contribution_id) where contribution_id is not null;
alter table suspense_item enable row level security, force row level security;
create policy book_of_connection on suspense_item using (book = book()) with check (book = book());
create trigger item_is_final before update on suspense_item for each row when (old.state <> 'open')
  execute function refuse_final_change('an item in suspense');
grant select, insert on suspense_item to portal;
grant update (state, owner_id, owner_name, note, ended_by, ended_by_name, ended_at, ending_entry_id, reason, contribution_id, to_book)
  on suspense_item to portal;

-- A line whose money a person has sent on or credited to a fund is matched to nothing else.
create or replace function check_bank_line_match() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.payment_id, new.run_id) is distinct from (old.payment_id, old.run_id)
    and (num_nonnulls(old.payment_id, old.run_id, old.same_as) > 0
      or exists (select from suspense_item i where i.book = old.book and i.bank_line_id = old.bank_line_id
        and i.state in ('matched', 'returned', 'transferred'))) then
    raise exception 'the bank line % is matched', old.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;

alter table posting_command drop constraint posting_command_kind_check;
alter table posting_command add constraint posting_command_kind_check
  check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'bank-file', 'suspense-item'));
alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (
  kind in ('return', 'void', 'void-payment', 'receive-contribution', 'reverse-contribution', 'bank-file', 'suspense-item'));
alter table posting_request drop constraint account_or_file;
alter table posting_request add constraint account_or_file
  check ((account_id is null) = (kind in ('bank-file', 'suspense-item')));

alter table idempotent_command drop constraint idempotent_command_audit_kind_check;
alter table idempotent_command add constraint idempotent_command_audit_kind_check check (audit_kind
  ~ '^(grant|grants|run|bank-file|contribution|transfer|schedule|case|posting|change-notice|suspense)-[a-z-]{1,30}$');

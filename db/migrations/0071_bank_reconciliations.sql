-- What a month of a bank account is made of (docs/decisions/0078-bank-reconciliations.md): debits that people explain, and months that
-- they sign off.

-- A file of 100,000 lines is stored in seconds only if their parts and their statement are found by an index.
create index bank_line_parts on bank_line (book, part_of) where part_of is not null;
create index bank_line_repeats on bank_line (book, same_as) where same_as is not null;
create index bank_line_stated on bank_line (book, stated_in, bank_line_id) where stated_in is not null;
create index bank_line_of_entry on bank_line (book, bank_entry_id);
create index bank_line_by_day on bank_line (book, bank_account, booked_on);

-- A debit that no payment explains. It is no entry of the ledger, which has no account for money at a bank.
create table bank_line_explanation (
  book book_name not null default book(),
  -- each debit is explained once
  bank_line_id uuid not null,
  kind text not null check (kind in ('fee', 'own-transfer', 'direct-debit', 'sent-on', 'returned-deposit', 'other')),
  note text not null check (btrim(note) <> '' and length(note) <= 1000),
  explained_by uuid not null,
  explained_by_name text not null check (btrim(explained_by_name) <> ''),
  explained_at timestamptz not null,
  constraint bank_line_explained_once primary key (book, bank_line_id),
  foreign key (book, bank_line_id) references bank_line
);

-- A month of a bank account that a person signed off, with the figures as they were.
create table bank_reconciliation (
  book book_name not null default book(),
  bank_account text not null check (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$' and length(bank_account) <= 60),
  -- its first day
  month date not null check (extract(day from month) = 1),
  figures jsonb not null check (jsonb_typeof(figures) = 'object'),
  note text check (btrim(note) <> '' and length(note) <= 1000),
  signed_by uuid not null,
  signed_by_name text not null check (btrim(signed_by_name) <> ''),
  signed_at timestamptz not null,
  constraint one_bank_reconciliation primary key (book, bank_account, month)
);

do $$
declare
  name text;
begin
  foreach name in array array['bank_line_explanation', 'bank_reconciliation'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
    execute format('grant select, insert on %I to portal', name);
  end loop;
end $$;

create function check_bank_reconciliation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last date := (select max(r.month) from bank_reconciliation r where r.book = new.book and r.bank_account = new.bank_account);
begin
  if new.month <> last + interval '1 month' then
    raise exception 'the month % does not follow %', new.month, last
      using errcode = 'integrity_constraint_violation', constraint = 'bank_reconciliations_in_order';
  end if;
  return new;
end $$;
comment on function check_bank_reconciliation is
  'the months of a bank account are signed off in order; this also holds against faults of the server';
create trigger check_bank_reconciliation before insert on bank_reconciliation for each row execute function check_bank_reconciliation();

create function check_bank_line_explanation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Waits for a file that is matching the line, or storing its parts.
  perform from bank_line l where l.book = new.book and l.bank_line_id = new.bank_line_id and not l.is_credit
    and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0 for update;
  if not found or exists (select from bank_line p where p.book = new.book and p.part_of = new.bank_line_id) then
    raise exception 'the bank line % needs no explanation', new.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_unexplained';
  end if;
  return new;
end $$;
comment on function check_bank_line_explanation is
  'only a debit that nothing explains is explained by a person; this also holds against faults of the server';
create trigger check_bank_line_explanation before insert on bank_line_explanation
  for each row execute function check_bank_line_explanation();

-- As in 0066_suspense.sql; a line that a person has explained is matched to nothing else either.
create or replace function check_bank_line_match() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.payment_id, new.run_id) is distinct from (old.payment_id, old.run_id)
    and (num_nonnulls(old.payment_id, old.run_id, old.same_as) > 0
      or exists (select from bank_line_explanation e where e.book = old.book and e.bank_line_id = old.bank_line_id)
      or exists (select from suspense_item i where i.book = old.book and i.bank_line_id = old.bank_line_id
        and i.state in ('matched', 'returned', 'transferred', 'own'))) then
    raise exception 'the bank line % is matched', old.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;

create function check_bank_line_part() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from bank_line_explanation e where e.book = new.book and e.bank_line_id = new.part_of) then
    raise exception 'the bank line % is explained', new.part_of
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;
comment on function check_bank_line_part is
  'a debit that a person has explained gets no parts afterwards; this also holds against faults of the server';
create trigger check_bank_line_part before insert on bank_line for each row when (new.part_of is not null)
  execute function check_bank_line_part();

-- Money in suspense may also be the sponsor's own: a transfer between its accounts, interest or a refund.
insert into entry_kind (kind, transaction_type_name) values ('suspense_own', 'Bank credit of the sponsor’s own');
alter table suspense_item drop constraint suspense_item_state_check;
alter table suspense_item add constraint suspense_item_state_check
  check (state in ('open', 'explained', 'matched', 'returned', 'transferred', 'own'));

alter table posting_command drop constraint posting_command_kind_check;
alter table posting_command add constraint posting_command_kind_check
  check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'bank-file', 'suspense-item', 'bank-debit'));
alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'bank-file', 'suspense-item', 'bank-debit', 'posting-batch', 'reverse-posting-batch'));
alter table posting_request drop constraint account_or_file;
alter table posting_request add constraint account_or_file check
  ((account_id is null) = (kind in ('bank-file', 'suspense-item', 'bank-debit', 'posting-batch', 'reverse-posting-batch')));

alter table idempotent_command drop constraint idempotent_command_audit_kind_check;
alter table idempotent_command add constraint idempotent_command_audit_kind_check check (audit_kind
  ~ '^(grant|grants|run|bank|bank-file|contribution|transfer|schedule|case|posting|change-notice|suspense)-[a-z-]{1,30}$');

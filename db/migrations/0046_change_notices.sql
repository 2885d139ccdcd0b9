-- Notices of change: what the bank says is wrong about the account of a payee (§13). Each is stored, and either proposes new bank details or
-- waits for a person (docs/decisions/0051-bank-formats-and-names.md).

create table change_notice (
  book book_name not null default book(),
  notice_id uuid not null,
  -- where the corrected numbers are, encrypted
  bank_file_id uuid not null,
  line integer not null check (line > 0),
  -- the code of the Nacha Operating Rules: C01
  code text not null check (length(code) between 1 and 3),
  -- what the entry named: GRANT-1000042
  reference text check (btrim(reference) <> '' and length(reference) <= 140),
  -- the trace numbers of the notice and of the entry that it is about, and the bank that sent it
  traces text not null check (length(traces) <= 140),
  -- what the bank corrects, with the last four characters of an account number
  correction text not null check (btrim(correction) <> '' and length(correction) <= 300),
  payment_id uuid,
  received_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'closed')),
  -- why it waits for a person
  problem text check (btrim(problem) <> '' and length(problem) <= 500),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- why it was closed
  note text check (btrim(note) <> '' and length(note) <= 1000),
  primary key (book, notice_id),
  -- The same notice in two files is one notice.
  constraint one_change_notice unique nulls not distinct (book, traces, code, reference, correction),
  foreign key (book, bank_file_id) references bank_file,
  foreign key (book, payment_id) references payment,
  check (num_nulls(decided_by, decided_by_name, decided_at) = case state when 'open' then 3 else 0 end),
  check ((state = 'closed') = (note is not null)),
  constraint nothing_to_propose check (state <> 'proposed' or payment_id is not null)
);
create index change_notice_open on change_notice (book, received_at, notice_id) where state = 'open';
create index change_notice_decided on change_notice (book, decided_at desc, notice_id) where state <> 'open';

create function check_change_notice() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' then
    raise exception 'the notice of change % is decided', new.notice_id
      using errcode = 'integrity_constraint_violation', constraint = 'change_notice_decided';
  end if;
  return new;
end $$;
create trigger check_change_notice before update on change_notice for each row execute function check_change_notice();
alter table change_notice enable row level security;
alter table change_notice force row level security;
create policy book_of_connection on change_notice using (book = book()) with check (book = book());
grant select, insert on change_notice to portal;
grant update (state, problem, decided_by, decided_by_name, decided_at, note) on change_notice to portal;

-- US accounts are checking or savings accounts, which are paid by other codes. The encrypted numbers say it too, and a payment uses those.
alter table charity_bank_details add column account_kind text not null default 'checking' check (account_kind in ('checking', 'savings'));
alter table charity_bank_details add check (country = 'US' or account_kind = 'checking');

-- The commands about notices are in the audit log too.
alter table idempotent_command drop constraint idempotent_command_audit_kind_check;
alter table idempotent_command add constraint idempotent_command_audit_kind_check
  check (audit_kind ~ '^(grant|grants|run|bank-file|contribution|transfer|schedule|case|posting|change-notice)-[a-z-]{1,30}$');

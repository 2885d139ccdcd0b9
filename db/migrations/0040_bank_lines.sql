-- What a bank booked, each movement once (§13), and payments that the bank refused.

-- A line of a statement, or of a file of returns, that was applied. Lines that no payment explains are stored too. Two lines with the
-- same identity are the same movement, whatever file they come in.
create table bank_line (
  book book_name not null default book(),
  bank_line_id uuid not null,
  -- the sponsor's account as the bank identifies it: sort code or routing number, and account number
  bank_account text not null check (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$' and length(bank_account) <= 60),
  booked_on date not null,
  is_credit boolean not null,
  is_reversal boolean not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- the entry in which the line stands, with other parts or alone
  bank_entry_id uuid not null,
  entry_is_credit boolean not null,
  entry_amount_minor bigint not null check (entry_amount_minor > 0),
  -- the bank's reference of the entry; null where it gave none that identifies it
  reference text check (btrim(reference) <> '' and length(reference) <= 140),
  parts integer not null check (parts > 0),
  -- counted among parts of the entry that are alike, so that another order of the parts makes no other lines of them
  part_position integer not null check (part_position > 0),
  part_reference text check (btrim(part_reference) <> '' and length(part_reference) <= 140),
  -- more than 1: a person said that it is another payment than the line that looks the same
  occurrence integer not null default 1 check (occurrence > 0),
  end_to_end_id text check (length(end_to_end_id) <= 140),
  detail text not null check (length(detail) <= 500),
  counterparty text check (length(counterparty) <= 140),
  -- where it was first seen, and the first statement (camt.053) that has it: reports within the day and advices come before it
  bank_file_id uuid not null,
  line integer not null check (line > 0),
  stated_in uuid,
  -- a part of a line that the bank first booked without its parts
  part_of uuid,
  -- the same movement under another reference, as a person said. Movements are the lines without part_of and same_as.
  same_as uuid,
  -- what it was matched to: a payment, or a run as a whole
  payment_id uuid,
  run_id uuid,
  primary key (book, bank_line_id),
  constraint one_bank_line unique nulls not distinct
    (book, bank_account, booked_on, entry_is_credit, entry_amount_minor, reference, is_credit, amount_minor, part_position,
      part_reference, part_of, occurrence),
  foreign key (book, bank_file_id) references bank_file,
  foreign key (book, stated_in) references bank_file,
  foreign key (book, part_of) references bank_line,
  foreign key (book, same_as) references bank_line,
  foreign key (book, payment_id) references payment,
  foreign key (book, run_id) references payment_run,
  check (payment_id is null or run_id is null)
);
create index bank_line_by_reference on bank_line (book, bank_account, reference) where reference is not null;
create index bank_line_of_file on bank_line (book, bank_file_id, line);
create index bank_line_of_payment on bank_line (book, payment_id) where payment_id is not null;

-- What people answered about lines that the program does not decide.
create table bank_file_answer (
  book book_name not null default book(),
  bank_file_id uuid not null,
  line integer not null check (line > 0),
  question text not null,
  is_confirmed boolean not null,
  primary key (book, bank_file_id, line),
  foreign key (book, bank_file_id) references bank_file
);

do $$
declare
  name text;
begin
  foreach name in array array['bank_line', 'bank_file_answer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
create trigger append_only before update or delete on bank_file_answer for each row execute function refuse_change();
create trigger append_only_truncate before truncate on bank_file_answer for each statement execute function refuse_change();
grant select, insert on bank_line, bank_file_answer to portal;
grant update (stated_in) on bank_line to portal;

-- A file can be applied again: its lines are recognized, and those that could not be applied can be now.
alter table bank_file drop constraint bank_file_book_file_hash_key;
create index bank_file_by_hash on bank_file (book, file_hash);
alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('nacha', 'camt.052', 'camt.053', 'camt.054', 'pain.002'));

alter table bank_file_line drop constraint bank_file_line_effect_check;
alter table bank_file_line add constraint bank_file_line_effect_check
  check (effect in ('cleared', 'returned', 'rejected', 'change'));
alter table bank_file_line add column bank_line_id uuid, add column message text check (length(message) <= 1000),
  -- of a return: the bank's reference and day, and whether it was checked that it is not a return that is recorded already
  add column bank_reference text check (length(bank_reference) <= 140), add column booked_on date,
  add column is_another boolean not null default false;
alter table bank_file_line add foreign key (book, bank_line_id) references bank_line;
create index bank_file_line_waiting on bank_file_line (book, payment_id) where done_at is null and failure is null;

-- A payment that the bank refused for a reason of ours: its grant waits for another run, and its run is rejected if all of it was.
alter table payment add column rejected_at timestamptz, add column rejected_reason text,
  -- whether the grant was recorded as paid before, so that donors and charities were told
  add column was_paid boolean,
  add check ((rejected_at is null) = (rejected_reason is null)),
  add check ((rejected_at is null) = (was_paid is null)),
  add check (rejected_at is null or removed_at is null);
drop index one_payment_of_grant;
create unique index one_payment_of_grant on payment (book, grant_id) where removed_at is null and rejected_at is null;
grant update (rejected_at, rejected_reason, was_paid) on payment to portal;

alter table payment_run drop constraint payment_run_state_check, drop constraint payment_run_check1, drop constraint payment_run_check10;
alter table payment_run add constraint payment_run_state_check
  check (state in ('created', 'approved', 'sent', 'rejected', 'cancelled'));
alter table payment_run add check ((state in ('approved', 'sent', 'rejected')) = (approved_at is not null));
alter table payment_run add check (case state when 'sent' then sent_at is not null when 'rejected' then released_at is not null
  else sent_at is null end);

alter table payment_run_event drop constraint payment_run_event_kind_check;
alter table payment_run_event add constraint payment_run_event_kind_check check (
  kind in ('created', 'checked', 'removed', 'approved', 'withdrawn', 'released', 'sent', 'rejected', 'cancelled'));

-- As before (0034_payments.sql), but a payment that the bank refused pays nothing.
create or replace function refuse_payment_outside_run() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
    where p.book = new.book and p.grant_id = new.grant_id and p.removed_at is null and p.rejected_at is null and r.state = 'sent'
  ) then
    raise exception 'only a payment run pays a grant'
      using errcode = 'integrity_constraint_violation', constraint = 'paid_by_run';
  end if;
  return new;
end $$;

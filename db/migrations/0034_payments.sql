-- Payment runs (§13): approved grants that are paid together, by a file for the bank or by cheques. Only a run pays.

create table payment_run (
  book book_name not null default book(),
  run_id uuid not null,
  -- counted in each book; people and the bank call the run by it
  run_number integer not null check (run_number > 0),
  method text not null check (method in ('eft', 'cheque')),
  format text not null check (format in ('nacha', 'bacs18', 'pain.001', 'cheques')),
  -- it collects what was approved until then
  cutoff_at timestamptz not null,
  -- the day on which the bank pays, or the date of the cheques
  payment_on date not null,
  state text not null default 'created' check (state in ('created', 'approved', 'sent', 'cancelled')),
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  checked_at timestamptz not null,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  -- when the file was first handed out: from then on it may be at the bank
  released_by uuid,
  released_by_name text,
  released_at timestamptz,
  sent_by uuid,
  sent_by_name text,
  sent_at timestamptz,
  -- the file for the bank, encrypted by AES-256-GCM under a data key of its own, and the SHA-256 of its plain bytes
  file_name text,
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  file_ciphertext bytea,
  key_id text,
  data_key bytea,
  primary key (book, run_id),
  unique (book, run_number),
  check ((method = 'cheque') = (format = 'cheques')),
  check ((state in ('approved', 'sent')) = (approved_at is not null)),
  check ((approved_at is null) = (approved_by is null)),
  check ((approved_at is null) = (file_ciphertext is null)),
  check ((file_ciphertext is null) = (file_hash is null)),
  check ((file_ciphertext is null) = (file_name is null)),
  check ((file_ciphertext is null) = (key_id is null)),
  check ((file_ciphertext is null) = (data_key is null)),
  check (released_at is null or approved_at is not null),
  check ((released_at is null) = (released_by is null)),
  check ((state = 'sent') = (sent_at is not null)),
  check ((sent_at is null) = (sent_by is null)),
  check (sent_at is null or released_at is not null),
  constraint two_people check (approved_by is null or approved_by <> created_by)
);
create index payment_run_by_key on payment_run (key_id, run_id) where key_id is not null;

-- What people did to a run. Nothing of it changes afterwards.
create table payment_run_event (
  book book_name not null default book(),
  run_id uuid not null,
  step integer not null check (step > 0),
  kind text not null check (kind in ('created', 'checked', 'removed', 'approved', 'withdrawn', 'released', 'sent', 'cancelled')),
  actor_user_id uuid not null,
  actor_name text not null,
  at timestamptz not null,
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  primary key (book, run_id, step),
  foreign key (book, run_id) references payment_run
);
create trigger append_only before update or delete on payment_run_event for each row execute function refuse_change();
create trigger append_only_truncate before truncate on payment_run_event for each statement execute function refuse_change();

-- One grant in a run. Whether it cleared or came back is the grant's state, and nowhere else.
create table payment (
  book book_name not null default book(),
  payment_id uuid not null,
  run_id uuid not null,
  grant_id uuid not null,
  charity_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- what the bank and the charity read, such as GRANT-1000042; the bank's file names it
  reference text not null check (reference ~ '^GRANT-[0-9]+$'),
  payee_name text,
  payee_address text,
  payee_email text,
  -- which of the charity's bank details (of the realm), and the last digits of the account
  bank_details_id uuid,
  last_four text,
  -- why it cannot be paid, as of the last check
  problem text,
  -- from the approval of the run: its place in the file, the number of the cheque, the evidence, and the letter to the charity
  place integer check (place > 0),
  cheque_number bigint check (cheque_number > 0),
  evidence jsonb,
  letter jsonb,
  removed_at timestamptz,
  removed_by_name text,
  removed_reason text,
  -- the charity was asked about a cheque that it has not cashed
  contacted_at timestamptz,
  contacted_by_name text,
  contact_note text check (btrim(contact_note) <> '' and length(contact_note) <= 1000),
  primary key (book, payment_id),
  foreign key (book, run_id) references payment_run,
  foreign key (book, grant_id) references grant_recommendation,
  check ((removed_at is null) = (removed_by_name is null)),
  check ((removed_at is null) = (removed_reason is null)),
  check ((contacted_at is null) = (contacted_by_name is null)),
  check ((contacted_at is null) = (contact_note is null))
);
-- A grant is paid once.
create unique index one_payment_of_grant on payment (book, grant_id) where removed_at is null;
create unique index one_payment_of_cheque on payment (book, cheque_number) where cheque_number is not null;
create unique index one_place_in_run on payment (book, run_id, place) where place is not null;
create index payment_of_run on payment (book, run_id, payment_id);
create index payment_by_reference on payment (book, reference);

-- A file that the bank sent about payments, and what each of its lines does. A file is taken once.
create table bank_file (
  book book_name not null default book(),
  bank_file_id uuid not null,
  file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
  file_name text not null check (length(file_name) <= 200),
  format text not null check (format in ('nacha', 'camt.053', 'pain.002')),
  file_ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  applied_by uuid not null,
  applied_by_name text not null,
  applied_at timestamptz not null,
  primary key (book, bank_file_id),
  unique (book, file_hash)
);
create index bank_file_by_key on bank_file (key_id, bank_file_id);

create table bank_file_line (
  book book_name not null default book(),
  bank_file_id uuid not null,
  line integer not null check (line > 0),
  payment_id uuid not null,
  effect text not null check (effect in ('cleared', 'returned', 'change')),
  -- what came back
  amount_minor bigint check (amount_minor > 0),
  detail text not null,
  done_at timestamptz,
  -- what prevented it, for staff
  failure text,
  primary key (book, bank_file_id, line),
  foreign key (book, bank_file_id) references bank_file,
  foreign key (book, payment_id) references payment
);
create index bank_file_line_to_do on bank_file_line (book, bank_file_id, line) where done_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['payment_run', 'payment_run_event', 'payment', 'bank_file', 'bank_file_line'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on payment_run, payment_run_event, payment, bank_file, bank_file_line to portal;
grant update (payment_on, state, checked_at, approved_by, approved_by_name, approved_at, released_by, released_by_name, released_at,
  sent_by, sent_by_name, sent_at, file_name, file_hash, file_ciphertext, key_id, data_key) on payment_run to portal;
grant update (payee_name, payee_address, payee_email, bank_details_id, last_four, problem, place, cheque_number, evidence, letter,
  removed_at, removed_by_name, removed_reason, contacted_at, contacted_by_name, contact_note) on payment to portal;
grant update (key_id, data_key) on bank_file to portal;
grant update (done_at, failure) on bank_file_line to portal;

-- A grant is recorded as paid only in a run that was sent. The server checks this too; the triggers also hold against its faults.
create function refuse_payment_outside_run() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
    where p.book = new.book and p.grant_id = new.grant_id and p.removed_at is null and r.sent_at is not null
  ) then
    raise exception 'only a payment run pays a grant'
      using errcode = 'integrity_constraint_violation', constraint = 'paid_by_run';
  end if;
  return new;
end $$;
create trigger paid_by_run before insert on grant_history_entry
  for each row when (new.transition = 'pay') execute function refuse_payment_outside_run();

-- No file leaves while a fund of it is not active or a grant of it is on hold.
create function refuse_release_of_run() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from payment p
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where p.book = new.book and p.run_id = new.run_id and p.removed_at is null
      and (a.account_status <> 'Active' or g.transaction_status_code <> 4
        or exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null))
  ) then
    raise exception 'a grant of this run cannot be paid'
      using errcode = 'integrity_constraint_violation', constraint = 'run_can_be_paid';
  end if;
  return new;
end $$;
create trigger run_can_be_paid before update of released_at on payment_run
  for each row when (old.released_at is null and new.released_at is not null) execute function refuse_release_of_run();

-- A fund can become immobile while its payment is at the bank: what left is recorded nevertheless. The trigger above keeps files of
-- such funds from leaving.
create or replace function accepts_posting(status text, section smallint, ledger text, amount_minor bigint, is_reversal boolean)
  returns boolean language sql immutable parallel safe
  return case status
    when 'Active' then true
    when 'Entered' then section = 1 and (amount_minor > 0 or is_reversal)
    when 'Immobile' then is_reversal or section in (3, 5, 6, 9) or section = 11 and (ledger = 'spendable') = (amount_minor > 0)
      or section = 2 and ledger = 'pending' and amount_minor < 0
    else false
  end;

-- A grant that came back whole can be made again, once.
alter table grant_recommendation add column reissue_of uuid;
alter table grant_recommendation add foreign key (book, reissue_of) references grant_recommendation (book, grant_id);
create unique index one_reissue on grant_recommendation (book, reissue_of) where reissue_of is not null;

-- Where the letter about a payment by transfer is mailed to.
alter table charity_profile add column payee_email text check (position('@' in payee_email) > 1 and length(payee_email) <= 254);

-- A letter to a charity has the PDF of the letter with it, until it is sent.
alter table outgoing_mail add column attachment_name text check (attachment_name !~ '[\r\n"]'), add column attachment bytea;
grant update (attachment) on outgoing_mail to portal;

-- What repeats is a schedule, its dates are occurrences (§13). A schedule belongs to its fund. The terms that an occurrence needs
-- are columns of the schedule; a change raises "revision" and is stored in the record of changes.

create table grant_schedule (
  book book_name not null default book(),
  schedule_id uuid not null,
  account_id uuid not null,
  charity_id text not null,
  charity_name text not null check (btrim(charity_name) <> ''),
  amount_minor bigint not null check (amount_minor > 0),
  purpose_code text not null check (purpose_code in ('where_needed', 'in_honour', 'in_memory', 'programme', 'other')),
  purpose_text text check (length(purpose_text) <= 500),
  benefit_answer text check (benefit_answer in ('none', 'paid_otherwise')),
  naming_code text not null check (naming_code in ('fund_and_donor', 'fund_only', 'anonymous')),
  frequency text not null check (frequency in ('once', 'monthly', 'quarterly', 'half_yearly', 'yearly')),
  -- the day from which occurrences are counted, and the number of the one on it; its day of the month is kept
  starts_on date not null,
  first_number integer not null default 0 check (first_number >= 0),
  -- the last day on which an occurrence may fall, or how many there are; both null: until stopped
  ends_on date,
  ends_after integer check (ends_after between 1 and 1200),
  state text not null default 'active' check (state in ('active', 'paused', 'stopped', 'finished')),
  -- the number of the next occurrence, from 0, and the banking day on which it runs; null once there is none
  next_number integer not null default 0 check (next_number >= 0),
  next_on date,
  -- the certification stands for twelve months
  certified_at timestamptz not null,
  certified_by uuid not null,
  certified_by_name text not null,
  created_by uuid not null,
  created_by_name text not null,
  -- whether the maker acted for the fund or for the sponsor
  created_by_side text not null check (created_by_side in ('fund', 'sponsor')),
  on_behalf_of uuid,
  -- what the step-up rule adds up for the person who certified it: the sum of the twelve months that follow
  year_sum_minor bigint not null check (year_sum_minor > 0),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (book, schedule_id),
  foreign key (book, account_id) references fund_account,
  check (ends_on is null or ends_after is null),
  check ((purpose_code = 'where_needed') = (purpose_text is null)),
  check ((next_on is null) = (state in ('stopped', 'finished')))
);
create index grant_schedule_of_account on grant_schedule (book, account_id, created_at desc);
create index grant_schedule_due on grant_schedule (book, next_on, schedule_id) where next_on is not null;
create index grant_schedule_of_certifier on grant_schedule (book, certified_by, certified_at);
create index grant_schedule_on_behalf on grant_schedule (book, on_behalf_of, certified_at) where on_behalf_of is not null;

-- What became of each date. One row a date: the primary key makes it impossible to recommend a date twice.
create table grant_occurrence (
  book book_name not null default book(),
  schedule_id uuid not null,
  number integer not null check (number >= 0),
  -- the date by the calendar, and the banking day on which it falls
  nominal_on date not null,
  due_on date not null,
  state text not null check (state in ('recommended', 'waiting', 'skipped')),
  -- why it waits or was skipped, as a sentence for the donor
  reason text check (btrim(reason) <> '' and length(reason) <= 500),
  -- what has to be corrected, where it waits
  field text,
  grant_id uuid,
  decided_by_name text,
  decided_at timestamptz not null,
  primary key (book, schedule_id, number),
  unique (book, schedule_id, nominal_on),
  unique (book, grant_id),
  foreign key (book, schedule_id) references grant_schedule,
  foreign key (book, grant_id) references grant_recommendation,
  check ((state = 'recommended') = (grant_id is not null)),
  check ((state = 'recommended') = (reason is null))
);
create index grant_occurrence_waiting on grant_occurrence (book, schedule_id) where state = 'waiting';

-- A date that was recommended or skipped by a person stays so.
create function check_grant_occurrence() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'waiting' or (new.number, new.nominal_on, new.due_on) is distinct from (old.number, old.nominal_on, old.due_on) then
    raise exception 'occurrence % of schedule % is %', old.number, old.schedule_id, old.state
      using errcode = 'integrity_constraint_violation', constraint = 'grant_occurrence_decided';
  end if;
  return new;
end $$;
create trigger check_grant_occurrence before update on grant_occurrence for each row execute function check_grant_occurrence();

-- The schedule of a grant, and the basket in which it was recommended.
alter table grant_recommendation add column schedule_id uuid, add column basket_id uuid;
alter table grant_recommendation add foreign key (book, schedule_id) references grant_schedule;
create index grant_of_schedule on grant_recommendation (book, schedule_id) where schedule_id is not null;
-- The lists of a fund: by charity and by year.
create index grant_paid_of_account on grant_recommendation (book, account_id, paid_on) where paid_on is not null;

-- Recommendations that are being prepared (§13): every holder of GRANT_RECOMMEND sees them, on any device.
create table grant_basket (
  book book_name not null default book(),
  basket_id uuid not null,
  account_id uuid not null,
  -- gathered by hand, or read from a spreadsheet
  source text not null check (source in ('selection', 'file')),
  file_name text check (btrim(file_name) <> '' and length(file_name) <= 200),
  file_sha256 bytea check (octet_length(file_sha256) = 32),
  state text not null default 'open' check (state in ('open', 'submitted', 'discarded')),
  started_by uuid not null,
  started_by_name text not null,
  created_at timestamptz not null,
  -- how many rows have been recommended so far, while a large basket is submitted
  progress integer not null default 0 check (progress >= 0),
  -- of the submission: a repeat with the same key and body gets the same reply
  idempotency_key uuid,
  request_sha256 bytea check (octet_length(request_sha256) = 32),
  submitted_by uuid,
  submitted_by_name text,
  submitted_at timestamptz,
  grants integer check (grants > 0),
  total_minor bigint check (total_minor > 0),
  primary key (book, basket_id),
  foreign key (book, account_id) references fund_account,
  check ((source = 'file') = (file_name is not null)),
  check ((source = 'file') = (file_sha256 is not null)),
  check ((state = 'submitted') = (submitted_at is not null)),
  check ((submitted_at is null) = (idempotency_key is null)),
  check ((submitted_at is null) = (grants is null))
);
create unique index grant_basket_open on grant_basket (book, account_id) where state = 'open' and source = 'selection';
create index grant_basket_of_account on grant_basket (book, account_id, created_at desc);
create index grant_basket_of_file on grant_basket (book, account_id, file_sha256) where file_sha256 is not null;
alter table grant_recommendation add foreign key (book, basket_id) references grant_basket;

create table grant_draft (
  book book_name not null default book(),
  -- also the idempotency key of the grant that it becomes
  draft_id uuid not null,
  account_id uuid not null,
  -- null: being filled in
  basket_id uuid,
  -- its row in the file, or its place in the basket
  position integer not null default 0 check (position >= 0),
  -- the fields so far (drafts.contract.ts); each may be missing
  content jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 8000),
  revision integer not null default 1 check (revision > 0),
  started_by uuid not null,
  started_by_name text not null,
  changed_by_name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (book, draft_id),
  foreign key (book, account_id) references fund_account,
  foreign key (book, basket_id) references grant_basket
);
create index grant_draft_of_account on grant_draft (book, account_id, changed_at desc);
create index grant_draft_of_basket on grant_draft (book, basket_id, position) where basket_id is not null;
create index grant_draft_old on grant_draft (book, changed_at);

-- A fund's charity list says under which name and with which answer of the register a charity was saved.
alter table charity_list_entry
  add column note text check (btrim(note) <> '' and length(note) <= 500),
  add column saved_name text,
  add column saved_outcome text check (saved_outcome in ('yes', 'no', 'person'));

-- Charities that donors miss in the register. Staff decide about them.
create table charity_proposal (
  book book_name not null default book(),
  proposal_id uuid not null,
  proposal_number bigint not null default nextval('transaction_number'),
  account_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  town text not null check (btrim(town) <> '' and length(town) <= 100),
  number text check (btrim(number) <> '' and length(number) <= 40),
  website text check (website ~* '^https?://' and length(website) <= 300),
  why text not null check (btrim(why) <> '' and length(why) <= 2000),
  state text not null default 'received' check (state in ('received', 'accepted', 'declined', 'withdrawn')),
  -- what the sponsor wrote to the donor about its decision
  message text check (btrim(message) <> '' and length(message) <= 1000),
  -- the charity that it became
  charity_id text,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  decided_at timestamptz,
  primary key (book, proposal_id),
  unique (book, proposal_number),
  foreign key (book, account_id) references fund_account,
  check ((state = 'received') = (decided_at is null)),
  check (state <> 'accepted' or charity_id is not null)
);
create index charity_proposal_of_account on charity_proposal (book, account_id, proposed_at desc);

create table charity_proposal_paper (
  book book_name not null default book(),
  proposal_id uuid not null,
  document_id uuid not null,
  primary key (book, document_id),
  foreign key (book, proposal_id) references charity_proposal,
  foreign key (book, document_id) references document
);
create index charity_proposal_paper_of on charity_proposal_paper (book, proposal_id);

do $$
declare
  name text;
begin
  foreach name in array array['grant_schedule', 'grant_occurrence', 'grant_basket', 'grant_draft', 'charity_proposal',
    'charity_proposal_paper'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on grant_schedule, grant_occurrence, grant_basket, charity_proposal, charity_proposal_paper to portal;
grant update (charity_id, charity_name, amount_minor, purpose_code, purpose_text, benefit_answer, naming_code, frequency, starts_on,
  first_number, ends_on, ends_after, state, next_number, next_on, certified_at, certified_by, certified_by_name, on_behalf_of, year_sum_minor, revision, changed_at)
  on grant_schedule to portal;
grant update (state, reason, field, grant_id, decided_by_name, decided_at) on grant_occurrence to portal;
grant update (state, progress, idempotency_key, request_sha256, submitted_by, submitted_by_name, submitted_at, grants, total_minor)
  on grant_basket to portal;
grant select, insert, delete on grant_draft to portal;
grant update (basket_id, position, content, revision, changed_by_name, changed_at) on grant_draft to portal;
grant update (state, message, charity_id, decided_at) on charity_proposal to portal;
grant update (note) on charity_list_entry to portal;

-- Changes of schedules are stored in the record of changes.
alter table change_record drop constraint change_record_subject_check;
alter table change_record add constraint change_record_subject_check
  check (subject in ('account', 'relationship', 'person', 'schedule'));
alter table change_record drop constraint change_record_kind_check;
alter table change_record add constraint change_record_kind_check check (kind in ('account-opened', 'account-renamed', 'account-status-set',
  'advisor-granting-set', 'endowment-set', 'legacy-plan-saved', 'relationship-added', 'relationship-ended', 'relationship-invited',
  'person-updated', 'schedule-made', 'schedule-changed'));

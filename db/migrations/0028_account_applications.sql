-- Applications for fund accounts (docs/decisions/0040-account-opening.md). An application is a row of its own until staff accept it:
-- the account and its people are made then, in one transaction.

create table account_application (
  book book_name not null default book(),
  application_id uuid not null default uuidv7(),
  -- the number that people are told
  reference bigint not null default nextval('transaction_number'),
  -- whose name and look it has
  client text not null check (client ~ '^[a-z0-9]{1,40}$'),
  -- draft: someone fills it in; signing: its donors sign; submitted: everyone has signed, staff review it; asked: staff have asked
  -- a question, and it waits for the answer
  state text not null default 'draft'
    check (state in ('draft', 'signing', 'submitted', 'asked', 'accepted', 'declined', 'withdrawn')),
  -- what was filled in so far, as the form has it
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 131072),
  -- counts the changes, so that the second of two editors notices the first
  revision integer not null default 1 check (revision > 0),
  started_by uuid not null,
  started_by_name text not null check (btrim(started_by_name) <> ''),
  -- a donor applies for themselves; the others prepare an application and never sign it
  started_as text not null check (started_as in ('donor', 'advisor', 'banker', 'staff')),
  started_at timestamptz not null,
  -- the draft's key: a double click cannot start a second application
  idempotency_key uuid not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  -- the member of staff who looks after it
  owner_id uuid,
  owner_name text check (btrim(owner_name) <> ''),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- staff's question, or why they declined: people read it
  message text check (btrim(message) <> '' and length(message) <= 1000),
  -- people and funds of the realm that may be the same, as far as a job has found them
  duplicates jsonb check (jsonb_typeof(duplicates) = 'array'),
  duplicates_found_at timestamptz,
  -- the account that acceptance made
  account_id uuid,
  -- when the draft was erased, because its retention period had ended
  erased_at timestamptz,
  -- The document that the donors sign. Taking the application back and submitting it again makes another one.
  attempt smallint not null default 0 check (attempt >= 0),
  provider text check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  document jsonb check (jsonb_typeof(document) = 'object' and octet_length(document::text) <= 1048576),
  document_made_at timestamptz,
  envelope_id text check (length(envelope_id) between 1 and 200),
  -- when the provider was last asked what became of the envelope
  asked_at timestamptz,
  -- of the filed document, once there is an account
  document_id uuid,
  primary key (book, application_id),
  unique (book, reference),
  constraint started_once unique (book, started_by, idempotency_key),
  constraint one_application_per_envelope unique (book, provider, envelope_id),
  constraint one_application_per_account unique (book, account_id),
  foreign key (book, account_id) references fund_account,
  foreign key (book, document_id) references document,
  check ((state = 'accepted') = (account_id is not null)),
  check (document_id is null or account_id is not null),
  check ((owner_id is null) = (owner_name is null)),
  check (num_nulls(decided_by, decided_by_name, decided_at) = case when state in ('accepted', 'declined') then 0 else 3 end),
  check (state not in ('asked', 'declined') or message is not null),
  check (state = 'draft' or state = 'withdrawn' or submitted_at is not null or state = 'signing'),
  check (state not in ('signing', 'submitted', 'asked', 'accepted') or num_nulls(provider, document, document_made_at) = 0),
  check (envelope_id is null or provider is not null),
  -- Nobody decides what they started themselves.
  constraint not_own_application check (decided_by is null or decided_by <> started_by)
);
create index account_application_of_starter on account_application (book, started_by, changed_at desc);
create index account_application_queue on account_application (book, submitted_at, application_id)
  where state in ('submitted', 'asked');
-- what the job looks for
create index account_application_unfinished on account_application (book, asked_at nulls first)
  where state = 'signing' or (state = 'accepted' and document_id is null);

create function check_application_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('draft', 'signing'), ('draft', 'withdrawn'), ('signing', 'draft'), ('signing', 'submitted'),
      ('signing', 'withdrawn'), ('submitted', 'asked'), ('submitted', 'draft'), ('submitted', 'accepted'), ('submitted', 'declined'),
      ('submitted', 'withdrawn'), ('asked', 'submitted'), ('asked', 'draft'), ('asked', 'declined'), ('asked', 'withdrawn')) then
    raise exception 'the application % cannot go from % to %', new.application_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'application_state';
  end if;
  if new.state = 'submitted' and exists (select from application_signer s where s.book = new.book
      and s.application_id = new.application_id and s.attempt = new.attempt and s.state <> 'signed') then
    raise exception 'not everyone has signed the application %', new.application_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  return new;
end $$;
create trigger check_state before update on account_application
  for each row when (old.state is distinct from new.state) execute function check_application_state();

-- The donors, as the envelope names them. One without a login signs by a link that is mailed to them.
create table application_signer (
  book book_name not null default book(),
  application_id uuid not null,
  attempt smallint not null check (attempt > 0),
  signer_id uuid not null default uuidv7(),
  routing_order smallint not null check (routing_order between 1 and 20),
  -- null: they have no login
  user_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  email text not null check (position('@' in email) > 1),
  state text not null default 'waiting' check (state in ('waiting', 'signed', 'declined')),
  decided_at timestamptz,
  -- why they declined, in their words
  reason text check (length(reason) <= 2000),
  -- SHA-256 of the token of their latest link
  link_hash bytea check (octet_length(link_hash) = 32),
  link_expires_at timestamptz,
  -- counts the links that were mailed to them
  links smallint not null default 0 check (links between 0 and 20),
  primary key (book, application_id, attempt, signer_id),
  constraint one_turn_each_application unique (book, application_id, attempt, routing_order),
  foreign key (book, application_id) references account_application,
  check ((state = 'waiting') = (decided_at is null)),
  check (reason is null or state = 'declined'),
  check ((link_hash is null) = (link_expires_at is null)),
  check (link_hash is null or user_id is null)
);
create unique index application_signer_of_user on application_signer (book, application_id, attempt, user_id);
create unique index application_link on application_signer (book, link_hash) where link_hash is not null;
create index application_signer_waiting on application_signer (book, user_id) where user_id is not null;

-- What happened to an application: who, when, and what they wrote. Rows are only added.
create table application_event (
  book book_name not null default book(),
  event_id bigint generated always as identity,
  application_id uuid not null,
  kind text not null check (kind in ('started', 'sent-to-sign', 'signed', 'signature-declined', 'submitted', 'asked', 'answered',
    'returned-to-draft', 'withdrawn', 'claimed', 'released', 'accepted', 'declined', 'erased')),
  -- null: the portal, or a donor without a login
  user_id uuid,
  session_id uuid,
  address inet,
  -- as people read it
  by_name text not null check (btrim(by_name) <> ''),
  -- whether the sponsor's staff did it: applicants do not read their names
  by_sponsor boolean not null,
  text text check (btrim(text) <> '' and length(text) <= 2000),
  at timestamptz not null,
  primary key (book, event_id),
  foreign key (book, application_id) references account_application
);
create index event_of_application on application_event (book, application_id, event_id);

-- Supporting documents and envelopes belong to an application until there is an account.
alter table document alter column account_id drop not null;
alter table document add column application_id uuid;
alter table document add foreign key (book, application_id) references account_application;
alter table document add constraint of_account_or_application check (num_nonnulls(account_id, application_id) > 0);
create index document_of_application on document (book, application_id, added_at) where application_id is not null and state <> 'removed';
grant update (account_id) on document to portal;

alter table envelope alter column account_id drop not null;
alter table envelope add column application_id uuid;
alter table envelope add foreign key (book, application_id) references account_application;
alter table envelope add constraint of_account_or_application check (num_nonnulls(account_id, application_id) > 0);
grant update (account_id) on envelope to portal;

-- Neither leaves the account that it belongs to.
create function refuse_other_account() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.account_id is not null or new.account_id is distinct from (select a.account_id from account_application a
      where a.book = new.book and a.application_id = new.application_id) then
    raise exception 'it belongs to another account' using errcode = 'integrity_constraint_violation', constraint = 'one_account';
  end if;
  return new;
end $$;
create trigger one_account before update on document
  for each row when (old.account_id is distinct from new.account_id) execute function refuse_other_account();
create trigger one_account before update on envelope
  for each row when (old.account_id is distinct from new.account_id) execute function refuse_other_account();

-- At most 50 supporting documents of an application, also if several are added at once.
create function limit_application_papers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from account_application a where a.book = new.book and a.application_id = new.application_id for no key update;
  if (select count(*) from document d where d.book = new.book and d.application_id = new.application_id and d.state <> 'removed') >= 50 then
    raise exception 'the application % has 50 supporting documents', new.application_id
      using errcode = 'integrity_constraint_violation', constraint = 'papers_of_application';
  end if;
  return new;
end $$;
create trigger limit_application_papers before insert on document
  for each row when (new.application_id is not null and new.added_by is not null) execute function limit_application_papers();

-- A signer who has no login signs by the link that was mailed to them: nobody's user id, and no session.
alter table envelope_signer add column by_link boolean not null default false;
alter table envelope_signer add constraint link_has_no_user check (not by_link or user_id is null);
drop index one_sponsor;
create unique index one_sponsor on envelope_signer (book, envelope_id) where user_id is null and not by_link;
alter table envelope_signer drop constraint envelope_signer_check;
alter table envelope_signer add constraint decided_by_somebody check (
  num_nulls(decided_by_name, decided_at) = case state when 'waiting' then 2 else 0 end
  and (decided_by is null) = (state = 'waiting' or by_link));
alter table envelope_event drop constraint envelope_event_check;
alter table envelope_event add constraint session_of_user check (
  (user_id is null) = (session_id is null) and (user_id is null or signer_id is not null));

-- Mails of a book may have a link too, encrypted until they are sent (0008_mail.sql).
alter table outgoing_mail add column encrypted_secret text;
alter table outgoing_mail add column expires_at timestamptz;
grant update (encrypted_secret) on outgoing_mail to portal;

-- When the donor gave, which decides the tax year, and who marked the contribution received.
alter table contribution add column gift_date date;
alter table contribution add column received_by uuid;
alter table contribution add column received_by_name text check (btrim(received_by_name) <> '');
alter table contribution add column received_at timestamptz;
-- the entry in the ledger
alter table contribution add column entry_id uuid;
alter table contribution add constraint received_by_somebody
  check (num_nulls(gift_date, received_by, received_by_name, received_at, entry_id) = case state when 'received' then 0 else 5 end);
grant update (gift_date, received_by, received_by_name, received_at, entry_id) on contribution to portal;

alter table change_record drop constraint change_record_kind_check;
alter table change_record add constraint change_record_kind_check check (kind in ('account-opened', 'account-renamed', 'account-status-set',
  'advisor-granting-set', 'endowment-set', 'legacy-plan-saved', 'relationship-added', 'relationship-ended', 'relationship-invited',
  'person-updated'));

do $$
declare
  name text;
begin
  foreach name in array array['account_application', 'application_signer', 'application_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on account_application, application_signer, application_event to portal;
grant update (state, draft, revision, changed_at, submitted_at, owner_id, owner_name, decided_by, decided_by_name, decided_at, message,
  duplicates, duplicates_found_at, account_id, erased_at, attempt, provider, document, document_made_at, envelope_id, asked_at, document_id)
  on account_application to portal;
grant update (state, decided_at, reason, link_hash, link_expires_at, links) on application_signer to portal;

-- As with documents (0022_documents.sql): a book writes nothing else about applications into the audit log.
create function record_application_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'application-' || new.kind, new.user_id, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'application', new.application_id)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_application_in_audit_log() from public;
create trigger record_in_audit_log after insert on application_event
  for each row execute function record_application_in_audit_log();

-- As before (0025_contributions.sql), and what was received.
create or replace function record_contribution_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm,
        case new.state when 'cancelled' then 'contribution-cancelled' when 'received' then 'contribution-received' else 'contribution-entered' end,
        case new.state when 'cancelled' then new.cancelled_by when 'received' then new.received_by else new.entered_by end,
        case new.state when 'expected' then new.session_id end,
        case new.state when 'expected' then new.address end,
        coalesce(new.cancelled_at, new.received_at, new.entered_at),
        jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger record_receipt_in_audit_log after update on contribution
  for each row when (old.state is distinct from new.state and new.state = 'received') execute function record_contribution_in_audit_log();

-- When its retention period has ended, the draft, the signers and the history of an application are erased.
grant delete on application_signer, application_event to portal;

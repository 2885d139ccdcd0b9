-- Contributions that staff expect, and the documents that their donors sign for them
-- (docs/decisions/0037-contribution-documents.md). Money is posted in the ledger when it arrives, not here.

create table contribution (
  book book_name not null default book(),
  contribution_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'),
  account_id uuid not null,
  kind text not null check (kind in ('cash', 'wire', 'securities')),
  -- null for securities, which have lines below and never a value: the market decides it on the day of the gift
  amount_minor bigint check (amount_minor > 0),
  currency currency_code not null,
  state text not null default 'expected' check (state in ('expected', 'received', 'cancelled')),
  -- whether the sponsor signs its document too, after the donors
  needs_countersignature boolean not null,
  entered_by uuid not null,
  entered_by_name text not null check (btrim(entered_by_name) <> ''),
  entered_at timestamptz not null,
  session_id uuid,
  address inet,
  -- the draft's key: a double click, a retry or a second tab cannot enter a second contribution
  idempotency_key uuid not null,
  cancelled_by uuid,
  cancelled_by_name text check (btrim(cancelled_by_name) <> ''),
  cancelled_at timestamptz,
  cancel_reason text check (btrim(cancel_reason) <> '' and length(cancel_reason) <= 500),
  primary key (book, contribution_id),
  unique (book, transaction_id),
  constraint entered_once unique (book, account_id, idempotency_key),
  foreign key (book, account_id) references fund_account,
  foreign key (book, currency) references book (book, currency),
  check ((kind = 'securities') = (amount_minor is null)),
  check (num_nulls(cancelled_by, cancelled_by_name, cancelled_at, cancel_reason) = case state when 'cancelled' then 0 else 4 end)
);
create index contribution_entered on contribution (book, entered_at desc, contribution_id);
create index contribution_of_account on contribution (book, account_id, entered_at desc);

-- What a contribution of securities consists of.
create table contribution_asset (
  book book_name not null default book(),
  contribution_id uuid not null,
  line smallint not null check (line between 1 and 20),
  -- null for what has no ticker, such as a fund that no exchange lists
  ticker text check (ticker ~ '^[A-Z0-9][A-Z0-9.-]{0,11}$'),
  description text not null check (btrim(description) <> '' and length(description) <= 120),
  quantity numeric(18, 6) not null check (quantity > 0),
  primary key (book, contribution_id, line),
  foreign key (book, contribution_id) references contribution
);

-- At commit, because the lines are inserted after their contribution.
create function check_contribution_assets() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  contribution_kind text;
  lines bigint;
begin
  select c.kind into contribution_kind from contribution c where c.book = new.book and c.contribution_id = new.contribution_id;
  select count(*) into lines from contribution_asset a where a.book = new.book and a.contribution_id = new.contribution_id;
  if (contribution_kind = 'securities') <> (lines > 0) then
    raise exception 'the contribution % of the kind % has % lines of assets', new.contribution_id, contribution_kind, lines
      using errcode = 'integrity_constraint_violation', constraint = 'assets_of_securities';
  end if;
  return null;
end $$;
create constraint trigger check_assets after insert on contribution deferrable initially deferred
  for each row execute function check_contribution_assets();
create constraint trigger check_assets after insert on contribution_asset deferrable initially deferred
  for each row execute function check_contribution_assets();

-- The document of a contribution that its donors sign, and the sponsor after them if it countersigns.
create table contribution_document (
  book book_name not null default book(),
  contribution_document_id uuid not null default uuidv7(),
  contribution_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('letter-of-authorization', 'gift-agreement')),
  -- whose name, look and provider of signatures it has
  client text not null check (client ~ '^[a-z0-9]{1,40}$'),
  provider text not null check (provider ~ '^[a-z][a-z0-9-]{0,39}$'),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 120),
  -- the version of the managed text; 0: the text that ships with the program
  template_version integer not null check (template_version >= 0),
  -- the whole text with the account's data, so that every attempt to draw it gives the same bytes
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 1048576),
  -- preparing: a job draws it and creates its envelope; pending: it waits for signatures; signed: everyone has signed, a job files
  -- it; filed: it is among the account's documents
  state text not null default 'preparing'
    check (state in ('preparing', 'pending', 'signed', 'declined', 'voided', 'filed')),
  prepared_by uuid not null,
  prepared_by_name text not null check (btrim(prepared_by_name) <> ''),
  prepared_at timestamptz not null,
  -- set before the provider is first asked: from then on it may have an envelope that the portal does not know yet
  sending_since timestamptz,
  -- the provider's name for the envelope
  envelope_id text check (length(envelope_id) between 1 and 200),
  -- when the provider was last asked what became of the envelope
  asked_at timestamptz,
  void_requested_at timestamptz,
  void_reason text check (btrim(void_reason) <> '' and length(void_reason) <= 500),
  ended_at timestamptz,
  -- of the filed document
  document_id uuid,
  primary key (book, contribution_document_id),
  constraint one_document_per_envelope unique (book, provider, envelope_id),
  foreign key (book, contribution_id) references contribution,
  foreign key (book, account_id) references fund_account,
  foreign key (book, document_id) references document,
  check (state not in ('pending', 'signed', 'filed') or envelope_id is not null),
  check (envelope_id is null or sending_since is not null),
  check ((state in ('declined', 'voided', 'filed')) = (ended_at is not null)),
  check ((state = 'filed') = (document_id is not null)),
  check ((void_requested_at is null) = (void_reason is null))
);
-- A contribution has one document at a time; after one was declined or withdrawn another may be prepared.
create unique index one_open_document on contribution_document (book, contribution_id) where state not in ('declined', 'voided');
create index contribution_document_of_contribution on contribution_document (book, contribution_id, prepared_at desc);
create index contribution_document_pending on contribution_document (book, account_id, prepared_at) where state = 'pending';
-- what the polling job looks for
create index contribution_document_unfinished on contribution_document (book, asked_at nulls first)
  where state in ('preparing', 'pending', 'signed');

create function check_contribution_document_state() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('preparing', 'pending'), ('preparing', 'voided'), ('pending', 'signed'), ('pending', 'declined'),
      ('pending', 'voided'), ('signed', 'filed')) then
    raise exception 'the contribution document % cannot go from % to %', new.contribution_document_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_document_state';
  end if;
  if new.state = 'signed' and exists (select from contribution_signer s where s.book = new.book
      and s.contribution_document_id = new.contribution_document_id and s.state <> 'signed') then
    raise exception 'not everyone has signed the contribution document %', new.contribution_document_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  return new;
end $$;
create trigger check_state before update on contribution_document
  for each row when (old.state is distinct from new.state) execute function check_contribution_document_state();

-- Who signs a contribution document, as the envelope names them, and what the provider said of each.
create table contribution_signer (
  book book_name not null default book(),
  contribution_document_id uuid not null,
  signer_id text not null check (length(signer_id) between 1 and 100),
  -- null: the sponsor, who countersigns
  user_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  email text not null check (position('@' in email) > 1),
  routing_order smallint not null check (routing_order between 1 and 100),
  state text not null default 'waiting' check (state in ('waiting', 'signed', 'declined')),
  decided_at timestamptz,
  -- why they declined, in their words
  reason text check (length(reason) <= 2000),
  primary key (book, contribution_document_id, signer_id),
  constraint one_turn_each unique (book, contribution_document_id, routing_order),
  foreign key (book, contribution_document_id) references contribution_document,
  check (reason is null or state = 'declined'),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index one_place_per_signing_user on contribution_signer (book, contribution_document_id, user_id);

create function refuse_second_decision() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the signer % of % has decided', old.signer_id, old.contribution_document_id
    using errcode = 'integrity_constraint_violation', constraint = 'one_decision';
end $$;
create trigger one_decision before update on contribution_signer
  for each row when (old.state <> 'waiting') execute function refuse_second_decision();

-- What was received or cancelled stays so.
create function check_contribution_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'expected' then
    raise exception 'the contribution % cannot go from % to %', new.contribution_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_state';
  end if;
  return new;
end $$;
create trigger check_state before update on contribution
  for each row when (old.state is distinct from new.state) execute function check_contribution_state();

do $$
declare
  name text;
begin
  foreach name in array array['contribution', 'contribution_asset', 'contribution_document', 'contribution_signer'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on contribution, contribution_asset, contribution_document, contribution_signer to portal;
grant update (state, cancelled_by, cancelled_by_name, cancelled_at, cancel_reason) on contribution to portal;
grant update (state, sending_since, envelope_id, asked_at, void_requested_at, void_reason, ended_at, document_id)
  on contribution_document to portal;
grant update (state, decided_at, reason) on contribution_signer to portal;

-- As with documents (0022_documents.sql): a book writes nothing else about contributions into the audit log.
create function record_contribution_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, case new.state when 'cancelled' then 'contribution-cancelled' else 'contribution-entered' end,
        case new.state when 'cancelled' then new.cancelled_by else new.entered_by end,
        case new.state when 'cancelled' then null else new.session_id end,
        case new.state when 'cancelled' then null else new.address end,
        coalesce(new.cancelled_at, new.entered_at),
        jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_contribution_in_audit_log() from public;
create trigger record_entry_in_audit_log after insert on contribution
  for each row execute function record_contribution_in_audit_log();
create trigger record_cancellation_in_audit_log after update on contribution
  for each row when (old.state is distinct from new.state and new.state = 'cancelled') execute function record_contribution_in_audit_log();

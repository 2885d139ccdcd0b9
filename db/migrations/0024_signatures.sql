-- Envelopes of the embedded provider of signatures (docs/decisions/0036-signatures.md): one document with those who sign it.

create table envelope (
  book book_name not null default book(),
  envelope_id uuid not null default uuidv7(),
  account_id uuid not null,
  -- whose name and look the record of the signatures has
  client text not null check (client ~ '^[a-z0-9]{1,40}$'),
  -- names what asked for it, so that asking again returns the same envelope
  request_key text not null check (length(request_key) between 1 and 200),
  subject text not null check (btrim(subject) <> '' and length(subject) <= 200),
  document_name text not null check (btrim(document_name) <> '' and length(document_name) <= 120),
  -- preparing: the document is being stored; signed: everyone has signed, a job seals the document
  state text not null default 'preparing' check (state in ('preparing', 'sent', 'signed', 'completed', 'declined', 'voided')),
  created_at timestamptz not null,
  -- by the database's clock, from which the clean-up counts
  state_since timestamptz not null default clock_timestamp(),
  void_reason text check (btrim(void_reason) <> '' and length(void_reason) <= 1000),
  primary key (book, envelope_id),
  constraint one_envelope_per_request unique (book, request_key),
  foreign key (book, account_id) references fund_account,
  check ((state = 'voided') = (void_reason is not null))
);
create index envelope_of_account on envelope (book, account_id);
create index envelope_to_seal on envelope (book, state_since) where state = 'signed';

-- The document as it was sent, and as it was sealed. The bytes are in the file store under the row's book and id, encrypted with the
-- row's data key. Each attempt to store has a row and a key of its own, because a key encrypts one file.
create table envelope_file (
  book book_name not null default book(),
  file_id uuid not null,
  envelope_id uuid not null,
  kind text not null check (kind in ('original', 'sealed')),
  bytes integer not null check (bytes between 1 and 33554432),
  sha256 bytea not null check (octet_length(sha256) = 32),
  state text not null default 'storing' check (state in ('storing', 'stored', 'removed')),
  key_id text not null check (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- erased on removal
  data_key bytea check (octet_length(data_key) = 61),
  storing_since timestamptz not null default clock_timestamp(),
  -- when retention first listed it for removal
  removal_listed_at timestamptz,
  removed_at timestamptz,
  bytes_removed_at timestamptz,
  primary key (book, file_id),
  foreign key (book, envelope_id) references envelope,
  check ((state = 'removed') = (data_key is null)),
  check ((state = 'removed') = (removed_at is not null)),
  check (bytes_removed_at is null or state = 'removed')
);
create unique index one_stored_file on envelope_file (book, envelope_id, kind) where state = 'stored';
create index envelope_file_to_clean on envelope_file (book, storing_since)
  where state = 'storing' or (state = 'removed' and bytes_removed_at is null);

create table envelope_signer (
  book book_name not null default book(),
  envelope_id uuid not null,
  -- the portal's name for them in this envelope
  signer_id text not null check (length(signer_id) between 1 and 100),
  -- null: the sponsor, any user with DOCUMENT_COUNTERSIGN signs for it who is not another signer of the envelope
  user_id uuid,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  email text not null check (position('@' in email) > 1),
  routing_order integer not null check (routing_order between 1 and 1000),
  state text not null default 'waiting' check (state in ('waiting', 'signed', 'declined')),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- what they typed, and the lines that they drew
  typed_name text check (btrim(typed_name) <> '' and length(typed_name) <= 100),
  drawing jsonb check (jsonb_typeof(drawing) = 'array'),
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  primary key (book, envelope_id, signer_id),
  foreign key (book, envelope_id) references envelope,
  check (num_nulls(decided_by, decided_by_name, decided_at) = case state when 'waiting' then 3 else 0 end),
  check ((state = 'signed') = (typed_name is not null)),
  check ((state = 'declined') = (reason is not null)),
  check (drawing is null or state = 'signed'),
  constraint own_place check (user_id is null or decided_by = user_id)
);
create unique index one_place_per_user on envelope_signer (book, envelope_id, user_id);
create unique index one_sponsor on envelope_signer (book, envelope_id) where user_id is null;

-- What happened, for the record that is sealed with the document. Rows are only added.
create table envelope_event (
  book book_name not null default book(),
  event_id bigint generated always as identity,
  envelope_id uuid not null,
  -- removed: retention deleted the document's files
  kind text not null
    check (kind in ('created', 'consented', 'viewed', 'signed', 'declined', 'voided', 'completed', 'removed')),
  -- null: the portal
  signer_id text,
  user_id uuid,
  session_id uuid,
  address inet,
  at timestamptz not null,
  -- of the text to which they consented, or of the document that was created or completed
  digest bytea check (octet_length(digest) = 32),
  primary key (book, event_id),
  foreign key (book, envelope_id) references envelope,
  foreign key (book, envelope_id, signer_id) references envelope_signer,
  check (num_nulls(signer_id, user_id, session_id) in (0, 3)),
  check ((signer_id is not null) = (kind in ('consented', 'viewed', 'signed', 'declined'))),
  check ((digest is not null) = (kind in ('created', 'consented', 'completed')))
);
create unique index once_per_signer on envelope_event (book, envelope_id, signer_id, kind) where kind in ('viewed', 'signed', 'declined');
create index event_of_envelope on envelope_event (book, envelope_id, event_id);

-- Nothing leaves a final state, and no step is left out.
create function check_envelope_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('preparing', 'sent'), ('sent', 'signed'), ('sent', 'declined'), ('sent', 'voided'),
      ('preparing', 'voided'), ('signed', 'completed')) then
    raise exception 'the envelope % cannot go from % to %', new.envelope_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'envelope_state';
  end if;
  if new.state = 'signed' and exists (select from envelope_signer s
      where s.book = new.book and s.envelope_id = new.envelope_id and s.state <> 'signed') then
    raise exception 'not everyone has signed the envelope %', new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  new.state_since := clock_timestamp();
  return new;
end $$;
create trigger check_envelope_state before update on envelope
  for each row when (old.state is distinct from new.state) execute function check_envelope_state();

-- Nobody signs out of turn, twice, or in two places. The lock makes two who sign at once wait for each other.
create function check_signature() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  envelope_state text;
begin
  select e.state into envelope_state from envelope e where e.book = new.book and e.envelope_id = new.envelope_id for no key update;
  if envelope_state is distinct from 'sent' or old.state <> 'waiting' or exists (select from envelope_signer s
      where s.book = new.book and s.envelope_id = new.envelope_id and s.state = 'waiting' and s.routing_order < new.routing_order) then
    raise exception 'it is not the turn of % in the envelope %', new.signer_id, new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'their_turn';
  end if;
  if exists (select from envelope_signer s where s.book = new.book and s.envelope_id = new.envelope_id
      and s.signer_id <> new.signer_id and new.decided_by in (s.user_id, s.decided_by)) then
    raise exception 'someone would sign the envelope % in two places', new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'own_place';
  end if;
  return new;
end $$;
create trigger check_signature before update on envelope_signer for each row execute function check_signature();

do $$
declare
  name text;
begin
  foreach name in array array['envelope', 'envelope_file', 'envelope_signer', 'envelope_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on envelope, envelope_file, envelope_signer, envelope_event to portal;
grant update (state, void_reason) on envelope to portal;
grant update (state, key_id, data_key, removal_listed_at, removed_at, bytes_removed_at) on envelope_file to portal;
grant update (state, decided_by, decided_by_name, decided_at, typed_name, drawing, reason) on envelope_signer to portal;

-- As with documents (0022_documents.sql): a book writes nothing else about envelopes into the audit log.
create function record_envelope_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, case new.kind when 'created' then 'envelope-created' when 'consented' then 'signing-consented'
        when 'signed' then 'document-signed' when 'declined' then 'signature-declined' when 'voided' then 'envelope-voided'
        when 'removed' then 'envelope-removed' else 'document-sealed' end,
        new.user_id, new.session_id, new.address, new.at,
        jsonb_strip_nulls(jsonb_build_object('book', e.book, 'account', e.account_id, 'envelope', e.envelope_id,
          'place', case when s.signer_id is null then null when s.user_id is null then 'sponsor' else 'signer' end,
          'digest', encode(new.digest, 'hex')))
      from envelope e join book b on b.book = e.book
        left join envelope_signer s on s.book = e.book and s.envelope_id = e.envelope_id and s.signer_id = new.signer_id
      where e.book = new.book and e.envelope_id = new.envelope_id;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_envelope_in_audit_log() from public;
create trigger record_in_audit_log after insert on envelope_event
  for each row when (new.kind <> 'viewed') execute function record_envelope_in_audit_log();

-- Documents of a sponsor's staff that belong to no fund account (docs/decisions/0034-account-documents.md). As with those of accounts
-- (0022_documents.sql), the bytes are in the file store under the row's realm and id, encrypted with the row's data key. Only the
-- realm's connection has access.

create table staff_document (
  realm book_name not null default realm(),
  document_id uuid not null default uuidv7(),
  type text not null check (type in ('agreement', 'instruction', 'correspondence', 'tax', 'other')),
  name text not null check (length(name) between 3 and 120 and name !~ '[[:cntrl:]/\\<>:"|?*%;]' and name !~ '^[. ]'),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes between 1 and 26214400),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- storing: the row is committed, the bytes are being written. Only a stored document is shown or sent.
  state text not null default 'storing' check (state in ('storing', 'stored', 'quarantined', 'removed')),
  -- what the virus scanner found
  finding text check (length(finding) between 1 and 200),
  key_id text not null check (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- erased on removal
  data_key bytea check (octet_length(data_key) = 61),
  added_by uuid not null,
  added_at timestamptz not null,
  -- by the database's clock, from which the clean-up counts
  storing_since timestamptz not null default clock_timestamp(),
  stored_at timestamptz,
  -- when staff last said that it is no longer in use: from then on its years count
  archived_at timestamptz,
  -- when retention first listed it for removal
  removal_listed_at timestamptz,
  removed_at timestamptz,
  removal_reason text check (removal_reason in ('abandoned', 'retention', 'quarantine')),
  bytes_removed_at timestamptz,
  primary key (realm, document_id),
  foreign key (realm, added_by) references app_user,
  check ((state = 'removed') = (removed_at is not null)),
  check ((removed_at is null) = (removal_reason is null)),
  check ((state = 'removed') = (data_key is null)),
  check (state <> 'quarantined' or finding is not null),
  check (state <> 'stored' or (stored_at is not null and finding is null)),
  check (removal_listed_at is null or archived_at is not null),
  check (bytes_removed_at is null or state = 'removed')
);
create index staff_document_added on staff_document (realm, added_at desc, document_id) where state <> 'removed';
-- what the clean-up looks for
create index staff_document_to_clean on staff_document (realm, state, storing_since) where state in ('storing', 'quarantined');
create index staff_document_bytes_to_remove on staff_document (realm, removed_at)
  where state = 'removed' and bytes_removed_at is null;

-- At most 1,000 of a realm, also if several are added at once: the lock makes them wait for each other.
create function limit_staff_documents() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff_document:' || new.realm, 0));
  if (select count(*) from staff_document d where d.realm = new.realm and d.state <> 'removed') >= 1000 then
    raise exception 'the realm % has 1000 documents', new.realm
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_realm';
  end if;
  return new;
end $$;
create trigger limit_documents before insert on staff_document for each row execute function limit_staff_documents();

-- The function of documents of accounts: a removed document never comes back, and a stored one is never replaced.
create trigger check_document_state before update on staff_document
  for each row when (old.state is distinct from new.state) execute function check_document_state();

-- A link to one document, bound to the session that asked for it. Its first request must come within a minute.
create table staff_document_download (
  realm book_name not null default realm(),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  document_id uuid not null,
  session_id uuid not null,
  issued_at timestamptz not null,
  started_at timestamptz,
  primary key (realm, token_hash),
  foreign key (realm, document_id) references staff_document,
  check (started_at >= issued_at)
);
create index staff_document_download_issued on staff_document_download (realm, issued_at);

do $$
declare
  name text;
begin
  foreach name in array array['staff_document', 'staff_document_download'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

-- What a document says cannot change.
grant select, insert on staff_document to identity;
grant update (state, stored_at, finding, key_id, data_key, archived_at, removal_listed_at, removed_at, removal_reason, bytes_removed_at)
  on staff_document to identity;
grant select, insert, delete on staff_document_download to identity;
grant update (started_at) on staff_document_download to identity;

-- Documents of fund accounts (docs/decisions/0034-account-documents.md). The bytes are in the file store under the row's book and id,
-- encrypted with the row's data key, which is itself encrypted with a key of the server.

create table document (
  book book_name not null default book(),
  document_id uuid not null default uuidv7(),
  account_id uuid not null,
  type text not null check (type in ('statement', 'contribution', 'application', 'identity', 'tax', 'agreement', 'instruction',
    'correspondence', 'other')),
  -- the name under which people save the file: no path, no quotes, nothing invisible
  name text not null check (length(name) between 3 and 120 and name !~ '[[:cntrl:]/\\<>:"|?*%;]' and name !~ '^[. ]'),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes between 1 and 26214400),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- the roles on the account that may read it; staff with a role on the realm read every document
  readers text[] not null check (cardinality(readers) > 0
    and readers <@ array['donor', 'joint_donor', 'viewer', 'primary_advisor', 'banker', 'service_team']),
  -- storing: the row is committed, the bytes are being written. Only a stored document is shown or sent.
  state text not null default 'storing' check (state in ('storing', 'stored', 'quarantined', 'removed')),
  -- what the virus scanner found
  finding text check (length(finding) between 1 and 200),
  -- names what a job made, so that a repeated job stores it once: 'statement:2026-Q3:<account>'
  cause text check (length(cause) between 1 and 200),
  -- erased on removal, so that copies of the bytes in backups cannot be read
  key_id text not null check (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  data_key bytea check (octet_length(data_key) = 61),
  -- null: the portal made it
  added_by uuid,
  session_id uuid,
  address inet,
  -- the day that people see
  added_at timestamptz not null,
  -- by the database's clock, from which the clean-up counts
  storing_since timestamptz not null default clock_timestamp(),
  stored_at timestamptz,
  -- when retention first listed it for removal
  removal_listed_at timestamptz,
  removed_at timestamptz,
  removal_reason text check (removal_reason in ('abandoned', 'retention', 'quarantine')),
  bytes_removed_at timestamptz,
  primary key (book, document_id),
  foreign key (book, account_id) references fund_account,
  -- §14
  constraint not_for_viewers check (type not in ('tax', 'application', 'identity') or 'viewer' <> all (readers)),
  check ((state = 'removed') = (removed_at is not null)),
  check ((removed_at is null) = (removal_reason is null)),
  check ((state = 'removed') = (data_key is null)),
  check (state <> 'quarantined' or finding is not null),
  check (state <> 'stored' or (stored_at is not null and finding is null)),
  check (bytes_removed_at is null or state = 'removed')
);
create unique index one_document_per_cause on document (book, cause) where state <> 'removed';
create index document_of_account on document (book, account_id, added_at desc, document_id) where state <> 'removed';
-- what the clean-up looks for
create index document_to_clean on document (book, state, storing_since) where state in ('storing', 'quarantined');
create index document_bytes_to_remove on document (book, removed_at) where state = 'removed' and bytes_removed_at is null;

-- Nothing is uploaded to a fund with 1,000 documents, also if several come at once: the lock makes them wait for each other. What the
-- portal makes, such as a document that everyone has signed, is always filed.
create function limit_documents() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if (select count(*) from document d where d.book = new.book and d.account_id = new.account_id and d.state <> 'removed') >= 1000 then
    raise exception 'the account % has 1000 documents', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_fund';
  end if;
  return new;
end $$;
create trigger limit_documents before insert on document
  for each row when (new.added_by is not null) execute function limit_documents();

-- A removed document never comes back, and a stored one is never replaced.
create function check_document_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('storing', 'stored'), ('storing', 'quarantined'), ('storing', 'removed'), ('stored', 'removed'),
      ('quarantined', 'removed')) then
    raise exception 'the document % cannot go from % to %', new.document_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'document_state';
  end if;
  return new;
end $$;
create trigger check_document_state before update on document
  for each row when (old.state is distinct from new.state) execute function check_document_state();

-- A link to one document, bound to the session that asked for it. Its first request must come within a minute.
create table document_download (
  book book_name not null default book(),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  document_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  address inet,
  issued_at timestamptz not null,
  started_at timestamptz,
  primary key (book, token_hash),
  foreign key (book, document_id) references document,
  check (started_at >= issued_at)
);
create index document_download_issued on document_download (book, issued_at);

do $$
declare
  name text;
begin
  foreach name in array array['document', 'document_download'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

-- Neither what a document says nor whose it is can change.
grant select, insert on document to portal;
grant update (state, stored_at, finding, key_id, data_key, removal_listed_at, removed_at, removal_reason, bytes_removed_at)
  on document to portal;
grant select, insert, delete on document_download to portal;
grant update (started_at) on document_download to portal;

-- A book may write nothing else about documents into the audit log, and this only together with what it records. SECURITY DEFINER,
-- because a book has no privilege on the log (0017_change_records.sql).
create function record_document_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  event text;
  paper document;
  by_user uuid;
  by_session uuid;
  by_address inet;
  happened timestamptz;
begin
  if TG_TABLE_NAME = 'document_download' then
    select * into paper from document d where d.book = new.book and d.document_id = new.document_id;
    event := 'document-downloaded';
    by_user := new.user_id;
    by_session := new.session_id;
    by_address := new.address;
    happened := new.started_at;
  else
    paper := new;
    event := case new.state when 'stored' then 'document-added' when 'quarantined' then 'document-quarantined'
      else 'document-removed' end;
    -- A job removes documents, on nobody's behalf.
    if new.state <> 'removed' then
      by_user := new.added_by;
      by_session := new.session_id;
      by_address := new.address;
    end if;
    happened := coalesce(new.removed_at, new.stored_at, new.added_at);
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, event, by_user, by_session, by_address, happened,
        jsonb_strip_nulls(jsonb_build_object('book', paper.book, 'account', paper.account_id, 'document', paper.document_id, 'type', paper.type,
          'digest', encode(paper.sha256, 'hex'), 'reason', paper.removal_reason))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_document_in_audit_log() from public;
create trigger record_in_audit_log after update on document
  for each row when (old.state is distinct from new.state and new.removal_reason is distinct from 'abandoned')
  execute function record_document_in_audit_log();
create trigger record_in_audit_log after update on document_download
  for each row when (old.started_at is null and new.started_at is not null) execute function record_document_in_audit_log();

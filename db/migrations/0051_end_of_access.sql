-- Papers of applications and of vettings leave the portal as account documents do: by a link for one session, whose first use is
-- recorded (docs/decisions/0060-end-of-access.md).

-- A link through an application names it: its readers are not those of the account. Without a document it is a link to what the donors
-- sign, which is drawn or comes from the provider of signatures; its digest is then that of the bytes that were sent.
alter table document_download alter column document_id drop not null;
alter table document_download add column application_id uuid;
alter table document_download add column sha256 bytea check (octet_length(sha256) = 32);
alter table document_download add foreign key (book, application_id) references account_application;
alter table document_download add constraint of_document_or_application check (num_nonnulls(document_id, application_id) > 0);
alter table document_download add constraint sent_digest
  check ((sha256 is not null) = (document_id is null and started_at is not null));
grant update (sha256) on document_download to portal;

-- As before (0022_documents.sql), and with the application.
create or replace function record_document_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  event text;
  paper document;
  application uuid;
  digest bytea;
  by_user uuid;
  by_session uuid;
  by_address inet;
  happened timestamptz;
begin
  if TG_TABLE_NAME = 'document_download' then
    select * into paper from document d where d.book = new.book and d.document_id = new.document_id;
    if new.document_id is null then
      paper.book := new.book;
      paper.type := 'application';
    end if;
    application := new.application_id;
    digest := coalesce(paper.sha256, new.sha256);
    event := 'document-downloaded';
    by_user := new.user_id;
    by_session := new.session_id;
    by_address := new.address;
    happened := new.started_at;
  else
    paper := new;
    application := new.application_id;
    digest := new.sha256;
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
        jsonb_strip_nulls(jsonb_build_object('book', paper.book, 'account', paper.account_id, 'application', application,
          'document', paper.document_id, 'type', paper.type, 'digest', encode(digest, 'hex'), 'reason', paper.removal_reason))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A link to one supporting document of a vetting, bound to the session that asked for it. Its first request must come within a minute.
create table charity_vetting_paper_download (
  realm book_name not null default realm(),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  paper_id uuid not null,
  session_id uuid not null,
  issued_at timestamptz not null,
  started_at timestamptz,
  primary key (realm, token_hash),
  foreign key (realm, paper_id) references charity_vetting_paper,
  check (started_at >= issued_at)
);
create index charity_vetting_paper_download_issued on charity_vetting_paper_download (realm, issued_at);
alter table charity_vetting_paper_download enable row level security;
alter table charity_vetting_paper_download force row level security;
create policy realm_of_connection on charity_vetting_paper_download to identity using (realm = realm()) with check (realm = realm());
grant select, insert, delete on charity_vetting_paper_download to identity;
grant update (started_at) on charity_vetting_paper_download to identity;

-- Whether a starter or a signer may still read an application. One that was decided or withdrawn closes for them after 30 days, and one
-- that became an account when their relationship to it ends. One rule for the application, the list, and the document that was signed.
create function application_is_open_to(application account_application, reader uuid, at timestamptz) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select application.state not in ('accepted', 'declined', 'withdrawn')
    or coalesce(application.decided_at, application.changed_at) > at - interval '30 days'
      and (application.account_id is null or coalesce(
        (select bool_or(r.ended_at is null) from party p
          join account_relationship r on r.book = p.book and r.party_id = p.party_id
          where p.book = application.book and p.user_id = reader and r.account_id = application.account_id), true))
$$;
revoke all on function application_is_open_to(account_application, uuid, timestamptz) from public;
grant execute on function application_is_open_to(account_application, uuid, timestamptz) to portal;

-- The name of who filed something, for whoever decides about it: a person whose access ended meanwhile is marked.
create function name_and_access(person uuid, name text) returns text language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select case when exists (select from app_user u where u.user_id = person and not u.has_access)
    then name || ' (no longer has access)' else name end
$$;
revoke all on function name_and_access(uuid, text) from public;
grant execute on function name_and_access(uuid, text) to portal, identity;

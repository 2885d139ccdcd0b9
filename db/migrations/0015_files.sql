-- Pictures and PDFs of managed content (docs/decisions/0019-files-and-pdf.md). The bytes are in the file store under the
-- row's realm and id. Only the realm's connection has access, and only the row's client serves the file.

create table content_file (
  realm book_name not null default realm(),
  file_id uuid not null default uuidv7(),
  client text not null check (client ~ '^[a-z][a-z0-9]{0,39}$'),
  -- the end of the file's URL: no characters that need escaping
  name text not null check (name ~ '^[a-z0-9][a-z0-9_.-]{0,119}$'),
  media_type text not null
    check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf')),
  bytes integer not null check (bytes between 1 and 20971520),
  sha256 bytea not null check (octet_length(sha256) = 32),
  width_px integer check (width_px between 1 and 8192),
  height_px integer check (height_px between 1 and 8192),
  alt text not null default '' check (length(alt) <= 300),
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz,
  primary key (realm, file_id),
  foreign key (realm, uploaded_by) references app_user,
  foreign key (realm, removed_by) references app_user,
  check ((media_type = 'application/pdf') = (width_px is null)),
  check ((width_px is null) = (height_px is null)),
  check ((removed_by is null) = (removed_at is null))
);
create index content_file_of_client on content_file (realm, client, uploaded_at desc, file_id) where removed_at is null;

alter table content_file enable row level security;
alter table content_file force row level security;
create policy realm_of_connection on content_file to identity using (realm = realm()) with check (realm = realm());

-- A file's content never changes, so its URL can be cached without revalidation.
grant select, insert on content_file to identity;
grant update (alt, removed_by, removed_at) on content_file to identity;

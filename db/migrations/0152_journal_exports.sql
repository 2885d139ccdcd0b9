-- The journals that left for the sponsor's general ledger (docs/decisions/0095-month-end-figures.md). Each has what those before it of the
-- month did not have.

create table journal_export (
  book book_name not null default book(),
  export_id uuid not null default uuidv7(),
  -- its first day
  month date not null check (extract(day from month) = 1),
  number integer not null check (number > 0),
  -- what it booked: kind, whether reversed, bank account, amount in minor units and number of entries
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 255),
  content bytea not null check (octet_length(content) <= 1000000),
  digest text not null,
  exported_by uuid not null,
  exported_by_name text not null check (btrim(exported_by_name) <> ''),
  exported_at timestamptz not null,
  primary key (book, export_id),
  constraint one_journal_export unique (book, month, number),
  constraint digest_of_content check (digest = encode(sha256(content), 'hex'))
);
alter table journal_export enable row level security, force row level security;
create policy book_of_connection on journal_export using (book = book()) with check (book = book());
create trigger append_only before update or delete on journal_export for each row execute function refuse_change();
create trigger append_only_truncate before truncate on journal_export for each statement execute function refuse_change();
grant select on journal_export to portal;
grant insert (export_id, month, number, lines, file_name, content, digest, exported_by, exported_by_name, exported_at)
  on journal_export to portal;

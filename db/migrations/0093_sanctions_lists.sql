-- Sanctions lists (docs/decisions/0083-sanctions-name-matching.md). They are public and belong to no book: all roles that screen read them, only
-- the import writes them, as the role registrar.

create table sanctions_list_version (
  version_id bigint generated always as identity primary key,
  list text not null check (list in ('ofac', 'uk')),
  -- the day of which the list is: in the file, or as the operator said
  list_date date not null,
  -- SHA-256 of the files
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  file_names text[] not null check (cardinality(file_names) between 1 and 6),
  entry_count integer not null check (entry_count > 0),
  added_count integer not null check (added_count >= 0),
  removed_count integer not null check (removed_count >= 0),
  changed_count integer not null check (changed_count >= 0),
  imported_at timestamptz not null default now(),
  imported_by text not null check (btrim(imported_by) <> '' and length(imported_by) <= 120),
  -- why a list was accepted that is older, much shorter, or seems to be cut off
  confirmed_reason text check (btrim(confirmed_reason) <> '' and length(confirmed_reason) <= 500),
  -- which share of the charities' names has a word, from 0 to 1: stored, so that a score can be computed again
  common_words jsonb not null default '{}' check (jsonb_typeof(common_words) = 'object'),
  unique (list, version_id)
);
comment on table sanctions_list_version is 'The version with the highest version_id of a list is the current one.';

-- An entry keeps its row as long as it does not change, so that what was decided about it stays valid.
create table sanctions_entry (
  entry_id bigint generated always as identity primary key,
  list text not null,
  -- as the list has it: OFAC's number, the UK's Unique ID
  number text not null check (number <> '' and length(number) <= 40),
  since_version bigint not null,
  -- the first version that has no such entry, or another text of it
  until_version bigint check (until_version > since_version),
  kind text not null check (kind in ('person', 'organization', 'vessel', 'aircraft')),
  -- [{"name", "isWeak"}], the primary name first
  names jsonb not null check (jsonb_typeof(names) = 'array' and jsonb_array_length(names) > 0),
  birth_years smallint[] not null,
  countries text[] not null,
  programs text[] not null,
  remarks text not null check (length(remarks) <= 100000),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  foreign key (list, since_version) references sanctions_list_version (list, version_id),
  foreign key (list, until_version) references sanctions_list_version (list, version_id)
);
create unique index sanctions_entry_current on sanctions_entry (list, number) where until_version is null;
create index sanctions_entry_since on sanctions_entry (list, since_version);
create index sanctions_entry_until on sanctions_entry (list, until_version);

grant select on sanctions_list_version, sanctions_entry to portal, identity;
grant select, insert on sanctions_list_version, sanctions_entry to registrar;
grant update (until_version) on sanctions_entry to registrar;

-- What a list said stays as it was: an entry can only end, once.
create function refuse_ended_entry() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the entry % ended already', old.entry_id
    using errcode = 'integrity_constraint_violation', constraint = 'entry_ends_once';
end $$;
comment on function refuse_ended_entry is
  'findings refer to what a list said; this also holds against faults of the import';
create trigger entry_ends_once before update on sanctions_entry
  for each row when (old.until_version is not null) execute function refuse_ended_entry();

-- An import of a list is recorded in every realm, as that of a register is (0056).
create function record_list_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, at, detail)
    select r.realm, 'sanctions-list-imported', new.imported_at,
        jsonb_strip_nulls(jsonb_build_object('list', new.list, 'version', new.version_id::text, 'date', new.list_date, 'digest', new.digest,
          'entries', new.entry_count::text, 'added', new.added_count::text, 'removed', new.removed_count::text,
          'changed', new.changed_count::text, 'by', 'npm run import',
          'operator', regexp_replace(new.imported_by, '[[:cntrl:]]', ' ', 'g'), 'reason', new.confirmed_reason))
      from (select distinct b.realm from book b) r order by r.realm;
  return null;
end $$;
comment on function record_list_in_audit_log is 'An import of a list is recorded in every realm, as that of a register is.';
revoke all on function record_list_in_audit_log() from public;
create trigger record_in_audit_log after insert on sanctions_list_version for each row execute function record_list_in_audit_log();

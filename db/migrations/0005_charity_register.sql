-- The charity register: public data of the IRS and of the UK registers. All books share it, so its tables have no column
-- "book" and no policy. The role portal reads it; only the role registrar, which runs the import, writes it. Grants refer to
-- a charity by its id without a foreign key, because the register may be on another database server than the book.

-- levenshtein_less_equal ranks the results of misspelled searches
create extension if not exists fuzzystrmatch with schema public;

-- One run of the import.
create table register_import (
  import_id bigint generated always as identity primary key,
  register text not null check (register in ('irs-bmf', 'uk')),
  state text not null check (state in ('reading', 'done', 'failed')),
  started_by text not null check (started_by <> ''),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  read_rows integer not null default 0 check (read_rows >= 0),
  added_rows integer not null default 0 check (added_rows >= 0),
  changed_rows integer not null default 0 check (changed_rows >= 0),
  removed_rows integer not null default 0 check (removed_rows >= 0),
  rejected_rows integer not null default 0 check (rejected_rows >= 0),
  check ((state = 'reading') = (finished_at is null)),
  check ((state = 'failed') = (failure is not null))
);

create index register_import_state on register_import (register, state);

-- The files of a run. An interrupted run resumes after "staged_lines".
create table register_import_file (
  import_id bigint not null,
  position smallint not null check (position >= 0),
  file_name text not null check (file_name <> ''),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_date date not null,
  staged_lines integer not null default 0 check (staged_lines >= 0),
  complete boolean not null default false,
  primary key (import_id, position),
  unique (import_id, file_name)
);

create index register_import_file_name on register_import_file (file_name, import_id desc);

create table charity (
  -- in org-id.guide's form: US-EIN-010631747, GB-CHC-1000005, GB-SC-SC012345, GB-NIC-100012
  charity_id text not null check (length(charity_id) between 13 and 20),
  register text not null check (register in ('irs-bmf', 'uk')),
  number text not null,
  name text not null check (name <> ''),
  also_known_as text,
  street text,
  city text,
  state text,
  postal_code text,
  group_number text,
  subsection text,
  affiliation text,
  classification text,
  ruling_month text,
  deductibility text,
  foundation text,
  organization text,
  -- the code of the IRS file; for UK charities: registered, removed, insolvent, or the value in its file
  status text,
  -- when a UK register removed the charity
  removed_on date,
  tax_period text,
  ntee text,
  -- whole dollars or pounds, as the registers publish them
  assets_whole_units bigint,
  income_whole_units bigint,
  revenue_whole_units bigint,
  -- for the search: see name-key.ts, synonyms.ts and register-row.ts
  name_key text not null,
  name_hash integer not null,
  address_hash integer,
  search_keys integer[] not null,
  is_grantable boolean not null,
  row_hash bigint not null,
  -- the source of the row, as evidence (§6)
  source_file text not null,
  source_line integer not null check (source_line > 0),
  -- the run that read this row
  source_import bigint not null,
  -- the runs that added, changed and delisted it. No foreign keys: checking them row by row takes longer than the load.
  first_import bigint not null,
  changed_import bigint not null,
  delisted_import bigint,
  delisted_on date,
  check ((delisted_import is null) = (delisted_on is null)),
  check ((register = 'irs-bmf') = (charity_id like 'US-EIN-%')),
  check ((register = 'uk') = (charity_id like 'GB-%'))
);
-- Searches pass their words as parameters, so statistics would not help the planner.
alter table charity alter column search_keys set statistics 0;

-- Every word of a name, an alias or a town, with its key in "search_keys". "frequency" is an estimate that decides which words
-- are tried first. The fill factor allows heap-only updates.
create table charity_word (
  word text primary key check (word <> ''),
  word_key integer not null,
  frequency integer not null default 0 check (frequency >= 0)
) with (fillfactor = 60);

-- Finds words with one typing error (near-words.ts): maps the hash of a word without one of its letters to the word.
create table charity_word_variant (
  variant_key integer not null,
  word text not null
);

-- A sponsor's own data about a charity (§3 Charity, §4): one row for each realm and charity, because each sponsor decides
-- for itself. No foreign key, because the first load builds the index of charity_id last; charities are never deleted.
create table charity_profile (
  realm book_name not null default realm(),
  charity_id text not null,
  website text check (website ~* '^https?://'),
  candid_url text check (candid_url ~* '^https?://'),
  logo_url text check (logo_url ~* '^https://'),
  profile_level text not null default 'NONE' check (profile_level in ('NONE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM')),
  comment text check (length(comment) <= 2000),
  default_payment_type_code smallint check (default_payment_type_code > 0),
  party_status text not null default 'Active' check (party_status in ('Active', 'Deleted')),
  party_grantee_status text not null default 'Accepted' check (party_grantee_status in ('Accepted', 'Review', 'Rejected')),
  changed_at timestamptz not null default now(),
  changed_by text not null check (changed_by <> ''),
  primary key (realm, charity_id)
);

-- The realm's connection writes its profiles; its books' connections read them. The registrar has no privileges here.
alter table charity_profile enable row level security;
alter table charity_profile force row level security;
create policy realm_of_connection on charity_profile to identity using (realm = realm()) with check (realm = realm());
create policy realm_of_book on charity_profile for select to portal
  using (realm = (select b.realm from book b where b.book = book()));

-- Each run creates its own staging table in this schema and drops it at the end.
create schema register_staging;

grant usage, create on schema register_staging to registrar;
grant usage on schema public to registrar;
grant select on charity, charity_word, charity_word_variant, register_import, register_import_file to portal;
grant select on charity_profile to portal;
grant select, insert, update on charity_profile to identity;
grant select, insert, update, maintain on charity, charity_word, charity_word_variant to registrar;
grant select, insert, update on register_import, register_import_file to registrar;

-- A large load drops the indexes and rebuilds them at the end of its transaction, which takes a fifth of the time. Only the
-- owner of a table may do so, hence SECURITY DEFINER. A load merges the words on a second connection while the first one
-- builds the indexes of charity (merge-register.queries.ts), so each has its own pair of functions.
create function drop_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity drop constraint charity_pkey;
  drop index public.charity_name_hash, public.charity_address_hash, public.charity_search_keys;
$$;

create function build_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity add constraint charity_pkey primary key (charity_id);
  create index charity_name_hash on public.charity (name_hash);
  create index charity_address_hash on public.charity (address_hash) where address_hash is not null;
  create index charity_search_keys on public.charity using gin (search_keys) with (fastupdate = on);
$$;

create function drop_word_index() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  drop index public.charity_word_variant_key;
$$;

create function build_word_index() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  create index charity_word_variant_key on public.charity_word_variant (variant_key);
$$;

select build_charity_indexes(), build_word_index();

-- Flushes the pending list of the GIN index after a small load. The list makes inserts fast and searches slow.
create function flush_charity_search_index() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select gin_clean_pending_list('public.charity_search_keys'::regclass)
$$;

revoke all on function drop_charity_indexes(), build_charity_indexes(), drop_word_index(), build_word_index(),
  flush_charity_search_index() from public;
grant execute on function drop_charity_indexes(), build_charity_indexes(), drop_word_index(), build_word_index(),
  flush_charity_search_index() to registrar;

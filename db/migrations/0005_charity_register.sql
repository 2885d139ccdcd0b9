-- The charity register (open-points 6): what the IRS and the UK registers publish, shared by all books, so that it
-- has no column "book" and no policy; only what a sponsor's own staff keep of a charity has. The portal's role reads it; only the registrar's role, which the import runs
-- as, writes it. A grant refers to a charity by its number, never by a foreign key: the register may stand on
-- another server than the book.

-- levenshtein_less_equal ranks the names that a mistyped search comes near to
create extension if not exists fuzzystrmatch with schema public;

-- One run of the import: who read which files, when, and what came of it.
create table register_import (
  import_id bigint generated always as identity primary key,
  register text not null check (register in ('irs-bmf', 'uk')),
  state text not null check (state in ('reading', 'done', 'failed')),
  started_by text not null check (started_by <> ''),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  failure text,
  read_rows integer not null default 0 check (read_rows >= 0),
  new_rows integer not null default 0 check (new_rows >= 0),
  changed_rows integer not null default 0 check (changed_rows >= 0),
  gone_rows integer not null default 0 check (gone_rows >= 0),
  refused_rows integer not null default 0 check (refused_rows >= 0),
  check ((state = 'reading') = (finished_at is null)),
  check ((state = 'failed') = (failure is not null))
);

create index register_import_state on register_import (register, state);

-- The files of a run. "staged_lines" is how far a run that was cut off has come; the same command goes on there.
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
  -- the IRS file's code; of a UK charity: registered, removed, insolvent, or the word that its file has
  status text,
  -- the day on which a UK register removed it
  removed_on date,
  tax_period text,
  ntee text,
  -- whole dollars or pounds, as the registers publish them: not money of ours, so never in minor units
  assets_whole_units bigint,
  income_whole_units bigint,
  revenue_whole_units bigint,
  -- what the search stands on: see name-key.ts and search-keys.ts
  name_key text not null,
  name_hash integer not null,
  address_hash integer,
  search_keys integer[] not null,
  row_hash bigint not null,
  -- the evidence of §6: which row of which file says so
  source_file text not null,
  source_line integer not null check (source_line > 0),
  -- the run that read this row of this file: its files' days are in register_import_file
  source_import bigint not null,
  -- the runs that found it new, changed, and gone: of register_import; a foreign key would be checked row by row, which takes longer than the whole load
  first_import bigint not null,
  changed_import bigint not null,
  left_import bigint,
  left_on date,
  check ((left_import is null) = (left_on is null)),
  check ((register = 'irs-bmf') = (charity_id like 'US-EIN-%')),
  check ((register = 'uk') = (charity_id like 'GB-%'))
);
-- a search's words are given as parameters, so statistics of their frequency would only cost time
alter table charity alter column search_keys set statistics 0;

-- Every word that stands in a name, an alias or a town. "frequency" is an estimate: it only decides which words are
-- tried first. The fill factor lets it change in place.
create table charity_word (
  word text primary key check (word <> ''),
  word_hash integer not null,
  frequency integer not null default 0 check (frequency >= 0)
) with (fillfactor = 60);

-- Under which keys a word with one typing error is found (near-words.ts): hash of what is left when a letter is taken
-- out → hash of the word as it stands in "search_keys".
create table charity_word_near (
  near_key integer not null,
  word_hash integer not null
);

-- What no register holds and a sponsor's staff keep of a charity (open-points 6, §3 Charity, §4): one row per realm and
-- charity, because what one sponsor decides binds no other. Charities are never deleted, so the number needs no foreign
-- key, which would keep a first load from building its index last.
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

-- The realm's own connection writes its profiles. A book's connection reads those of the realm that its row of "book"
-- names, as it reads the realm's people. The registrar, who belongs to no realm, has no right on them.
alter table charity_profile enable row level security;
alter table charity_profile force row level security;
create policy realm_of_connection on charity_profile to identity using (realm = realm()) with check (realm = realm());
create policy realm_of_book on charity_profile for select to portal
  using (realm = (select b.realm from book b where b.book = book()));

-- Each run stages into a table of its own in this schema; it is dropped when the run is over.
create schema register_staging;

grant usage, create on schema register_staging to registrar;
grant usage on schema public to registrar;
grant select on charity, charity_word, charity_word_near, register_import, register_import_file to portal;
grant select on charity_profile to portal;
grant select, insert, update on charity_profile to identity;
grant select, insert, update, maintain on charity, charity_word, charity_word_near to registrar;
grant select, insert, update on register_import, register_import_file to registrar;

-- A load that makes most of the register builds the indexes when all rows are there, in the import's transaction: a
-- fifth of the time. Only the tables' owner may, hence definer functions; they take no argument.
create function drop_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity drop constraint charity_pkey;
  drop index public.charity_name_hash, public.charity_address_hash, public.charity_search_keys, public.charity_word_near_key;
$$;

create function build_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity add constraint charity_pkey primary key (charity_id);
  create index charity_name_hash on public.charity (name_hash);
  create index charity_address_hash on public.charity (address_hash) where address_hash is not null;
  create index charity_search_keys on public.charity using gin (search_keys) with (fastupdate = on);
  create index charity_word_near_key on public.charity_word_near (near_key);
$$;

select build_charity_indexes();

-- The rows of a smaller load wait in the pending list of the search's index, which makes loading fast and every
-- search slow until they are moved.
create function settle_charity_search() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select gin_clean_pending_list('public.charity_search_keys'::regclass)
$$;

revoke all on function drop_charity_indexes(), build_charity_indexes(), settle_charity_search() from public;
grant execute on function drop_charity_indexes(), build_charity_indexes(), settle_charity_search() to registrar;

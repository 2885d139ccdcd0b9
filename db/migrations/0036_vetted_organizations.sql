-- Organizations on no register, per realm (§13): governments, churches, members of a group exemption, bodies that HMRC recognizes. Staff
-- vet them by supporting documents; a second person confirms, and the vetting ends on a day. One sponsor's decision neither binds another
-- nor is known to it.

create sequence vetted_organization_number start 100001;

create table charity_vetting (
  realm book_name not null default realm(),
  vetting_id uuid not null,
  -- in org-id.guide's form; a renewal has the id of the vetting before. One sequence for all realms, so an id means one organization.
  charity_id text not null default 'XX-ALM-' || nextval('vetted_organization_number') check (charity_id ~ '^XX-ALM-[0-9]{6,12}$'),
  -- the country whose charities it stands among: USD books grant to US ones, GBP books to UK ones
  country text not null check (country in ('US', 'GB')),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  also_known_as text check (btrim(also_known_as) <> '' and length(also_known_as) <= 200),
  street text check (btrim(street) <> '' and length(street) <= 200),
  city text not null check (btrim(city) <> '' and length(city) <= 100),
  us_state text check (us_state ~ '^[A-Z]{2}$'),
  postal_code text not null check (btrim(postal_code) <> '' and length(postal_code) <= 12),
  -- why it may receive grants without being on a register
  basis text not null check (basis in ('government', 'church', 'group-exemption', 'hmrc-recognised')),
  -- what the supporting documents show
  finding text not null check (btrim(finding) <> '' and length(finding) <= 2000),
  -- the last day on which the vetting is valid
  expires_on date not null,
  -- the donor's proposal from which it came, in one of the realm's books
  proposal_id uuid,
  state text not null default 'proposed' check (state in ('proposed', 'vetted', 'declined', 'replaced')),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  -- what the second person looked at, or why it was declined
  note text check (btrim(note) <> '' and length(note) <= 1000),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  replaced_at timestamptz,
  -- for the search, as in the table charity
  name_key text not null,
  name_hash integer not null,
  search_keys integer[] not null,
  primary key (realm, vetting_id),
  check ((state = 'proposed') = (decided_at is null)),
  check (num_nulls(decided_at, decided_by, decided_by_name, note) in (0, 4)),
  check ((state = 'replaced') = (replaced_at is not null)),
  check (expires_on > (proposed_at at time zone 'UTC')::date and expires_on <= (proposed_at at time zone 'UTC')::date + 1100),
  constraint two_people check (state not in ('vetted', 'replaced') or decided_by <> proposed_by)
);
create unique index one_proposed_vetting on charity_vetting (realm, charity_id) where state = 'proposed';
create unique index one_vetting_in_force on charity_vetting (realm, charity_id) where state = 'vetted';
create index vettings_of_charity on charity_vetting (realm, charity_id, proposed_at desc);
create index vetting_of_proposal on charity_vetting (realm, proposal_id) where proposal_id is not null;

-- What was vetted does not change, and a decision stands.
create function check_vetting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('proposed', 'vetted'), ('proposed', 'declined'), ('vetted', 'replaced')) then
    raise exception 'the vetting % cannot go from % to %', new.vetting_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'vetting_state';
  end if;
  if new.state = 'vetted' and not exists (
      select from charity_vetting_paper p where p.realm = new.realm and p.vetting_id = new.vetting_id) then
    raise exception 'the vetting % has no supporting document', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'has_paper';
  end if;
  return new;
end $$;
create trigger check_state before update on charity_vetting for each row execute function check_vetting();

-- The supporting documents, encrypted by AES-256-GCM under a data key of their own.
create table charity_vetting_paper (
  realm book_name not null default realm(),
  paper_id uuid not null,
  vetting_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 255),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  added_by uuid not null,
  added_by_name text not null,
  added_at timestamptz not null,
  primary key (realm, paper_id),
  foreign key (realm, vetting_id) references charity_vetting
);
create index papers_of_vetting on charity_vetting_paper (realm, vetting_id, added_at);
create index vetting_papers_by_key on charity_vetting_paper (key_id, paper_id);

-- At most 10, also if several come at once, and none once it is decided: the second person has seen all of them.
create function check_vetting_paper() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  vetting_state text;
begin
  select v.state into vetting_state from charity_vetting v where v.realm = new.realm and v.vetting_id = new.vetting_id for no key update;
  if vetting_state <> 'proposed' then
    raise exception 'the vetting % is decided', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'vetting_open';
  end if;
  if (select count(*) from charity_vetting_paper p where p.realm = new.realm and p.vetting_id = new.vetting_id) >= 10 then
    raise exception 'the vetting % has 10 supporting documents', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'papers_of_vetting';
  end if;
  return new;
end $$;
create trigger check_paper before insert on charity_vetting_paper for each row execute function check_vetting_paper();

-- As with profiles: the realm's connection writes; its books' connections read the columns of the view below.
alter table charity_vetting enable row level security;
alter table charity_vetting force row level security;
create policy realm_of_connection on charity_vetting to identity using (realm = realm()) with check (realm = realm());
create policy realm_of_book on charity_vetting for select to portal
  using (realm = (select b.realm from book b where b.book = book()));
alter table charity_vetting_paper enable row level security;
alter table charity_vetting_paper force row level security;
create policy realm_of_connection on charity_vetting_paper to identity using (realm = realm()) with check (realm = realm());

grant select, insert on charity_vetting, charity_vetting_paper to identity;
grant update (state, note, decided_by, decided_by_name, decided_at, replaced_at) on charity_vetting to identity;
grant update (key_id, data_key) on charity_vetting_paper to identity;
grant usage on sequence vetted_organization_number to identity;
grant select (realm, vetting_id, charity_id, state, country, name, also_known_as, street, city, us_state, postal_code, expires_on, decided_at,
  name_key, name_hash, search_keys) on charity_vetting to portal;

-- Every organization that a book knows: the charities of the registers, and those that its own sponsor has vetted. With the rights of
-- the caller, so a book sees only its realm's. The vetted ones are few and come first, so that a search never leaves them out.
create view known_charity with (security_invoker = true) as
  select v.charity_id, case v.country when 'US' then 'vetted-us' else 'vetted-uk' end as register,
      substr(v.charity_id, 8) as number, v.name, v.also_known_as, v.street, v.city, v.us_state as state, v.postal_code,
      null::text as ntee, null::text as subsection, null::text as foundation, null::text as deductibility,
      case when v.expires_on >= current_date then 'vetted' else 'expired' end as status,
      null::date as removed_on, null::date as delisted_on, null::bigint as assets_whole_units, null::bigint as income_whole_units,
      v.name_key, v.name_hash, null::integer as address_hash, v.search_keys, true as is_grantable,
      'vetting ' || v.vetting_id as source_file, 1 as source_line, null::bigint as source_import,
      (v.decided_at at time zone 'UTC')::date as vetted_on
    from charity_vetting v where v.state = 'vetted'
  union all
  select c.charity_id, c.register, c.number, c.name, c.also_known_as, c.street, c.city, c.state, c.postal_code,
      c.ntee, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.assets_whole_units, c.income_whole_units,
      c.name_key, c.name_hash, c.address_hash, c.search_keys, c.is_grantable,
      c.source_file, c.source_line, c.source_import, null::date
    from charity c;
grant select on known_charity to portal;

-- The words of a vetted organization's name, so that a search with a typing error or an unfinished word finds it. The dictionary is shared:
-- it tells another realm a word at most, never an organization. @param words: [{word, key, near: [...]}] (near-words.ts)
create function add_charity_words(words jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  with given as (
    select w.word, w.key, w.near from jsonb_to_recordset(words) as w (word text, key integer, near integer[])
      where length(w.word) <= 40 limit 60
  ), added as (
    insert into charity_word (word, word_key, frequency) select word, key, 1 from given
      on conflict (word) do update set frequency = greatest(charity_word.frequency, 1)
      returning word, xmax = 0 as is_new
  )
  insert into charity_word_variant (variant_key, word)
    select unnest(g.near), g.word from given g join added a using (word) where a.is_new
$$;
revoke all on function add_charity_words(jsonb) from public;
grant execute on function add_charity_words(jsonb) to identity;

-- Fund accounts, and the parties with a relationship to them.

-- The words of a name as lists sort and search them: in lower case, without accents, apostrophes and punctuation.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(
    regexp_replace(lower(normalize(name, NFD)), '[\u0300-\u036f''’]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g'));

create table fund_account (
  book book_name not null default book(),
  account_id uuid not null default uuidv7(),
  fund_id bigint not null check (fund_id between 100000 and 99999999),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 120),
  -- the order of lists. A column, because row-level security keeps a call of a function from being an index condition.
  account_name_key text not null generated always as (name_key(account_name)) stored,
  account_status text not null default 'Active' check (account_status in ('Entered', 'Active', 'Immobile', 'Closed')),
  account_type text not null default 'Individual',
  organization_legal_name text,
  donor_name text not null,
  write_access boolean not null default true,
  advisor_may_grant boolean not null default false,
  succession_plan_type_code text not null default 'NONE'
    check (succession_plan_type_code in ('NONE', 'INDIVIDUALS', 'CHARITIES', 'BOTH', 'ENDOWED')),
  -- the day on which staff entered the account; contributions may be received from then on
  entered_on date not null default current_date,
  -- the first day on which it was active; null until then (§16)
  opened_on date,
  closed_on date,
  -- the fund to which money goes that comes back after this one has closed; null: the book's general fund (§12)
  successor_account_id uuid,
  -- counts the changes of the account's data, so that the second of two editors notices the first (0017_change_records.sql)
  revision integer not null default 1 check (revision > 0),
  primary key (book, account_id),
  unique (book, fund_id),
  foreign key (book) references book,
  foreign key (book, successor_account_id) references fund_account (book, account_id),
  check (successor_account_id <> account_id),
  check (closed_on is null or closed_on >= opened_on),
  check ((account_status = 'Closed') = (closed_on is not null)),
  check (account_status <> 'Entered' or opened_on is null),
  check (account_status not in ('Active', 'Immobile') or opened_on is not null)
);
-- The sponsor's own fund of the book. It has no people.
create unique index one_general_fund on fund_account (book) where account_type = 'General';
create index fund_account_name on fund_account (book, account_name_key, fund_id);

-- The search index: for each word of a name its ends from three letters ('wilson', 'ilson', 'lson', 'son'), so that a range of
-- them finds any part of a word, and the word after a space, which marks where it begins. Operators of trigram and full-text
-- indexes are not leakproof, so under row-level security they would check every row. Only the trigger below writes here.
create table account_name_part (
  book book_name not null,
  part text not null,
  account_name_key text not null,
  fund_id bigint not null,
  primary key (book, part, account_name_key, fund_id)
);

-- The ends of long words are cut, since a search also compares the whole name.
create function name_parts(key text) returns setof text language sql immutable strict parallel safe
begin atomic
  select distinct left(part, 32)
    from string_to_table(key, ' ') as word,
      lateral (select ' ' || word union all select substr(word, i) from generate_series(1, length(word) - 2) as i) as parts (part);
end;

-- SECURITY DEFINER, because the application's roles may not write the index.
create function index_account_names() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if TG_OP = 'INSERT' then
    insert into account_name_part (book, part, account_name_key, fund_id)
      select n.book, of_name, n.account_name_key, n.fund_id from added n, name_parts(n.account_name_key) as of_name;
    return null;
  end if;
  delete from account_name_part p
    using removed o join added n on n.book = o.book and n.account_id = o.account_id
      and (n.account_name_key, n.fund_id) is distinct from (o.account_name_key, o.fund_id),
    name_parts(o.account_name_key) as of_name
    where p.book = o.book and p.part = of_name and p.account_name_key = o.account_name_key and p.fund_id = o.fund_id;
  insert into account_name_part (book, part, account_name_key, fund_id)
    select n.book, of_name, n.account_name_key, n.fund_id
      from removed o join added n on n.book = o.book and n.account_id = o.account_id
        and (n.account_name_key, n.fund_id) is distinct from (o.account_name_key, o.fund_id),
      name_parts(n.account_name_key) as of_name;
  return null;
end $$;
revoke all on function index_account_names() from public;
create trigger index_new_account_names after insert on fund_account
  referencing new table as added for each statement execute function index_account_names();
create trigger index_changed_account_names after update on fund_account
  referencing old table as removed new table as added for each statement execute function index_account_names();

create table party (
  book book_name not null default book(),
  party_id uuid not null default uuidv7(),
  -- the person's user, if any. No foreign key: the realm may be on another database server.
  user_id uuid,
  name text not null check (btrim(name) <> ''),
  title text not null default '',
  first_name text,
  middle_name text not null default '',
  last_name text,
  suffix text not null default '',
  email text,
  -- Of a person without a user; the others' are in the realm. ISO 3166 alpha-2, and the number without the calling code.
  phone_country_code text not null default '' check (phone_country_code ~ '^([A-Z]{2})?$'),
  phone text not null default '',
  alternate_phone_country_code text not null default '' check (alternate_phone_country_code ~ '^([A-Z]{2})?$'),
  alternate_phone text not null default '',
  -- counts the changes of name and contact made in this book, so that the second of two editors notices the first
  revision integer not null default 0 check (revision >= 0),
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  primary key (book, party_id)
);
create unique index party_of_user on party (book, user_id) where user_id is not null;

create table account_relationship (
  book book_name not null default book(),
  relationship_id uuid not null default uuidv7(),
  account_id uuid not null,
  party_id uuid not null,
  account_role_code text not null check (account_role_code in ('donor', 'joint_donor', 'viewer', 'primary_advisor',
    'banker', 'service_team', 'successor', 'charitable_beneficiary')),
  since date not null default current_date,
  -- An ended relationship stays as history; adding the person again is a new row.
  ended_at timestamptz,
  revision integer not null default 1 check (revision > 0),
  primary key (book, relationship_id),
  foreign key (book, account_id) references fund_account,
  foreign key (book, party_id) references party
);
create unique index current_relationship on account_relationship (book, account_id, party_id, account_role_code)
  where ended_at is null;
create unique index one_primary_advisor on account_relationship (book, account_id)
  where account_role_code = 'primary_advisor' and ended_at is null;
create index account_relationship_of_account on account_relationship (book, account_id);
create index account_relationship_of_party on account_relationship (book, party_id, account_id) where ended_at is null;

-- The donors of an account as lists name them: "Ann and Ben Finch", "Ann Finch, Ben Rook and Cy Finch". The realm's names count, for
-- people's parties follow them later. Null for an account without donors.
create function names_of_donors(account uuid) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  with donor as (
    select coalesce(u.first_name, p.first_name) as first_name, coalesce(u.last_name, p.last_name) as last_name,
        coalesce(u.first_name || ' ' || u.last_name, p.name) as name,
        row_number() over (order by min(r.account_role_code), min(r.relationship_id::text)) as place
      from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
        left join app_user u on u.user_id = p.user_id
      where r.account_id = account and r.ended_at is null and r.account_role_code in ('donor', 'joint_donor')
      group by p.party_id, p.name, p.first_name, p.last_name, u.first_name, u.last_name
  ), family as (
    select count(distinct last_name) = 1 and bool_and(first_name is not null and last_name is not null) as is_one,
        min(last_name) as last_name
      from donor
  ), named as (
    select array_agg(case when f.is_one then d.first_name else d.name end order by d.place) as names,
        case when f.is_one then ' ' || f.last_name else '' end as surname
      from donor d, family f group by f.is_one, f.last_name
  )
  select case when cardinality(names) = 1 then names[1]
      else array_to_string(names[:cardinality(names) - 1], ', ') || ' and ' || names[cardinality(names)] end || surname
    from named
$$;

-- An account always has a donor or a joint donor (§14). The lock serializes the removals of two donors by each other.
-- Consent to grants is given to one advisor: the next one does not inherit it.
create function end_advisor_granting() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update fund_account a set advisor_may_grant = false
    where a.book = new.book and a.account_id = new.account_id and a.advisor_may_grant;
  return null;
end $$;
create trigger end_advisor_granting after update of ended_at on account_relationship for each row
  when (new.account_role_code = 'primary_advisor' and old.ended_at is null and new.ended_at is not null)
  execute function end_advisor_granting();

create function refuse_end_of_last_donor() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if not exists (
    select from account_relationship r
      where r.book = new.book and r.account_id = new.account_id and r.account_role_code in ('donor', 'joint_donor')
        and r.ended_at is null
  ) then
    raise exception 'the account % would have no donor', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'last_donor';
  end if;
  return null;
end $$;
create trigger last_donor after update on account_relationship for each row
  when (old.account_role_code in ('donor', 'joint_donor') and old.ended_at is null
    and (new.ended_at is not null or new.account_role_code not in ('donor', 'joint_donor')))
  execute function refuse_end_of_last_donor();

do $$
declare
  name text;
begin
  foreach name in array array['fund_account', 'account_name_part', 'party', 'account_relationship'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on fund_account, account_relationship to portal;
grant select, insert, update on party to portal;
grant update (account_name, account_status, advisor_may_grant, opened_on, closed_on, successor_account_id, donor_name,
  revision) on fund_account to portal;
grant update (ended_at, revision) on account_relationship to portal;
grant select on account_name_part to portal;

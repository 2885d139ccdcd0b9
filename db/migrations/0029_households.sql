-- Households: groups of accounts that an advisor, banker or member of the service team makes for their own overview
-- (docs/decisions/0041-advisor-dashboard.md). They belong to the person who created them, and nobody else sees them.

create table household (
  realm book_name not null default realm(),
  household_id uuid not null default uuidv7(),
  owner_id uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  created_at timestamptz not null default now(),
  primary key (realm, household_id),
  -- so that an account's household has the account's owner
  unique (realm, household_id, owner_id),
  foreign key (realm, owner_id) references app_user
);
create unique index one_household_per_name on household (realm, owner_id, lower(name));

-- An account is in one household of each maker at most. No foreign key to the account: it may be on another database server.
create table household_account (
  realm book_name not null default realm(),
  owner_id uuid not null,
  for_book book_name not null,
  account_id uuid not null,
  household_id uuid not null,
  primary key (realm, owner_id, for_book, account_id),
  foreign key (realm, household_id, owner_id) references household (realm, household_id, owner_id) on delete cascade
);
create index household_account_of_household on household_account (realm, household_id);

create function limit_households() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('household:' || new.realm || ':' || new.owner_id, 0));
  if (select count(*) from household h where h.realm = new.realm and h.owner_id = new.owner_id) >= 200 then
    raise exception 'the person % has 200 households', new.owner_id
      using errcode = 'integrity_constraint_violation', constraint = 'households_of_person';
  end if;
  return new;
end $$;
create trigger limit_households before insert on household for each row execute function limit_households();

do $$
declare
  name text;
begin
  foreach name in array array['household', 'household_account'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
    -- A book lists its accounts with their households. The query names the maker.
    execute format('create policy realm_of_book on %I for select to portal using (realm = (select b.realm from book b where b.book = book()))', name);
  end loop;
end $$;

grant select, insert, delete on household, household_account to identity;
grant update (name) on household to identity;
grant update (household_id) on household_account to identity;
grant select (realm, household_id, owner_id, name) on household to portal;
grant select (realm, owner_id, for_book, account_id, household_id) on household_account to portal;

-- Legacy plans: who follows when the last donor of a fund dies (docs/decisions/0039-legacy-plans.md). Each save is a version, and no
-- version ever changes. The current plan is the last version; without shares it says that there is none.
create table legacy_plan (
  book book_name not null default book(),
  account_id uuid not null,
  version integer not null check (version > 0),
  -- the donors' signed instruction among the documents, where staff saved the plan
  instruction_id uuid,
  saved_by uuid not null,
  saved_by_name text not null check (btrim(saved_by_name) <> ''),
  saved_by_side text not null check (saved_by_side in ('fund', 'sponsor')),
  saved_at timestamptz not null,
  primary key (book, account_id, version),
  foreign key (book, account_id) references fund_account,
  foreign key (book, instruction_id) references document,
  check ((saved_by_side = 'sponsor') = (instruction_id is not null))
);

create table legacy_plan_share (
  book book_name not null default book(),
  account_id uuid not null,
  version integer not null,
  position smallint not null check (position between 1 and 50),
  -- the party of the account's relationship that follows from the share
  party_id uuid not null,
  -- 0: an individual successor, who receives a fund; 1: a charitable beneficiary, which receives a grant (§3)
  designation smallint not null check (designation in (0, 1)),
  -- hundredths of a percent
  share_hundredths integer not null check (share_hundredths between 1 and 10000),
  -- as it was saved: the plan reads the same whatever happens to the person's or the charity's name later
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  relation text check (btrim(relation) <> '' and length(relation) <= 60),
  email text check (length(email) between 3 and 254),
  phone text check (btrim(phone) <> '' and length(phone) <= 40),
  year_of_birth smallint check (year_of_birth between 1900 and 2200),
  charity_id text,
  -- the outcome of the check of eligibility when it was saved
  charity_outcome text check (charity_outcome in ('yes', 'no', 'person')),
  primary key (book, account_id, version, position),
  unique (book, account_id, version, party_id),
  unique (book, account_id, version, charity_id),
  foreign key (book, account_id, version) references legacy_plan,
  foreign key (book, party_id) references party,
  check (num_nulls(charity_id, charity_outcome) = case designation when 1 then 0 else 2 end),
  check (designation = 0 or num_nonnulls(relation, email, phone, year_of_birth) = 0)
);

-- At commit, because the shares are inserted one after the other: a plan names shares of 100% or nobody (§5).
create function check_plan_total() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  total bigint;
begin
  select coalesce(sum(s.share_hundredths), 0) into total from legacy_plan_share s
    where s.book = new.book and s.account_id = new.account_id and s.version = new.version;
  if total not in (0, 10000) then
    raise exception 'the shares of the plan of % add up to % hundredths of a percent', new.account_id, total
      using errcode = 'integrity_constraint_violation', constraint = 'plan_total';
  end if;
  return null;
end $$;
create constraint trigger check_plan_total after insert on legacy_plan_share deferrable initially deferred
  for each row execute function check_plan_total();

do $$
declare
  name text;
begin
  foreach name in array array['legacy_plan', 'legacy_plan_share'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on legacy_plan, legacy_plan_share to portal;
grant update (succession_plan_type_code) on fund_account to portal;

-- Fund accounts, and the parties with a relationship to them.

create table fund_account (
  book book_name not null default book(),
  account_id uuid not null default uuidv7(),
  fund_id bigint not null check (fund_id between 100000 and 99999999),
  account_name text not null check (btrim(account_name) <> '' and length(account_name) <= 120),
  -- the order of lists. A column, because row-level security keeps a call of lower() from being an index condition.
  account_name_key text not null generated always as (lower(account_name)) stored,
  account_status text not null default 'Active' check (account_status in ('Entered', 'Active', 'Immobile', 'Closed')),
  account_type text not null default 'Individual',
  organization_legal_name text,
  donor_name text not null,
  write_access boolean not null default true,
  advisor_may_grant boolean not null default false,
  succession_plan_type_code text not null default 'NONE'
    check (succession_plan_type_code in ('NONE', 'INDIVIDUALS', 'CHARITIES', 'BOTH', 'ENDOWED')),
  opened_on date not null,
  closed_on date,
  -- counts the changes of the account's data, so that the second of two editors notices the first (0017_change_records.sql)
  revision integer not null default 1 check (revision > 0),
  primary key (book, account_id),
  unique (book, fund_id),
  foreign key (book) references book,
  check (closed_on is null or closed_on >= opened_on),
  check ((account_status = 'Closed') = (closed_on is not null))
);
create index fund_account_name on fund_account (book, account_name_key, fund_id);

create table party (
  book book_name not null default book(),
  party_id uuid not null default uuidv7(),
  -- the person's user, if any. No foreign key: the realm may be on another database server.
  user_id uuid,
  name text not null check (btrim(name) <> ''),
  first_name text,
  last_name text,
  email text,
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

-- An account always has a donor (§14). The lock makes two donors who remove each other take turns.
create function refuse_end_of_last_donor() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if not exists (
    select from account_relationship r
      where r.book = new.book and r.account_id = new.account_id and r.account_role_code = 'donor' and r.ended_at is null
  ) then
    raise exception 'the account % would have no donor', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'last_donor';
  end if;
  return null;
end $$;
create trigger last_donor after update on account_relationship for each row
  when (old.account_role_code = 'donor' and old.ended_at is null
    and (new.ended_at is not null or new.account_role_code <> 'donor'))
  execute function refuse_end_of_last_donor();

do $$
declare
  name text;
begin
  foreach name in array array['fund_account', 'party', 'account_relationship'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on fund_account, account_relationship to portal;
grant select, insert, update on party to portal;
grant update (account_name, revision) on fund_account to portal;
grant update (ended_at, revision) on account_relationship to portal;

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
  account_id uuid not null,
  party_id uuid not null,
  account_role_code text not null check (account_role_code in ('donor', 'joint_donor', 'viewer', 'primary_advisor',
    'banker', 'service_team', 'successor', 'charitable_beneficiary')),
  since date not null default current_date,
  ended_at timestamptz,
  primary key (book, account_id, party_id, account_role_code),
  foreign key (book, account_id) references fund_account,
  foreign key (book, party_id) references party
);
create index account_relationship_of_party on account_relationship (book, party_id, account_id) where ended_at is null;

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

grant select, insert, update on fund_account, party, account_relationship to portal;

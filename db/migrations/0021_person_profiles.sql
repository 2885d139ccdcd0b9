-- Contact details and preferences of people who log in. Their name and e-mail are in app_user. A book has its own copy of name and
-- contact in party.

create table person_profile (
  realm book_name not null default realm(),
  user_id uuid not null,
  -- counts the changes of name and contact, so that the second of two editors notices the first; 0: nothing was saved yet, and
  -- the books' copies hold
  revision integer not null default 0 check (revision >= 0),
  title text not null default '',
  middle_name text not null default '',
  suffix text not null default '',
  company text not null default '',
  business_name text not null default '',
  year_of_birth text not null default '' check (year_of_birth ~ '^([0-9]{4})?$'),
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  province text not null default '',
  postal_code text not null default '',
  -- ISO 3166 alpha-2
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  phone_country_code text not null default '' check (phone_country_code ~ '^([A-Z]{2})?$'),
  phone text not null default '',
  alternate_phone_country_code text not null default '' check (alternate_phone_country_code ~ '^([A-Z]{2})?$'),
  alternate_phone text not null default '',
  -- the number of the person in the sponsor's former system
  legacy_id2 text not null default '',
  -- who is named to the charity unless the person chooses otherwise; null: as the form proposes
  grant_naming text check (grant_naming in ('fund_and_donor', 'fund_only', 'anonymous')),
  primary key (realm, user_id),
  foreign key (realm, user_id) references app_user
);

-- What people changed about a person: who, when, and the fields before and after. The audit log has the digest of each.
create table person_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  user_id uuid not null,
  revision integer not null check (revision > 0),
  before_change jsonb not null check (jsonb_typeof(before_change) = 'object'),
  after_change jsonb not null check (jsonb_typeof(after_change) = 'object'),
  actor_user_id uuid not null,
  actor_name text not null check (btrim(actor_name) <> ''),
  actor_side text not null check (actor_side in ('fund', 'sponsor')),
  at timestamptz not null,
  primary key (realm, change_id),
  -- Of two people who change one revision, one is refused.
  unique (realm, user_id, revision),
  foreign key (realm, user_id) references app_user
);
create trigger append_only before update or delete on person_change for each row execute function refuse_change();
create trigger append_only_truncate before truncate on person_change for each statement execute function refuse_change();

-- The account that a person opens first in each book when they log in.
create table default_account (
  realm book_name not null default realm(),
  user_id uuid not null,
  for_book book_name not null,
  fund_id bigint not null,
  primary key (realm, user_id, for_book),
  foreign key (realm, user_id) references app_user
);

do $$
declare
  name text;
begin
  foreach name in array array['person_profile', 'person_change', 'default_account'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;
-- A book carries the postal address of its people to its own copy.
create policy realm_of_book on person_profile for select to portal
  using (realm = (select b.realm from book b where b.book = book()));
grant select (realm, user_id, revision, address1, address2, city, state, province, postal_code, country) on person_profile to portal;
grant select, insert, update on person_profile to identity;
grant select, insert on person_change to identity;
grant select, insert, update, delete on default_account to identity;

-- Charity data that no register holds, maintained by a sponsor's staff (§13): who is paid at which address, and who changed what and why.

alter table charity_profile
  add column revision integer not null default 1 check (revision > 0),
  add column payee_name text check (btrim(payee_name) <> '' and length(payee_name) <= 120),
  add column payee_address text check (btrim(payee_address) <> '' and length(payee_address) <= 300);

-- Every change, with the reason that its author gave. Nothing of it changes afterwards.
create table charity_profile_change (
  realm book_name not null default realm(),
  charity_id text not null,
  revision integer not null check (revision > 0),
  before_change jsonb not null,
  after_change jsonb not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  actor_user_id uuid not null,
  actor_name text not null,
  at timestamptz not null,
  primary key (realm, charity_id, revision)
);
create trigger append_only before update or delete on charity_profile_change for each row execute function refuse_change();
create trigger append_only_truncate before truncate on charity_profile_change for each statement execute function refuse_change();

alter table charity_profile_change enable row level security;
alter table charity_profile_change force row level security;
create policy realm_of_connection on charity_profile_change to identity using (realm = realm()) with check (realm = realm());
grant select, insert on charity_profile_change to identity;

-- Where charities are paid, per realm (§13): encrypted, shown by the last four digits, changed by two people with a call-back to the charity.

create table charity_bank_details (
  realm book_name not null default realm(),
  details_id uuid not null,
  charity_id text not null,
  -- whose clearing system they belong to
  country text not null check (country in ('US', 'GB')),
  holder_name text not null check (btrim(holder_name) <> '' and length(holder_name) <= 120),
  last_four text not null check (last_four ~ '^[0-9A-Z]{1,4}$'),
  -- numbers of bank and account, encrypted by AES-256-GCM under a data key of their own
  ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined', 'replaced')),
  -- where they come from
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  -- who was called, on which number, and where that number came from; or why they were declined
  note text check (btrim(note) <> '' and length(note) <= 1000),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  replaced_at timestamptz,
  primary key (realm, details_id),
  check ((state = 'proposed') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (decided_by_name is null)),
  check ((decided_at is null) = (note is null)),
  check ((state = 'replaced') = (replaced_at is not null)),
  constraint two_people check (state not in ('confirmed', 'replaced') or decided_by <> proposed_by)
);
create unique index one_proposed_bank_details on charity_bank_details (realm, charity_id) where state = 'proposed';
create unique index one_confirmed_bank_details on charity_bank_details (realm, charity_id) where state = 'confirmed';
create index bank_details_of_charity on charity_bank_details (realm, charity_id, proposed_at desc);
create index bank_details_by_key on charity_bank_details (key_id, details_id);

alter table charity_bank_details enable row level security;
alter table charity_bank_details force row level security;
create policy realm_of_connection on charity_bank_details to identity using (realm = realm()) with check (realm = realm());
grant select, insert on charity_bank_details to identity;
grant update (state, note, decided_by, decided_by_name, decided_at, replaced_at, key_id, data_key) on charity_bank_details to identity;

-- Whom a charity's payments are made out to, where they go, and how they are paid (§13): a change is entered by one person and confirmed by
-- another, as bank details are. The profile holds what is in use; the values before are kept with each change.

create table charity_payee_change (
  realm book_name not null default realm(),
  change_id uuid not null,
  charity_id text not null,
  -- the payee of the profile when the change was entered, under the names of the columns that follow
  before_payee jsonb not null,
  default_payment_type_code smallint check (default_payment_type_code > 0),
  payee_name text check (btrim(payee_name) <> '' and length(payee_name) <= 120),
  payee_address text check (btrim(payee_address) <> '' and length(payee_address) <= 300),
  payee_email text check (position('@' in payee_email) > 1 and length(payee_email) <= 254),
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  -- where the change comes from
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamptz not null,
  -- how it was verified, or why it was declined
  note text check (btrim(note) <> '' and length(note) <= 1000),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  primary key (realm, change_id),
  check ((state = 'proposed') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (decided_by_name is null)),
  check ((decided_at is null) = (note is null)),
  constraint two_people check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index one_proposed_payee_change on charity_payee_change (realm, charity_id) where state = 'proposed';
create index payee_change_of_charity on charity_payee_change (realm, charity_id, proposed_at desc);

-- A decision is final.
create function refuse_decided_payee_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'this change of a payee was decided'
    using errcode = 'integrity_constraint_violation', constraint = 'payee_change_is_open';
end $$;
create trigger payee_change_is_open before update on charity_payee_change
  for each row when (old.state <> 'proposed') execute function refuse_decided_payee_change();

alter table charity_payee_change enable row level security;
alter table charity_payee_change force row level security;
create policy realm_of_connection on charity_payee_change to identity using (realm = realm()) with check (realm = realm());
grant select, insert on charity_payee_change to identity;
grant update (state, note, decided_by, decided_by_name, decided_at) on charity_payee_change to identity;

-- The payee of a profile is that of the change that was confirmed last. The server checks this too; the trigger also holds against its faults.
create function refuse_unconfirmed_payee() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from (
      select * from charity_payee_change c
      where c.realm = new.realm and c.charity_id = new.charity_id and c.state = 'confirmed'
      order by c.decided_at desc, c.change_id desc limit 1
    ) last
    where (last.default_payment_type_code, last.payee_name, last.payee_address, last.payee_email)
      is not distinct from (new.default_payment_type_code, new.payee_name, new.payee_address, new.payee_email)
  ) then
    raise exception 'a payee changes only by a change that was confirmed'
      using errcode = 'integrity_constraint_violation', constraint = 'payee_is_confirmed';
  end if;
  return new;
end $$;
create trigger payee_is_confirmed_insert before insert on charity_profile
  for each row when (num_nonnulls(new.default_payment_type_code, new.payee_name, new.payee_address, new.payee_email) > 0)
  execute function refuse_unconfirmed_payee();
create trigger payee_is_confirmed_update before update on charity_profile
  for each row when (
    (old.default_payment_type_code, old.payee_name, old.payee_address, old.payee_email)
      is distinct from (new.default_payment_type_code, new.payee_name, new.payee_address, new.payee_email)
  ) execute function refuse_unconfirmed_payee();

-- The approval of a grant records which bank details were in use. Its connection reads which ones they are, never the encrypted numbers.
create policy realm_of_book on charity_bank_details for select to portal
  using (realm = (select b.realm from book b where b.book = book()));
grant select (realm, details_id, charity_id, last_four, state) on charity_bank_details to portal;

-- What changed about the payee between the approval of the grant and the last check of its run; null if nothing did.
alter table payment add column payee_changes jsonb check (jsonb_array_length(payee_changes) > 0);
grant update (payee_changes) on payment to portal;

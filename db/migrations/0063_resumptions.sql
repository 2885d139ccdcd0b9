-- A suspended person whose rights take two people is let in again by two people (docs/decisions/0072-users-and-rights.md).

create table access_resumption (
  realm book_name not null default realm(),
  resumption_id uuid not null default uuidv7(),
  user_id uuid not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  asked_by uuid not null,
  asked_at timestamptz not null,
  state text not null default 'requested' check (state in ('requested', 'confirmed', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  -- why it was declined
  note text check (btrim(note) <> '' and length(note) <= 1000),
  primary key (realm, resumption_id),
  foreign key (realm, user_id) references app_user (realm, user_id),
  constraint asked_by_another check (asked_by <> user_id),
  constraint resumption_confirmed_by_another check (state <> 'confirmed' or (decided_by <> asked_by and decided_by <> user_id)),
  check ((state = 'requested') = (decided_at is null)),
  check (num_nulls(decided_by, decided_at) <> 1)
);
create unique index access_resumption_open on access_resumption (realm, user_id) where state = 'requested';

create trigger final_decision before update on access_resumption for each row when (old.decided_at is not null)
  execute function refuse_final_change('the decision about a suspended person');

alter table access_resumption enable row level security;
alter table access_resumption force row level security;
create policy realm_of_connection on access_resumption to identity using (realm = realm()) with check (realm = realm());
grant select on access_resumption to identity;
grant insert (user_id, reason, asked_by, asked_at) on access_resumption to access_admin;
grant update (state, decided_by, decided_at, note) on access_resumption to access_admin;

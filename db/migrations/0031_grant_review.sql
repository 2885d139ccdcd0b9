-- What only the sponsor's staff know of a grant (§13): who has it, and whether it is on hold. It is beside the grant and not in it, so
-- nothing that a donor reads can show it.

create table grant_hold (
  book book_name not null default book(),
  hold_id uuid not null,
  grant_id uuid not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  held_by uuid not null,
  held_by_name text not null,
  held_at timestamptz not null,
  release_reason text check (btrim(release_reason) <> '' and length(release_reason) <= 1000),
  released_by uuid,
  released_by_name text,
  released_at timestamptz,
  primary key (book, hold_id),
  foreign key (book, grant_id) references grant_recommendation,
  check ((released_at is null) = (released_by is null)),
  check ((released_at is null) = (released_by_name is null)),
  check ((released_at is null) = (release_reason is null))
);
create unique index one_open_hold on grant_hold (book, grant_id) where released_at is null;
create index grant_hold_of on grant_hold (book, grant_id, held_at);

-- Who decides about a grant, until it is decided. The owner may hand it over; nobody has to be one.
create table grant_owner (
  book book_name not null default book(),
  grant_id uuid not null,
  owner_id uuid not null,
  owner_name text not null check (btrim(owner_name) <> ''),
  since timestamptz not null,
  primary key (book, grant_id),
  foreign key (book, grant_id) references grant_recommendation
);
create index grant_owner_by_person on grant_owner (book, owner_id);

do $$
declare
  name text;
begin
  foreach name in array array['grant_hold', 'grant_owner'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on grant_hold to portal;
grant update (release_reason, released_by, released_by_name, released_at) on grant_hold to portal;
grant select, insert, delete on grant_owner to portal;
grant update (owner_id, owner_name, since) on grant_owner to portal;

-- Nothing is approved or paid while it is on hold. The server checks this too; the trigger also holds against faults in the server.
create function refuse_grant_on_hold() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from grant_hold h where h.book = new.book and h.grant_id = new.grant_id and h.released_at is null
  ) then
    raise exception 'a grant on hold is neither approved nor paid'
      using errcode = 'integrity_constraint_violation', constraint = 'grant_not_on_hold';
  end if;
  return new;
end $$;
create trigger grant_not_on_hold before insert on grant_history_entry
  for each row when (new.transition in ('approve', 'schedule', 'pay')) execute function refuse_grant_on_hold();

-- An answer to a question is a text of the fund's people.
alter table grant_history_entry drop constraint message_required;
alter table grant_history_entry add constraint message_required check (
  transition not in ('reject', 'ask-information', 'answer', 'void', 'void-payment', 'return') or message is not null);

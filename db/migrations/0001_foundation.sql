-- Roles, books and row-level security (docs/decisions/0002-isolation-by-connection.md).
--
-- A connection serves one book (login role book_<book>) or one realm (login role realm_<realm>). Policies compare each row
-- with session_user, which no SQL inside the connection can change. The group roles below hold the privileges.
-- src/server/db/roles.ts creates the login roles, so that a new client needs no migration.

do $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('almoner:roles'));
  foreach name in array array['portal', 'identity', 'registrar'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I nologin nosuperuser nobypassrls', name);
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to portal, identity, registrar;

create domain book_name as text collate "default" check (value ~ '^[a-z][a-z0-9_]{1,30}$');
create domain currency_code as text collate "default" check (value in ('USD', 'GBP'));

-- One organization's accounts in one currency. src/server/db/roles.ts inserts the rows from the client files.
create table book (
  book book_name primary key,
  realm book_name not null,
  currency currency_code not null,
  unique (book, currency)
);

-- The book of this connection. The explicit default collation matters: session_user has the type name, and its "C"
-- collation would keep indexes from using their first key column.
create function book() returns text language sql stable parallel safe
  return case when starts_with(session_user::text, 'book_') then substr(session_user::text, 6) end collate "default";

alter table book enable row level security;
alter table book force row level security;
create policy book_of_connection on book for select using (book = book());

-- The realm of this connection: the set of people who can sign in. It has no subquery, so PostgreSQL can inline it.
create function realm() returns text language sql stable parallel safe
  return case when starts_with(session_user::text, 'realm_') then substr(session_user::text, 7) end collate "default";

-- A realm's connection has the privilege but sees no rows: the policy above matches books only.
grant select on book to portal, identity;

-- The trigger of every append-only table. It also stops the owner, who needs no privileges.
create function refuse_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is append-only: insert a correcting row instead', tg_table_name
    using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

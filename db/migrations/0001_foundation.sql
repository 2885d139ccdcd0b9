-- Who may connect, and what a row belongs to (docs/decisions/0002-isolation-by-connection.md).
--
-- A connection is born for one book (login role book_<book>) or one realm (login role realm_<realm>), and policies
-- compare a row with session_user, which no SQL inside the connection can change. The group roles below hold the
-- rights; the login roles are made by src/server/db/roles.ts, because an eleventh client must not need a migration.

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

-- One organisation's set of fund accounts in one currency. Rows come from the client files, by roles.ts.
create table book (
  book book_name primary key,
  realm book_name not null,
  currency currency_code not null,
  unique (book, currency)
);

-- The default collation is named on purpose: session_user is of type name, whose "C" collation would keep the
-- first key column out of every index condition.
create function book() returns text language sql stable parallel safe
  return case when starts_with(session_user::text, 'book_') then substr(session_user::text, 6) end collate "default";

alter table book enable row level security;
alter table book force row level security;
create policy book_of_connection on book for select using (book = book());

-- The set of people who can sign in. A book's connection sees the people of its own realm, as far as column rights let it.
-- Without a sub-select, so that it is inlined into every condition that names it.
create function realm() returns text language sql stable parallel safe
  return case when starts_with(session_user::text, 'realm_') then substr(session_user::text, 7) end collate "default";

-- identity too, because realm() reads it; the policy shows a realm none of its rows.
grant select on book to portal, identity;

-- Append-only tables say so once: no role, not even the owner, rewrites what has been recorded.
create function refuse_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is append-only: record a correcting row instead', tg_table_name
    using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $$;

-- Cache invalidation by LISTEN/NOTIFY (docs/decisions/0010-access-cache.md). The server caches who a request comes from
-- (src/server/auth/load-principal.ts); these triggers notify every instance when that may have changed. The payload is a
-- digest of the user id, or empty where anyone may be affected. Only rare changes notify, because PostgreSQL serializes the
-- commits of transactions that do.

-- A row that moves from one person to another affects both.
create function notify_access_change_of_person() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', md5(affected::text))
    from unnest(array[old.user_id, new.user_id]) affected where affected is not null;
  return null;
end $$;

create function notify_access_change_to_all() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', '');
  return null;
end $$;

-- Not when only last_seen_at changes, which happens every minute in every session.
create trigger notify_access_change after update on session for each row
  when ((old.realm, old.session_id, old.user_id, old.client, old.cookie_hash, old.ended_at)
    is distinct from (new.realm, new.session_id, new.user_id, new.client, new.cookie_hash, new.ended_at)
    or new.expires_at < old.expires_at)
  execute function notify_access_change_of_person();
create trigger notify_access_change_delete after delete on session for each row execute function notify_access_change_of_person();
create trigger notify_access_change after update or delete on app_user for each row execute function notify_access_change_of_person();
create trigger notify_access_change after insert or update or delete on user_role
  for each row execute function notify_access_change_of_person();
create trigger notify_access_change after insert or update or delete on account_relationship
  for each statement execute function notify_access_change_to_all();
create trigger notify_access_change after update or delete on party for each statement execute function notify_access_change_to_all();
create trigger notify_access_change after update or delete on fund_account
  for each statement execute function notify_access_change_to_all();
-- The realm of a book decides which people it sees. For each row, so that a server start that changes no book notifies nobody.
create trigger notify_access_change after update or delete on book for each row execute function notify_access_change_to_all();

do $$
declare
  name text;
begin
  foreach name in array array['session', 'app_user', 'user_role', 'account_relationship', 'party', 'fund_account', 'book'] loop
    execute format('create trigger notify_access_change_truncate after truncate on %I
      for each statement execute function notify_access_change_to_all()', name);
  end loop;
end $$;

-- What a request's first question hangs on (src/server/auth/load-principal.ts) is announced when it changes, so that a
-- copy of the program may remember the answer and forget it at once (docs/decisions/0010-access-cache.md).
-- The payload is a digest of the person concerned, or nothing where anybody may be. Announcing is for changes that are
-- rare: PostgreSQL lets one announcing transaction commit after the other.

create function notify_person_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', md5(coalesce(new.user_id, old.user_id)::text));
  return null;
end $$;

create function notify_all() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', '');
  return null;
end $$;

-- Not when a session is merely seen again, which happens each minute to each of them.
create trigger notify_access_change after update on session for each row
  when ((old.ended_at, old.user_id, old.client, old.cookie_hash) is distinct from (new.ended_at, new.user_id, new.client, new.cookie_hash)
    or new.expires_at < old.expires_at)
  execute function notify_person_change();
create trigger notify_access_change_delete after delete on session for each row execute function notify_person_change();
create trigger notify_access_change after update or delete on app_user for each row execute function notify_person_change();
create trigger notify_access_change after insert or update or delete on user_role for each row execute function notify_person_change();
create trigger notify_access_change after insert or update or delete on account_relationship
  for each statement execute function notify_all();
create trigger notify_access_change after update or delete on party for each statement execute function notify_all();
create trigger notify_access_change after update or delete on fund_account for each statement execute function notify_all();

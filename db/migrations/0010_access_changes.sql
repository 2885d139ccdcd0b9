-- What a request's first question hangs on (src/server/session/who-is-asking.ts) is announced when it changes, so that a
-- copy of the program may remember the answer and forget it at once (docs/decisions/0010-remembered-access.md).
-- The payload is a digest of the person concerned, or nothing where anybody may be. Announcing is for changes that are
-- rare: PostgreSQL lets one announcing transaction commit after the other.

create function announce_person() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', md5(coalesce(new.user_id, old.user_id)::text));
  return null;
end $$;

create function announce_all() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', '');
  return null;
end $$;

-- Not when a session is merely seen again, which happens each minute to each of them.
create trigger access_announced after update on session for each row
  when ((old.ended_at, old.user_id, old.client, old.cookie_hash) is distinct from (new.ended_at, new.user_id, new.client, new.cookie_hash)
    or new.expires_at < old.expires_at)
  execute function announce_person();
create trigger access_announced_delete after delete on session for each row execute function announce_person();
create trigger access_announced after update or delete on app_user for each row execute function announce_person();
create trigger access_announced after insert or update or delete on user_role for each row execute function announce_person();
create trigger access_announced after insert or update or delete on account_relationship
  for each statement execute function announce_all();
create trigger access_announced after update or delete on party for each statement execute function announce_all();
create trigger access_announced after update or delete on fund_account for each statement execute function announce_all();

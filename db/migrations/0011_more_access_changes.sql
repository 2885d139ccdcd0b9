-- Closes what 0010_access_changes.sql left unannounced: who a row belonged to before, a book's realm, and TRUNCATE.

-- A role or a session that passes from one person to another concerns both.
create or replace function notify_person_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_access', md5(concerned::text))
    from unnest(array[old.user_id, new.user_id]) concerned where concerned is not null;
  return null;
end $$;

create or replace trigger notify_access_change after update on session for each row
  when ((old.realm, old.session_id, old.user_id, old.client, old.cookie_hash, old.ended_at)
    is distinct from (new.realm, new.session_id, new.user_id, new.client, new.cookie_hash, new.ended_at)
    or new.expires_at < old.expires_at)
  execute function notify_person_change();

-- Which people a book sees (0002_people.sql). Each row, so that a start which changes no book announces nothing.
create trigger notify_access_change after update or delete on book for each row execute function notify_all();

create trigger notify_access_change_truncate after truncate on session for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on app_user for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on user_role for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on account_relationship for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on party for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on fund_account for each statement execute function notify_all();
create trigger notify_access_change_truncate after truncate on book for each statement execute function notify_all();

-- Commands of the command line record their event in the transaction of the change (docs/decisions/0061-roles-and-events.md).

-- 1. A book records that keys of its documents were encrypted anew, beside the commands of 0052.
create or replace function record_command(kind text, user_id uuid, session_id uuid, address inet, at timestamptz, detail jsonb)
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if record_command.kind !~ '^((charity-proposal|relationship-request|grant|grants)-[a-z-]{1,30}|document-keys-rotated)$' then
    raise exception 'a book does not record %', record_command.kind
      using errcode = 'check_violation', constraint = 'kind_of_command';
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, record_command.kind, record_command.user_id, record_command.session_id, record_command.address, record_command.at,
        record_command.detail || jsonb_build_object('book', b.book)
      from book b where b.book = book();
  if not found then
    raise exception 'this connection has no book' using errcode = 'integrity_constraint_violation';
  end if;
end $$;

-- 2. An import of a charity register is recorded in every realm, because the register belongs to all. The registrar cannot write to the
-- log, so a trigger does, as the owner, to which policies apply too.
create policy every_book_of_import on book for select to current_user using (session_user::text = 'registrar');
create policy every_realm_of_import on audit_inbox to current_user
  using (session_user::text = 'registrar') with check (session_user::text = 'registrar');
create policy every_realm_of_import on audit_event to current_user
  using (session_user::text = 'registrar') with check (session_user::text = 'registrar');

create function record_import_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  -- In one order, so that two imports wait for each other's chains and do not block each other.
  insert into audit_inbox (realm, kind, at, detail)
    select r.realm, 'register-imported', new.finished_at,
        jsonb_build_object('register', new.register, 'import', new.import_id::text, 'by', 'npm run import',
          'operator', left(regexp_replace(new.started_by, '[[:cntrl:]]', ' ', 'g'), 120),
          'files', (select count(*)::text from register_import_file f where f.import_id = new.import_id))
      from (select distinct b.realm from book b) r order by r.realm;
  return null;
end $$;
revoke all on function record_import_in_audit_log() from public;
create trigger record_in_audit_log after update on register_import for each row
  when (old.state is distinct from new.state and new.state = 'done') execute function record_import_in_audit_log();

-- The audit log (docs/decisions/0016-audit-log.md). The events of a realm form a hash chain: each has the hash of the previous
-- event and a sequence number without gaps. Checkpoints of the chain are also written outside the database
-- (src/server/audit), because the owner of the table could rewrite the whole chain.

create table audit_event (
  realm book_name not null,
  seq bigint not null check (seq > 0),
  -- by the server's clock, and by the database's
  at timestamptz not null,
  recorded_at timestamptz not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- the person concerned; null if unknown, as after a sign-in with a wrong user id
  user_id uuid,
  -- who did it, if that was another person
  actor_user_id uuid,
  session_id uuid,
  address inet,
  detail jsonb not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (realm, seq),
  check (jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 8192)
);
create index audit_event_at on audit_event (realm, at, seq);
create index audit_event_of_user on audit_event (realm, user_id, at, seq) where user_id is not null;
create index audit_event_of_kind on audit_event (realm, kind, at, seq);
create index audit_event_from on audit_event (realm, address, at, seq) where address is not null;

-- Hashes the event's fields, each as its length in bytes, a colon and the value, or `-` for null, so that different events
-- never have the same input. src/server/audit/event-hash.ts repeats this, so that verification need not trust the database.
create function audit_hash(
  previous_hash bytea, realm text, seq bigint, at timestamptz, recorded_at timestamptz, kind text, user_id uuid,
  actor_user_id uuid, session_id uuid, address inet, detail jsonb
) returns bytea language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(previous_hash || convert_to(string_agg(coalesce(octet_length(part) || ':' || part, '-'), '' order by nr), 'UTF8'))
    from unnest(array[
      realm, seq::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), kind, user_id::text, actor_user_id::text,
      session_id::text, address::text, detail::text
    ]) with ordinality as parts (part, nr)
$$;

-- The server inserts events here; the trigger below moves them into the chain at commit. The lock of the chain blocks all
-- other events of the realm, so it must be held for the commit only.
create table audit_inbox (
  realm book_name not null default realm(),
  entry_id uuid not null default uuidv7(),
  at timestamptz not null,
  kind text not null,
  user_id uuid,
  actor_user_id uuid,
  session_id uuid,
  address inet,
  detail jsonb not null default '{}',
  primary key (realm, entry_id)
);

-- SECURITY DEFINER, because the application's roles may not write to the chain.
create function append_to_audit_chain() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  number bigint;
  recorded timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('almoner:audit:' || new.realm, 0));
  -- A new statement sees the events that were committed while this transaction waited for the lock.
  select e.seq, e.hash into last from audit_event e where e.realm = new.realm order by e.seq desc limit 1;
  number := coalesce(last.seq, 0) + 1;
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  recorded := clock_timestamp();
  insert into audit_event (realm, seq, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail,
      previous_hash, hash)
    values (new.realm, number, new.at, recorded, new.kind, new.user_id, new.actor_user_id, new.session_id, new.address,
      new.detail, last.hash, audit_hash(last.hash, new.realm, number, new.at, recorded, new.kind, new.user_id,
        new.actor_user_id, new.session_id, new.address, new.detail));
  delete from audit_inbox i where i.realm = new.realm and i.entry_id = new.entry_id;
  return null;
end $$;
create constraint trigger append_to_audit_chain after insert on audit_inbox
  deferrable initially deferred for each row execute function append_to_audit_chain();

-- Checkpoints written outside the database. Their numbers reveal a truncated checkpoint file as well as a truncated chain.
create table audit_checkpoint (
  realm book_name not null default realm(),
  number bigint not null check (number > 0),
  seq bigint not null check (seq > 0),
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null,
  primary key (realm, number)
);

-- Results of verifying the whole log; finding is null if the log was intact.
create table audit_verification (
  realm book_name not null default realm(),
  verification_id uuid not null default uuidv7(),
  at timestamptz not null,
  events bigint not null check (events >= 0),
  last_hash bytea,
  finding text,
  primary key (realm, verification_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['audit_event', 'audit_checkpoint', 'audit_verification'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
  end loop;
  foreach name in array array['audit_event', 'audit_inbox', 'audit_checkpoint', 'audit_verification'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    -- For all roles: the function above runs as the owner, and the policy applies to the owner too.
    execute format('create policy realm_of_connection on %I using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant insert (at, kind, user_id, actor_user_id, session_id, address, detail) on audit_inbox to identity;
grant select on audit_event to identity;
grant select, insert on audit_checkpoint, audit_verification to identity;
revoke all on function audit_hash from public;

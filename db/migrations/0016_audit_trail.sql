-- The audit trail: who did what at the door, when, from where (docs/decisions/0016-audit-log.md). Successor of
-- sign_in_event. Each realm's events form a chain: an event bears the hash of the one before it, and a number without gaps.
-- The head of the chain leaves the database regularly (src/server/audit), because whoever owns a table can
-- make a whole chain anew.

create table audit_event (
  realm book_name not null,
  seq bigint not null check (seq > 0),
  -- by the program's clock; by the database's
  at timestamptz not null,
  recorded_at timestamptz not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- whom it is about; null where nobody is known, such as a user id that nobody has
  user_id uuid,
  -- who did it, where that is somebody else
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

-- What is hashed: each part as its length in bytes, a colon and itself, `-` for what is absent, so that no two events have the same
-- text. src/server/audit/event-hash.ts says it again, because whoever verifies must not ask the database that is in doubt.
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

-- Where the program writes. A row lives here until its transaction commits and is then moved into the chain: the chain is the one
-- place where all of a realm's people wait for each other, so its lock is taken last and held for the commit alone.
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

-- Definer, because no role of the program may write the chain by itself.
create function chain_audit_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  number bigint;
  recorded timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('almoner:audit:' || new.realm, 0));
  -- A new statement, so it sees what was committed while this one waited.
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
create constraint trigger chained after insert on audit_inbox
  deferrable initially deferred for each row execute function chain_audit_event();

-- What was there before goes first into the chain, in its order. The administrator may be held back by row-level security.
alter table sign_in_event no force row level security;
do $$
declare
  old record;
  last_realm text;
  last_hash bytea;
  number bigint;
begin
  for old in select * from sign_in_event order by realm, event_id loop
    if last_realm is distinct from old.realm then
      last_realm := old.realm;
      last_hash := decode(repeat('00', 32), 'hex');
      number := 0;
    end if;
    number := number + 1;
    insert into audit_event (realm, seq, at, recorded_at, kind, user_id, address, detail, previous_hash, hash)
      values (old.realm, number, old.at, old.at, old.kind, old.user_id, old.address, old.detail, last_hash,
        audit_hash(last_hash, old.realm, number, old.at, old.at, old.kind, old.user_id, null, null, old.address, old.detail))
      returning hash into last_hash;
  end loop;
end $$;
drop table sign_in_event;

-- The heads that left the database, numbered: a file of anchors that lacks its end is noticed, as is a chain that does.
create table audit_checkpoint (
  realm book_name not null default realm(),
  number bigint not null check (number > 0),
  seq bigint not null check (seq > 0),
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null,
  primary key (realm, number)
);

-- What each look through the whole trail found; finding is null where it was intact.
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
    -- Not to identity alone: the owner's function above works under it too.
    execute format('create policy realm_of_connection on %I using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant insert (at, kind, user_id, actor_user_id, session_id, address, detail) on audit_inbox to identity;
grant select on audit_event to identity;
grant select, insert on audit_checkpoint, audit_verification to identity;
revoke all on function audit_hash from public;

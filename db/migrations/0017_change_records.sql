-- What people changed about accounts and their people: who, when, and the fields before and after
-- (docs/decisions/0027-change-records.md). The audit log has the digest of each record.

create table change_record (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  -- the fund account concerned
  account_id uuid not null,
  -- the row that changed, and its revision after the change
  subject text not null check (subject in ('account', 'relationship', 'person')),
  subject_id uuid not null,
  revision integer not null check (revision > 0),
  kind text not null check (kind in ('account-renamed', 'account-status-set', 'advisor-granting-set', 'endowment-set', 'legacy-plan-saved', 'relationship-added',
    'relationship-ended', 'relationship-invited', 'person-updated')),
  before_change jsonb not null check (jsonb_typeof(before_change) = 'object'),
  after_change jsonb not null check (jsonb_typeof(after_change) = 'object'),
  actor_user_id uuid not null,
  actor_name text not null check (btrim(actor_name) <> ''),
  -- whether the actor acted for the fund or for the sponsor: the fund's people see the names of the fund's people only
  actor_side text not null check (actor_side in ('fund', 'sponsor')),
  on_behalf_of uuid,
  session_id uuid,
  address inet,
  -- by the server's clock, and by the database's
  at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (book, change_id),
  -- Of two people who change one revision, one is refused.
  constraint one_change_per_revision unique (book, subject_id, revision),
  foreign key (book, account_id) references fund_account,
  check (octet_length(before_change::text) + octet_length(after_change::text) <= 65536)
);
create index change_of_account on change_record (book, account_id, at desc);

create trigger append_only before update or delete on change_record for each row execute function refuse_change();
create trigger append_only_truncate before truncate on change_record for each statement execute function refuse_change();
alter table change_record enable row level security;
alter table change_record force row level security;
create policy book_of_connection on change_record using (book = book()) with check (book = book());
grant select, insert on change_record to portal;

-- SHA-256 of the record's fields, each with its length in bytes, as in audit_hash. src/server/changes/change-digest.queries.ts repeats
-- this.
create function change_digest(r change_record) returns bytea language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(string_agg(coalesce(octet_length(part) || ':' || part, '-'), '' order by nr), 'UTF8'))
    from unnest(array[
      r.book::text, r.change_id::text, r.account_id::text, r.subject, r.subject_id::text, r.revision::text, r.kind,
      r.before_change::text, r.after_change::text, r.actor_user_id::text, r.actor_name, r.actor_side, r.on_behalf_of::text,
      r.session_id::text, r.address::text, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    ]) with ordinality as parts (part, nr)
$$;
revoke all on function change_digest from public;

-- A book may write nothing else into the audit log, and this only together with its record. SECURITY DEFINER, because a book
-- has no privilege on the log; a trigger, so that nobody can call it with a digest of their own.
create function record_change_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, actor_user_id, session_id, address, at, detail)
    select b.realm, 'account-changed', coalesce(new.on_behalf_of, new.actor_user_id),
        case when new.on_behalf_of is not null then new.actor_user_id end, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'account', new.account_id, 'change', new.change_id, 'what', new.kind,
          'digest', encode(change_digest(new), 'hex'))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger record_in_audit_log after insert on change_record for each row execute function record_change_in_audit_log();

-- The two definer functions of the audit log run as the owner on a connection of a book, which has no realm of its own.
create policy realm_of_book on audit_inbox to current_user
  using (realm = (select b.realm from book b where b.book = book()))
  with check (realm = (select b.realm from book b where b.book = book()));
create policy realm_of_book on audit_event to current_user
  using (realm = (select b.realm from book b where b.book = book()))
  with check (realm = (select b.realm from book b where b.book = book()));

-- Neither a name nor a status can change without its record. At commit, because the record is written after the change.
create function require_change_record() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  before jsonb;
  after jsonb;
begin
  select c.before_change, c.after_change into before, after from change_record c
    where c.book = new.book and c.subject_id = new.account_id and c.revision = new.revision;
  if old.account_name is distinct from new.account_name and (before ->> 'accountName' is distinct from old.account_name
      or after ->> 'accountName' is distinct from new.account_name)
    or old.account_status is distinct from new.account_status and (before ->> 'accountStatus' is distinct from old.account_status
      or after ->> 'accountStatus' is distinct from new.account_status) then
    raise exception 'the account % was changed without a record', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'change_recorded';
  end if;
  return null;
end $$;
create constraint trigger change_recorded after update on fund_account deferrable initially deferred
  for each row when (old.account_name is distinct from new.account_name or old.account_status is distinct from new.account_status)
  execute function require_change_record();

-- The words that editors keep (open-points 7, docs/decisions/0018-content.md). They belong to a client, so to its realm, and are
-- written and read by the realm's own connection alone. What visitors see follows from two append-only tables: no job publishes.

-- Each save of a draft takes the next number, so that no draft ever has the revision of another, also after it was thrown away.
create sequence content_revision;

create table content_item (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null check (kind in ('block', 'promo-card', 'banner', 'question', 'deadline', 'resource')),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  revision bigint not null,
  -- null: nothing under way. Otherwise what is written, who saved it last, and everybody who wrote at it.
  draft jsonb check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 1000000),
  draft_by uuid,
  draft_at timestamptz,
  draft_editors uuid[] not null default '{}',
  primary key (realm, client, kind, name),
  foreign key (realm, draft_by) references app_user,
  check ((draft is null) = (draft_by is null) and (draft is null) = (draft_at is null)),
  check ((draft is null) = (cardinality(draft_editors) = 0))
);

create table content_version (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null,
  name text not null,
  number integer not null check (number > 0),
  change text not null check (change in ('text', 'hide', 'return-to-common')),
  fields jsonb check (jsonb_typeof(fields) = 'object'),
  -- null: as soon as it is approved
  publish_at timestamptz,
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  -- everybody who wrote at it, whoever submitted it among them
  editors uuid[] not null check (submitted_by = any (editors)),
  -- whether nobody of them may approve it: the client's switch when it was submitted
  needs_dual_control boolean not null,
  primary key (realm, client, kind, name, number),
  foreign key (realm, client, kind, name) references content_item,
  foreign key (realm, submitted_by) references app_user,
  check ((change = 'text') = (fields is not null))
);

create table content_decision (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null,
  name text not null,
  number integer not null,
  decision text not null check (decision in ('approved', 'declined', 'withdrawn', 'unscheduled')),
  decided_by uuid not null,
  decided_at timestamptz not null,
  reason text check (length(reason) between 1 and 1000),
  -- of an approval: from when on it is what visitors see, until a later one is
  live_at timestamptz,
  primary key (realm, client, kind, name, number, decision),
  foreign key (realm, client, kind, name, number) references content_version,
  foreign key (realm, decided_by) references app_user,
  check ((decision = 'approved') = (live_at is not null) and live_at >= decided_at),
  check ((decision = 'declined') = (reason is not null))
);
-- A version is approved, declined or taken back, once.
create unique index content_reviewed_once on content_decision (realm, client, kind, name, number) where decision <> 'unscheduled';
create index content_live on content_decision (realm, client, live_at) where decision = 'approved';

-- One version at a time waits; whoever submits holds the item's row, so two cannot both find that none does.
create function check_content_version() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from content_version v
    where (v.realm, v.client, v.kind, v.name) = (new.realm, new.client, new.kind, new.name)
      and not exists (
        select from content_decision d
        where (d.realm, d.client, d.kind, d.name, d.number) = (v.realm, v.client, v.kind, v.name, v.number))
  ) then
    raise exception 'another version awaits its approval'
      using errcode = 'integrity_constraint_violation', constraint = 'content_one_awaiting';
  end if;
  return new;
end $$;
create trigger checked before insert on content_version for each row execute function check_content_version();

create function check_content_decision() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  version content_version;
begin
  select v.* into version from content_version v
    where (v.realm, v.client, v.kind, v.name, v.number) = (new.realm, new.client, new.kind, new.name, new.number);
  if new.decision = 'approved' then
    if version.needs_dual_control and new.decided_by = any (version.editors) then
      raise exception 'whoever wrote or submitted a text does not approve it'
        using errcode = 'integrity_constraint_violation', constraint = 'content_two_people';
    end if;
    if new.live_at < version.publish_at then
      raise exception 'a text takes effect when it was submitted for, or later'
        using errcode = 'integrity_constraint_violation', constraint = 'content_not_before';
    end if;
  elsif new.decision = 'unscheduled' and not exists (
    select from content_decision d
    where (d.realm, d.client, d.kind, d.name, d.number) = (new.realm, new.client, new.kind, new.name, new.number)
      and d.decision = 'approved' and d.live_at > new.decided_at
  ) then
    raise exception 'only what has not taken effect can be called off'
      using errcode = 'integrity_constraint_violation', constraint = 'content_still_to_come';
  end if;
  return new;
end $$;
create trigger checked before insert on content_decision for each row execute function check_content_decision();

-- Every copy of the program remembers what is published, and forgets a client's when this says its name.
create function notify_content_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_content', new.client);
  return null;
end $$;
create trigger notify_content_change after insert on content_decision for each row
  when (new.decision in ('approved', 'unscheduled')) execute function notify_content_change();

do $$
declare
  name text;
begin
  foreach name in array array['content_version', 'content_decision'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
  end loop;
  foreach name in array array['content_item', 'content_version', 'content_decision'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant usage on sequence content_revision to identity;
-- Deleted is only an item that was never submitted: its versions hold it.
grant select, insert, update, delete on content_item to identity;
grant select, insert on content_version, content_decision to identity;

-- Settings of a client that staff change while the portal runs (docs/decisions/0102-settings-on-screen.md): the history of each, and what
-- waits for a second person. Thresholds take two people, and none is ever above that of the client's file.

create table setting_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  client book_name not null,
  setting text not null check (setting in ('support-hours', 'grant-days', 'dual-control-from', 'step-up-from',
    'secondary-dual-control-from', 'secondary-step-up-from')),
  -- counts the values of a setting that were set on screen; null until one is in force, and for what never was
  revision integer check (revision > 0),
  value jsonb not null,
  -- the value in force when it was asked for, and that of the client's file
  before_value jsonb not null,
  file_value jsonb not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  requested_by uuid not null,
  requested_by_name text not null check (btrim(requested_by_name) <> ''),
  requested_at timestamptz not null,
  -- the key of the command that asked for it
  idempotency_key uuid not null,
  state text not null check (state in ('waiting', 'made', 'declined', 'withdrawn', 'lapsed')),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  decision_reason text check (btrim(decision_reason) <> '' and length(decision_reason) <= 1000),
  primary key (realm, change_id),
  foreign key (realm, requested_by) references app_user,
  foreign key (realm, decided_by) references app_user,
  constraint setting_change_asked_once unique (realm, idempotency_key),
  constraint one_value_of_revision unique (realm, client, setting, revision),
  constraint value_of_setting check (case setting
    when 'support-hours' then jsonb_typeof(value) = 'string' and length(value #>> '{}') between 1 and 200
    when 'grant-days' then coalesce((value ->> 'decision')::integer between 1 and 60 and (value ->> 'payment')::integer between 1 and 60, false)
    else value #>> '{}' ~ '^[1-9]\d{0,14}$' and file_value #>> '{}' ~ '^\d{1,15}$' end),
  constraint no_threshold_above_the_file check (setting in ('support-hours', 'grant-days')
    or case when value #>> '{}' ~ '^\d{1,15}$' and file_value #>> '{}' ~ '^\d{1,15}$'
      then (value #>> '{}')::numeric <= (file_value #>> '{}')::numeric else true end),
  constraint made_has_its_revision check ((state = 'made') = (revision is not null)),
  constraint setting_decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint setting_is_decided check (case state when 'waiting' then decided_at is null when 'lapsed' then decided_at is null
    when 'made' then true else decided_at is not null end),
  constraint setting_declined_with_a_reason check ((state in ('declined', 'withdrawn')) = (decision_reason is not null)),
  constraint setting_withdrawn_by_its_own check (state not in ('declined', 'withdrawn') or (state = 'withdrawn') = (decided_by = requested_by)),
  constraint two_people_for_a_threshold check (state <> 'made' or setting in ('support-hours', 'grant-days')
    or coalesce(decided_by <> requested_by, false)),
  constraint threshold_confirmed_in_time check (state <> 'made' or decided_at is null
    or (decided_at >= requested_at and decided_at <= requested_at + interval '7 days'))
);
create unique index one_waiting_setting_change on setting_change (realm, client, setting) where state = 'waiting';
create index setting_change_of_client on setting_change (realm, client, requested_at desc, change_id desc);

create function check_setting_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and (new.decided_at is not null
    or new.state <> case when new.setting in ('support-hours', 'grant-days') then 'made' else 'waiting' end) then
    raise exception 'a change of % begins as it takes one person or two', new.setting
      using errcode = 'integrity_constraint_violation', constraint = 'setting_change_begins';
  end if;
  if new.state = 'made' and new.revision <> 1 + (select coalesce(max(c.revision), 0) from setting_change c
    where c.realm = new.realm and c.client = new.client and c.setting = new.setting) then
    raise exception 'the revision of % does not follow the last one', new.setting
      using errcode = 'integrity_constraint_violation', constraint = 'setting_revision_follows';
  end if;
  return new;
end $$;
comment on function check_setting_change is 'No one sets a threshold without a second person, and the values of a setting have one order.';
create trigger check_setting_change before insert or update on setting_change for each row execute function check_setting_change();
create trigger setting_decision_is_final before update on setting_change for each row
  when (old.state <> 'waiting') execute function refuse_final_change('the decision about a setting');
create trigger keep_setting_change before delete on setting_change for each row execute function refuse_change();
create trigger keep_setting_change_truncate before truncate on setting_change for each statement execute function refuse_change();

-- Every instance of the server caches a client's settings until it is notified.
create function notify_setting_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('almoner_settings', new.client);
  return null;
end $$;
comment on function notify_setting_change is 'A change is in force in every process at once, without a restart.';
create trigger notify_setting_change after insert or update on setting_change for each row
  when (new.state = 'made') execute function notify_setting_change();

alter table setting_change enable row level security, force row level security;
create policy realm_of_connection on setting_change to identity using (realm = realm()) with check (realm = realm());
grant select on setting_change to identity;
grant insert (change_id, client, setting, revision, value, before_value, file_value, reason, requested_by, requested_by_name, requested_at,
  idempotency_key, state) on setting_change to identity;
grant update (state, revision, decided_by, decided_by_name, decided_at, decision_reason) on setting_change to identity;

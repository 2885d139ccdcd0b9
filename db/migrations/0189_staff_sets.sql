-- Named sets of permissions that staff change while the portal runs (docs/decisions/0104-named-sets-on-screen.md): the history of each, and
-- what waits for a second person. Only the connection that may give rights writes them: a set decides what the next right gives.

create table staff_set_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  client book_name not null,
  set_name text not null check (set_name ~ '^[a-z][a-z-]{1,40}$'),
  role_code text not null check (role_code in ('super_user', 'auditor', 'content_editor')),
  -- counts the states of a set that were set on screen; null until one is in force, and for what never was
  revision integer check (revision > 0),
  title text not null check (btrim(title) <> '' and length(title) <= 60),
  purpose text not null check (btrim(purpose) <> '' and length(purpose) <= 300),
  actions text[] not null check (cardinality(actions) between 1 and 200 and array_position(actions, null) is null),
  is_given boolean not null,
  -- what was in force when it was asked for; null for a set that there was not
  before_title text,
  before_purpose text,
  before_actions text[],
  before_is_given boolean,
  -- the permissions that the client's configuration gave the set then; null where it had no such set
  file_actions text[],
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
  constraint staff_set_asked_once unique (realm, idempotency_key),
  constraint one_state_of_set_revision unique (realm, client, set_name, revision),
  constraint state_before_set_is_whole check (num_nulls(before_title, before_purpose, before_actions, before_is_given) in (0, 4)),
  constraint new_set_is_given check (before_title is not null or is_given),
  constraint made_set_has_its_revision check ((state = 'made') = (revision is not null)),
  constraint set_decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint set_is_decided check (case state when 'waiting' then decided_at is null when 'lapsed' then decided_at is null
    when 'made' then true else decided_at is not null end),
  constraint set_declined_with_a_reason check ((state in ('declined', 'withdrawn')) = (decision_reason is not null)),
  constraint set_withdrawn_by_its_own check (state not in ('declined', 'withdrawn') or (state = 'withdrawn') = (decided_by = requested_by)),
  constraint set_confirmed_by_another check (state <> 'made' or decided_by is null or decided_by <> requested_by),
  constraint set_confirmed_in_time check (state <> 'made' or decided_at is null
    or (decided_at >= requested_at and decided_at <= requested_at + interval '7 days'))
);
create unique index one_waiting_staff_set_change on staff_set_change (realm, client, set_name) where state = 'waiting';
create index staff_set_change_of_client on staff_set_change (realm, client, requested_at desc, change_id desc);
create index staff_set_change_by_requester on staff_set_change (realm, requested_by);

create function staff_set_adds(change staff_set_change) returns text[] language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(action), '{}') from unnest(change.actions) action
    where change.is_given and not (coalesce(change.before_is_given, false) and action = any (change.before_actions))
$$;
comment on function staff_set_adds is 'The permissions that a set gives after a change and did not give before it. A set that is no longer given gives none.';

create function staff_set_takes_two(change staff_set_change) returns boolean language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select change.actions || coalesce(change.before_actions, '{}')
      && array['GRANT_PAY', 'BANK_DETAILS_CONFIRM', 'POSTING_CREATE', 'PERIOD_CLOSE', 'USER_MANAGE']
    or not staff_set_adds(change) <@ array['USER_SS_VIEW', 'FUND_ACTIVITY_VIEW', 'FUND_AC_DETAIL_VIEW', 'FUND_SUMMARY_VIEW',
      'FUND_BEGINNING_BALANCE_VIEW', 'FUND_CONTRIBUTION_VIEW', 'FUND_INVESTMENT_GAIN_VIEW', 'FUND_DISTRIBUTION_VIEW', 'FUND_FEES_VIEW',
      'FUND_OTHER_ASSETS_VIEW', 'FUND_ENDING_BALANCE_VIEW', 'FUND_PENDING_GRANT_VIEW', 'ACCOUNT_DETAIL_VIEW', 'RESOURCES_VIEW',
      'ACCOUNT_UPDATE_VIEW', 'ACCOUNT_SUCCESSOR_VIEW', 'ACCOUNT_LEGACY_PLAN_VIEW', 'ACCOUNT_RELATIONSHIP_VIEW', 'ACCOUNT_ALL_IP_VIEW',
      'ACCOUNT_DPA_VIEW', 'ACCOUNT_DPA_PSID_VIEW', 'ACCOUNT_CREATE_VIEW', 'GRANT_VIEW', 'DOCUMENT_VIEW', 'ADVISOR_DASHBOARD_VIEW',
      'SUPER_DASHBOARD_VIEW']
$$;
comment on function staff_set_takes_two is 'A set that can move money or give rights, and any permission added that does more than show something, takes two people.';

create function check_staff_set_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  latest staff_set_change;
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.state not in ('waiting', 'made') then
      raise exception 'a change of a set begins as it takes one person or two'
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_change_begins';
    end if;
    if exists (select from staff_set_change c where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name
      and c.role_code <> new.role_code and c.state in ('waiting', 'made')) then
      raise exception 'the role of the set % never changes', new.set_name
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_keeps_its_role';
    end if;
    -- a set cannot be deleted, so those that are no longer given leave room for others
    if new.is_given and (select count(*) from (
        select distinct on (c.set_name) c.is_given from staff_set_change c where c.realm = new.realm and c.client = new.client
          and c.state in ('waiting', 'made') and c.set_name <> new.set_name order by c.set_name, c.requested_at desc, c.change_id desc) last
      where last.is_given) >= 40 then
      raise exception 'a client gives at most 40 sets'
        using errcode = 'integrity_constraint_violation', constraint = 'at_most_40_staff_sets';
    end if;
    if (select count(distinct c.set_name) from staff_set_change c where c.realm = new.realm and c.client = new.client
      and c.state in ('waiting', 'made') and c.set_name <> new.set_name) >= 400 then
      raise exception 'a client has at most 400 sets, also those that are no longer given'
        using errcode = 'integrity_constraint_violation', constraint = 'at_most_400_names_of_staff_sets';
    end if;
    -- What counts as added depends on what was there before: no more than the last state gave, from which a configuration only takes away.
    select * into latest from staff_set_change c where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name
      and c.state = 'made' order by c.revision desc limit 1;
    if found and not coalesce(new.before_actions <@ latest.actions and (latest.is_given or not new.before_is_given), false) then
      raise exception 'the set % did not give this before', new.set_name
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_change_begins_with_the_last';
    end if;
  end if;
  if new.state = 'made' and new.decided_by is null and (staff_set_takes_two(new)
    or cardinality(staff_set_adds(new)) > 0 and exists (select from user_role r where r.realm = new.realm
      and r.user_id = new.requested_by and r.set_name = new.set_name and r.ended_at is null)) then
    raise exception 'this change of the set % takes two people', new.set_name
      using errcode = 'integrity_constraint_violation', constraint = 'two_people_for_a_staff_set';
  end if;
  if new.state = 'made' and new.revision <> 1 + (select coalesce(max(c.revision), 0) from staff_set_change c
    where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name) then
    raise exception 'the revision of the set % does not follow the last one', new.set_name
      using errcode = 'integrity_constraint_violation', constraint = 'staff_set_revision_follows';
  end if;
  return new;
end $$;
comment on function check_staff_set_change is 'No one widens a set alone where that takes two, or where they hold it; its role stays, and its states have one order.';
create trigger check_staff_set_change before insert or update on staff_set_change for each row execute function check_staff_set_change();
create trigger staff_set_decision_is_final before update on staff_set_change for each row
  when (old.state <> 'waiting') execute function refuse_final_change('the decision about a named set');
create trigger keep_staff_set_change before delete on staff_set_change for each row execute function refuse_change();
create trigger keep_staff_set_change_truncate before truncate on staff_set_change for each statement execute function refuse_change();

alter table staff_set_change enable row level security, force row level security;
create policy realm_of_connection on staff_set_change to identity using (realm = realm()) with check (realm = realm());
grant select on staff_set_change to identity;
grant insert (change_id, client, set_name, role_code, revision, title, purpose, actions, is_given, before_title, before_purpose,
  before_actions, before_is_given, file_actions, reason, requested_by, requested_by_name, requested_at, idempotency_key, state)
  on staff_set_change to access_admin;
grant update (state, revision, decided_by, decided_by_name, decided_at, decision_reason) on staff_set_change to access_admin;

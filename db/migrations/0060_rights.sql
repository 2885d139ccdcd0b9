-- Rights on a realm are rows with their history: role, subset of actions, from, until, given by, confirmed by
-- (docs/decisions/0072-users-and-rights.md).

alter table user_role
  add column right_id uuid not null default uuidv7(),
  -- whether the right has all actions of its role, also those that a later version adds; otherwise `actions` names them
  add column all_actions boolean,
  -- the named set of the client's configuration that `actions` were copied from
  add column set_name text check (set_name ~ '^[a-z][a-z-]{1,40}$'),
  -- of the service team: the book whose accounts they serve
  add column served_book book_name,
  add column state text check (state in ('requested', 'active', 'suspended', 'declined', 'withdrawn', 'ended')),
  -- null: from when it became active
  add column valid_from timestamptz,
  -- null: until it is ended
  add column valid_until timestamptz,
  -- `needed`: it becomes active when another person confirms it. `waived`: the command line gave it alone, because the realm has no
  -- second person, because it only takes away, or with --force; or an earlier version did.
  add column second_person text check (second_person in ('needed', 'not needed', 'waived')),
  add column reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  add column given_by uuid,
  add column given_at timestamptz not null default now(),
  add column confirmed_by uuid,
  add column confirmed_at timestamptz,
  add column suspended_at timestamptz,
  add column suspended_by uuid,
  -- of a right that is over: declined, withdrawn or ended
  add column ended_at timestamptz,
  add column ended_by uuid,
  add column end_reason text check (btrim(end_reason) <> '' and length(end_reason) <= 1000),
  -- the last time that somebody confirmed in the quarterly review that the person still needs it
  add column signed_off_at timestamptz,
  add column signed_off_by uuid,
  -- the key of the command that gave it
  add column idempotency_key uuid;

update user_role r set all_actions = r.actions is null, state = 'active', second_person = 'waived',
  reason = 'Given before the portal recorded who gave a right',
  given_at = (select u.created_at from app_user u where u.realm = r.realm and u.user_id = r.user_id);

alter table user_role
  alter column all_actions set not null,
  alter column state set not null,
  alter column second_person set not null,
  alter column reason set not null,
  drop constraint user_role_pkey,
  add primary key (realm, right_id),
  drop constraint user_role_role_code_check,
  add constraint user_role_role_code_check check (role_code in ('super_user', 'auditor', 'content_editor', 'service_team')),
  add constraint user_role_given_once unique (realm, idempotency_key),
  -- No right has actions by default.
  add constraint actions_or_all check ((actions is null) = all_actions and coalesce(cardinality(actions), 1) between 1 and 200),
  add constraint book_of_service_team check ((role_code = 'service_team') = (served_book is not null)),
  add constraint until_after_from check (valid_until > coalesce(valid_from, given_at)),
  -- Who can move money, or give rights, is decided by two people. src/contract/two-person-actions.ts has the same list.
  add constraint two_people_for_these_actions check (second_person <> 'not needed' or role_code <> 'super_user'
    or not (all_actions or actions && array['GRANT_PAY', 'BANK_DETAILS_CONFIRM', 'POSTING_CREATE', 'PERIOD_CLOSE', 'USER_MANAGE'])),
  add constraint not_own_right check (second_person = 'waived' or (given_by is not null and given_by <> user_id)),
  add constraint confirmed_by_another check (num_nulls(confirmed_by, confirmed_at) <> 1
    and (confirmed_by is null or (confirmed_by <> given_by and confirmed_by <> user_id))),
  add constraint active_when_confirmed check (second_person <> 'needed' or state not in ('active', 'suspended') or confirmed_by is not null),
  add constraint suspended_with_time check (state <> 'suspended' or suspended_at is not null),
  add constraint ended_with_reason check ((state in ('declined', 'withdrawn', 'ended')) = (ended_at is not null)
    and num_nulls(ended_at, end_reason) in (0, 2)),
  add constraint signed_off_by_another check (num_nulls(signed_off_by, signed_off_at) <> 1 and signed_off_by is distinct from user_id);

create index user_role_of_user on user_role (realm, user_id) where ended_at is null;
create index user_role_requested on user_role (realm, given_at) where state = 'requested';

-- A right is never changed into another one: it ends, and a new one is given. Only its state goes on.
create function check_right() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('requested', 'active') or (new.state = 'requested') <> (new.second_person = 'needed') then
      raise exception 'a right is given as active, or requested if it needs a second person'
        using errcode = 'integrity_constraint_violation', constraint = 'right_transition';
    end if;
    return new;
  end if;
  if old.ended_at is not null or (old.state <> new.state and (old.state, new.state) not in (('requested', 'active'),
      ('requested', 'declined'), ('requested', 'withdrawn'), ('requested', 'ended'), ('active', 'suspended'), ('active', 'ended'),
      ('suspended', 'active'), ('suspended', 'ended')))
    or (old.confirmed_at is not null and (old.confirmed_by, old.confirmed_at) is distinct from (new.confirmed_by, new.confirmed_at)) then
    raise exception 'the right % cannot go from % to %', new.right_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'right_transition';
  end if;
  return new;
end $$;
comment on function check_right is 'A confirmation and an end are final, so that the history of rights says who could do what at any time.';
create trigger check_right before insert or update on user_role for each row execute function check_right();

revoke insert, update, delete on user_role from access_admin;
grant insert (user_id, role_code, all_actions, actions, set_name, served_book, state, valid_from, valid_until, second_person, reason, given_by,
  given_at, idempotency_key) on user_role to access_admin;
grant update (state, confirmed_by, confirmed_at, suspended_at, suspended_by, ended_at, ended_by, end_reason, signed_off_at, signed_off_by)
  on user_role to access_admin;
grant select (state, valid_from, valid_until, served_book, ended_at) on user_role to portal;

-- The rights in force now, for lists of people. A request reads them with its own clock (src/server/auth/principal.queries.ts).
create view current_user_role with (security_invoker = true) as
  select realm, user_id, role_code, actions, served_book from user_role
    where state = 'active' and coalesce(valid_from <= now(), true) and coalesce(valid_until > now(), true);
grant select on current_user_role to portal, identity;

-- A suspended person keeps rights and ways to log in, and can use none of them.
alter table app_user
  add column suspended_at timestamptz,
  add column suspended_by uuid,
  add column suspension_reason text check (btrim(suspension_reason) <> '' and length(suspension_reason) <= 1000),
  add constraint suspended_without_access check (suspended_at is null or not has_access),
  add constraint suspended_with_reason check (num_nulls(suspended_at, suspension_reason) <> 1);
grant update (suspended_at, suspended_by, suspension_reason) on app_user to access_admin;

-- A link to a bank's provider that staff entered says who did; the first login of a subject makes the others.
alter table user_identity add column linked_by uuid;

-- The quarterly review of rights. Who signed off which right stands with the right.
create table right_review (
  realm book_name not null default realm(),
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$'),
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  closed_at timestamptz,
  -- rights that nobody signed off in time
  suspended integer check (suspended >= 0),
  primary key (realm, quarter),
  check (closes_at > opened_at),
  check (num_nulls(closed_at, suspended) <> 1)
);
alter table right_review enable row level security;
alter table right_review force row level security;
create policy realm_of_connection on right_review to identity using (realm = realm()) with check (realm = realm());
grant select on right_review to identity;
grant insert (quarter, opened_at, closes_at) on right_review to access_admin;
grant update (closed_at, suspended) on right_review to access_admin;

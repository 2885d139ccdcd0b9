-- What hostile SQL on the program's connections cannot do, and events of all commands (docs/decisions/0061-roles-and-events.md).
--
-- The portal's roles keep exactly the columns that commands change; src/server/db/isolation/privileges.test.ts compares them with a list.

-- 1. Authority belongs to the command line.

-- Who holds a role, and who may log in, is changed with the role access_admin. Only the tools set it: the server's connections log in as
-- realm_<realm>, which cannot.
do $$
begin
  perform pg_advisory_xact_lock(hashtext('almoner:roles'));
  if not exists (select from pg_roles where rolname = 'access_admin') then
    create role access_admin nologin nosuperuser nobypassrls;
  end if;
  if not exists (
    select from pg_auth_members m
    where m.roleid = 'identity'::regrole and m.member = 'access_admin'::regrole and m.inherit_option
  ) then
    grant identity to access_admin with inherit true, set false;
  end if;
end $$;
grant usage on schema public to access_admin;

create or replace function realm() returns text language sql stable parallel safe
  return case
    when starts_with(session_user::text, 'realm_') then substr(session_user::text, 7)
    when starts_with(session_user::text, 'access_') then substr(session_user::text, 8)
  end collate "default";

revoke insert, update, delete on user_role from identity;
grant insert, update, delete on user_role to access_admin;
revoke update on app_user from identity;
grant update (sso_id, email, first_name, last_name, force_email_change, remembered_currency) on app_user to identity;
grant update (has_access) on app_user to access_admin;

-- 2. Rows stay with their person: a session, a factor or a link never becomes another person's.

revoke update on session, password_credential, passkey, one_time_code, backup_code, remembered_device, one_time_link, person_profile,
  default_account, oidc_payload, content_item, charity_profile, sign_in_rate_limit, sign_in_attempt from identity;
grant update (cookie_hash, former_cookie_hash, cookie_replaced_at, cookie_used_at, chosen_currency, last_seen_at, expires_at, ended_at,
  end_reason, factor_verified_at) on session to identity;
grant update (password_hash, changed_at) on password_credential to identity;
do $$
declare
  name text;
  columns text;
begin
  foreach name in array array['passkey', 'one_time_code', 'backup_code', 'remembered_device', 'one_time_link', 'person_profile',
      'default_account', 'oidc_payload', 'content_item', 'charity_profile', 'sign_in_rate_limit', 'sign_in_attempt'] loop
    -- All but the key, and the person. Within the ten minutes of a sign-in another person may enter their password.
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into columns
      from pg_attribute a
      where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped
        and (a.attname <> 'user_id' or name = 'sign_in_attempt')
        and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey));
    execute format('grant update (%s) on %I to identity', columns, name);
  end loop;
end $$;
-- A device gets a new secret when its cookie is planned anew; the secret's hash is the key.
grant update (secret_hash) on remembered_device to identity;

revoke update on party from portal;
grant update (user_id, name, title, first_name, middle_name, last_name, suffix, email, phone_country_code, phone,
  alternate_phone_country_code, alternate_phone, revision, address_line1, address_line2, city, state, postal_code, country) on party to portal;

create function refuse_final_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% is final', tg_argv[0] using errcode = 'integrity_constraint_violation', constraint = 'final';
end $$;
create trigger person_of_party_is_final before update of user_id on party for each row
  when (old.user_id is not null and new.user_id is distinct from old.user_id)
  execute function refuse_final_change('the person of a party');
create trigger end_is_final before update of ended_at on session for each row
  when (old.ended_at is not null) execute function refuse_final_change('the end of a session');
create trigger end_is_final before update of ended_at on account_relationship for each row
  when (old.ended_at is not null) execute function refuse_final_change('the end of a relationship');
create trigger release_is_final before update on grant_hold for each row
  when (old.released_at is not null) execute function refuse_final_change('the release of a hold');
create trigger confirmation_is_final before update on estate_redirection for each row
  when (old.confirmed_at is not null) execute function refuse_final_change('the confirmation of a redirection');
-- Bank details are decided once; confirmed ones are replaced later.
create trigger decision_is_final before update of state, note, decided_by, decided_by_name, decided_at, replaced_at on charity_bank_details
  for each row
  when (old.state <> 'proposed' and ((old.state, new.state) <> ('confirmed', 'replaced')
    or (old.note, old.decided_by, old.decided_by_name, old.decided_at)
      is distinct from (new.note, new.decided_by, new.decided_by_name, new.decided_at)))
  execute function refuse_final_change('the decision about bank details');

-- The advisor's right to recommend grants and the fund that gets what comes back have their record, as name and status have (0017).
create or replace function require_change_record() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  change record;
begin
  select c.kind, c.before_change, c.after_change into change from change_record c
    where c.book = new.book and c.subject_id = new.account_id and c.revision = new.revision;
  if old.account_name is distinct from new.account_name and (change.before_change ->> 'accountName' is distinct from old.account_name
      or change.after_change ->> 'accountName' is distinct from new.account_name)
    or old.account_status is distinct from new.account_status
      and (change.before_change ->> 'accountStatus' is distinct from old.account_status
        or change.after_change ->> 'accountStatus' is distinct from new.account_status)
    or new.advisor_may_grant and not old.advisor_may_grant and change.kind is distinct from 'advisor-granting-set'
    or old.successor_account_id is distinct from new.successor_account_id and change.kind is distinct from 'account-status-set' then
    raise exception 'the account % was changed without a record', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'change_recorded';
  end if;
  return null;
end $$;
drop trigger change_recorded on fund_account;
create constraint trigger change_recorded after update on fund_account deferrable initially deferred
  for each row when (old.account_name is distinct from new.account_name or old.account_status is distinct from new.account_status
    or new.advisor_may_grant and not old.advisor_may_grant or old.successor_account_id is distinct from new.successor_account_id)
  execute function require_change_record();

-- 3. A grant is what its last step says, and the step was written with the change.

-- The database transaction that wrote the step; null in steps from before. Only the default sets it.
alter table grant_history_entry add column recorded_in xid8;
alter table grant_history_entry alter column recorded_in set default pg_current_xact_id();
revoke insert on grant_history_entry from portal;
grant insert (grant_id, step, transition, from_status_code, to_status_code, review_state, outcome, actor_user_id, actor_name, actor_side,
  on_behalf_of, at, reason, message, evidence, entry_id) on grant_history_entry to portal;

-- Where each transition leads, as in src/features/grants/domain/grant-status.ts: the checks of approvals and payments go by its name.
alter table grant_history_entry add constraint transition_leads_to_status check (
  to_status_code = any(case transition
    when 'recommend' then '{1,2}'::smallint[]
    when 'review' then '{2}' when 'ask-information' then '{2}' when 'answer' then '{2}' when 'reserve' then '{2}' when 'reopen' then '{2}'
    when 'approve' then '{3}' when 'unschedule' then '{3}' when 'reject-payment' then '{3}'
    when 'schedule' then '{4}' when 'pay' then '{6}' when 'clear' then '{8}' when 'cancel' then '{5}'
    when 'reject' then '{7}' when 'void' then '{7}' when 'return' then '{9}' when 'void-payment' then '{9}'
    else '{}' end)) not valid;

create function require_step_of_grant() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  current record;
  last record;
begin
  select g.transaction_status_code, g.review_state, g.outcome into current
    from grant_recommendation g where g.book = new.book and g.grant_id = new.grant_id;
  select h.to_status_code, h.review_state, h.outcome, h.recorded_in into last
    from grant_history_entry h where h.book = new.book and h.grant_id = new.grant_id order by h.step desc limit 1;
  if (current.transaction_status_code, current.review_state, current.outcome)
      is distinct from (last.to_status_code, last.review_state, last.outcome)
    or last.recorded_in is distinct from pg_current_xact_id() then
    raise exception 'the grant % changed without its step', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'grant_has_its_step';
  end if;
  return null;
end $$;
create constraint trigger grant_has_its_step_insert after insert on grant_recommendation deferrable initially deferred
  for each row execute function require_step_of_grant();
create constraint trigger grant_has_its_step_update after update on grant_recommendation deferrable initially deferred
  for each row when (
    (old.transaction_status_code, old.review_state, old.outcome, old.paid_on, old.payment_method, old.returned_minor)
      is distinct from
    (new.transaction_status_code, new.review_state, new.outcome, new.paid_on, new.payment_method, new.returned_minor))
  execute function require_step_of_grant();
create constraint trigger step_is_that_of_the_grant after insert on grant_history_entry deferrable initially deferred
  for each row execute function require_step_of_grant();

-- Between steps the reference of a paid grant can only become that of its payment, which does not change once its run was sent.
create function require_reference_of_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from payment p
    where p.book = new.book and p.grant_id = new.grant_id and p.removed_at is null and p.rejected_at is null
      and coalesce(p.cheque_number::text, p.reference) = new.payment_reference
  ) then
    raise exception 'the grant % has the reference of no payment', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'reference_of_payment';
  end if;
  return new;
end $$;
create trigger reference_of_payment before update of payment_reference on grant_recommendation for each row
  when (old.transaction_status_code = new.transaction_status_code and old.payment_reference is distinct from new.payment_reference)
  execute function require_reference_of_payment();

-- 4. A payment stays what was approved, and what the bank was sent.

create function refuse_change_of_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from removed o
      join added n on n.book = o.book and n.payment_id = o.payment_id
      join payment_run r on r.book = o.book and r.run_id = o.run_id
    where
      -- Whom it pays is checked until the run is approved.
      r.state <> 'created' and (o.payee_name, o.payee_address, o.payee_email, o.bank_details_id, o.last_four, o.problem, o.payee_changes,
          o.removed_at, o.removed_by_name, o.removed_reason)
        is distinct from (n.payee_name, n.payee_address, n.payee_email, n.bank_details_id, n.last_four, n.problem, n.payee_changes,
          n.removed_at, n.removed_by_name, n.removed_reason)
      -- A withdrawn approval empties these. Once the run was sent, nothing replaces a value.
      or r.state in ('sent', 'rejected') and (
        o.place is not null and o.place is distinct from n.place
        or o.cheque_number is not null and o.cheque_number is distinct from n.cheque_number
        or o.evidence is not null and o.evidence is distinct from n.evidence
        or o.letter is not null and o.letter is distinct from n.letter)
      -- The bank can refuse what it may have.
      or (o.rejected_at, o.rejected_reason, o.was_paid) is distinct from (n.rejected_at, n.rejected_reason, n.was_paid)
        and (o.rejected_at is not null or r.released_at is null)
  ) then
    raise exception 'a payment of this run cannot change'
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_final';
  end if;
  return null;
end $$;
create trigger payment_is_final after update on payment
  referencing old table as removed new table as added for each statement execute function refuse_change_of_payment();

create function check_payment_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (('created', 'approved'), ('created', 'cancelled'), ('approved', 'created'),
      ('approved', 'sent'), ('approved', 'rejected'), ('sent', 'rejected')) then
    raise exception 'the run % cannot go from % to %', new.run_number, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'run_state';
  end if;
  -- What was approved, and by whom, stays; so does the file, except that its key is encrypted anew. An empty file is none yet.
  if old.state <> 'created' and new.state <> 'created' and (
      (old.payment_on, old.approved_by, old.approved_by_name, old.approved_at, old.checked_at)
        is distinct from (new.payment_on, new.approved_by, new.approved_by_name, new.approved_at, new.checked_at)
      or old.file_ciphertext <> '' and (old.file_name, old.file_hash, old.file_ciphertext)
        is distinct from (new.file_name, new.file_hash, new.file_ciphertext)
      or old.released_at is not null and (old.released_by, old.released_by_name, old.released_at)
        is distinct from (new.released_by, new.released_by_name, new.released_at)
      or old.sent_at is not null and (old.sent_by, old.sent_by_name, old.sent_at)
        is distinct from (new.sent_by, new.sent_by_name, new.sent_at)) then
    raise exception 'the run % was approved', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'run_is_final';
  end if;
  return new;
end $$;
create trigger check_payment_run before update on payment_run for each row execute function check_payment_run();

-- As with grants: no state without its event.
create function require_event_of_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from payment_run r
      join lateral (
        select e.kind from payment_run_event e where e.book = r.book and e.run_id = r.run_id order by e.step desc limit 1
      ) last on case r.state
        when 'created' then last.kind in ('created', 'checked', 'removed', 'withdrawn')
        when 'approved' then last.kind = case when r.released_at is null then 'approved' else 'released' end
        else last.kind = r.state end
    where r.book = new.book and r.run_id = new.run_id
  ) then
    raise exception 'the run % changed without its event', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'run_has_its_event';
  end if;
  return null;
end $$;
create constraint trigger run_has_its_event after update on payment_run deferrable initially deferred
  for each row when ((old.state, old.released_at) is distinct from (new.state, new.released_at)) execute function require_event_of_run();

-- What a line of a bank file did is recorded once.
create trigger line_is_done before update on bank_file_line for each row
  when (old.done_at is not null) execute function refuse_final_change('a line of a bank file');

-- 5. Every command leaves its event, with session, address and client.

-- The audit functions run as the owner, to which policies apply too.
create policy realm_of_connection_owner on session for select to current_user using (realm = realm());
create policy realm_of_book_owner on session for select to current_user using (realm = (select b.realm from book b where b.book = book()));

-- Completes an event: with session and address of the command that runs once in this transaction, if the event names its person and has
-- none, and with the client of the session.
create function complete_audit_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.session_id is null and new.user_id::text = current_setting('almoner.command_user', true) then
    new.session_id := nullif(current_setting('almoner.command_session', true), '')::uuid;
    new.address := coalesce(new.address, nullif(current_setting('almoner.command_address', true), '')::inet);
  end if;
  if new.session_id is not null and not new.detail ? 'client' then
    select new.detail || jsonb_build_object('client', s.client) into new.detail
      from session s where s.realm = new.realm and s.session_id = new.session_id;
    new.detail := coalesce(new.detail, '{}');
  end if;
  return new;
end $$;
revoke all on function complete_audit_event() from public;
create trigger complete_audit_event before insert on audit_inbox for each row execute function complete_audit_event();

-- Whose command runs in this transaction. It says no more than the row itself, which the same connection writes.
create function name_command() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('almoner.command_user', new.user_id::text, true),
    set_config('almoner.command_session', coalesce(new.session_id::text, ''), true),
    set_config('almoner.command_address', coalesce(host(new.address), ''), true);
  return new;
end $$;
create trigger name_command before insert on idempotent_command for each row execute function name_command();

-- Records a command of a book that is no row of idempotent_command. As there, a book can write kinds of commands only.
create function record_command(kind text, user_id uuid, session_id uuid, address inet, at timestamptz, detail jsonb)
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if record_command.kind !~ '^(charity-proposal|relationship-request|grant|grants)-[a-z-]{1,30}$' then
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
revoke all on function record_command from public;
grant execute on function record_command to portal;

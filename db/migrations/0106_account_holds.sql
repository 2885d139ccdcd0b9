-- A confirmed person holds the accounts that they belong to (docs/decisions/0087-account-holds.md).

-- Whoever belonged to an account when they were found holds it, also after they left it. A person without a login keeps their findings when
-- they get one.
create view held_account with (security_invoker = true) as
  select r.account_id, f.finding_id, f.decided_by, f.decided_by_name, f.decided_at
    from screening_finding f
      join party y on f.subject_id in (y.user_id::text, y.party_id::text)
      join account_relationship r on r.book = y.book and r.party_id = y.party_id
    where f.subject_kind = 'person' and f.state in ('confirmed', 'lifting')
      and r.account_role_code not in ('banker', 'service_team') and (r.ended_at is null or r.ended_at > f.found_at);
grant select on held_account to portal;

create function account_is_held(account uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from held_account h where h.account_id = account)
  $$;
comment on function account_is_held is
  'Says whether a person of the account is confirmed to be on a sanctions list. It follows from the finding, so that nothing but a decision about the finding ends it.';

-- As before (0034_payments.sql), and “Held”, which is no status of an account but how one is treated while it is held: results of
-- investments are posted, grants that were set aside can end, and what left before is recorded and may come back. Everything else waits,
-- fees and reversals as well.
create or replace function accepts_posting(status text, section smallint, ledger text, amount_minor bigint, is_reversal boolean)
  returns boolean language sql immutable parallel safe
  return case status
    when 'Active' then true
    when 'Entered' then section = 1 and (amount_minor > 0 or is_reversal)
    when 'Immobile' then is_reversal or section in (3, 5, 6, 9) or section = 11 and (ledger = 'spendable') = (amount_minor > 0)
      or section = 2 and ledger = 'pending' and amount_minor < 0
    when 'Held' then section in (3, 9) or section in (2, 6) and amount_minor > 0 or section = 2 and ledger = 'pending'
      or section = 11 and (ledger = 'spendable') = (amount_minor > 0)
    else false
  end;

create function status_or_hold(account uuid, status text) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select case when status in ('Active', 'Immobile') and account_is_held(account) then 'Held' else status end
  $$;
comment on function status_or_hold is 'What accepts_posting is asked about an account of this status: Held, while it is.';

create function refuse_postings_of_held_account() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from (select distinct n.account_id from added n where n.account_id is not null) d
      where account_is_held(d.account_id) and exists (
        select from added n
          where n.account_id = d.account_id and not accepts_posting('Held', n.section, n.ledger, n.amount_minor, false))
  ) then
    raise exception 'the status of an account does not allow this entry'
      using errcode = 'check_violation', constraint = 'status_accepts_entry';
  end if;
  return null;
end $$;
comment on function refuse_postings_of_held_account is
  'Nothing leaves an account that is held, not by an estate case, a fee or a reversal; this also holds against faults of the server. It runs with the rights of the connection, which sees the findings of its realm.';
create trigger held_account_keeps_money after insert on posting referencing new table as added
  for each statement execute function refuse_postings_of_held_account();

create function refuse_status_of_held_account() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if account_is_held(new.account_id) then
    raise exception 'the account % is held', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'account_is_held';
  end if;
  return new;
end $$;
comment on function refuse_status_of_held_account is
  'An account that is held neither becomes active nor closes, whoever may set its status; this also holds against faults of the server.';
create trigger account_is_held before update of account_status on fund_account
  for each row when (old.account_status <> new.account_status and new.account_status in ('Active', 'Closed'))
  execute function refuse_status_of_held_account();

-- As before (0094_screening_findings.sql), but an account that is held stops its payments also after the person left it.
create or replace function payment_stops(grants uuid[], approver uuid default null) returns table (grant_id uuid, reason text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select s.grant_id,
        case when bool_or(x.is_found) then 'found' when bool_or(x.is_own) then 'own-decision' else 'not-screened' end
      from screened_for_grants(grants) s
      cross join lateral (select
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state in ('open', 'waiting', 'confirmed', 'lifting'))
          or s.subject_kind = 'charity' and account_is_held(
            (select g.account_id from grant_recommendation g where g.grant_id = s.grant_id)) as is_found,
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state = 'dismissed' and f.decided_by = coalesce(approver, (
            select h.actor_user_id from grant_history_entry h where h.grant_id = s.grant_id and h.transition = 'approve'
            order by h.step desc limit 1))) as is_own,
        not exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id)
          or exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id
            and ((d.names, d.country) is distinct from (s.names, s.country) or d.version_id <> (
              select max(v.version_id) from sanctions_list_version v where v.list = d.list))) as is_unscreened) x
      where x.is_found or x.is_own or x.is_unscreened
      group by s.grant_id
  $$;

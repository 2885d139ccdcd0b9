-- A payer is a kind of its own among those whose names are compared, and the accounts of a finding are found in one place
-- (docs/decisions/0093-payer-findings.md).

alter table screened_subject drop constraint screened_subject_subject_kind_check;
alter table screened_subject add constraint screened_subject_subject_kind_check check (subject_kind in ('charity', 'person', 'payer'));
alter table screening_finding drop constraint screening_finding_subject_kind_check;
alter table screening_finding add constraint screening_finding_subject_kind_check check (subject_kind in ('charity', 'person', 'payer'));

-- The owner of the tables reads the rows of every realm. Findings and decisions stay as they were but for the kind.
alter table screened_subject no force row level security;
alter table screening_finding no force row level security;
update screened_subject set subject_kind = 'payer' where subject_kind = 'person' and starts_with(subject_id, 'payer ');
update screening_finding set subject_kind = 'payer' where subject_kind = 'person' and starts_with(subject_id, 'payer ');
alter table screened_subject force row level security;
alter table screening_finding force row level security;

-- As before (0111_applicants_and_payers.sql): a payer has no id of their own, the account and the name are it. Stored, because an index of an
-- expression does not serve a connection that sees only the rows of its book.
alter table contribution add column payer_id text generated always as ('payer ' || md5(account_id::text || btrim(payer_name))) stored;
create index contribution_by_payer on contribution (book, payer_id) where payer_id is not null;

create or replace view person_to_screen with (security_invoker = true) as
  select r.account_id, coalesce(y.user_id, y.party_id)::text as person_id, array[left(btrim(y.name), 300)] as names,
      case when y.user_id is null then y.country end as country, 'person' as kind
    from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
    where r.ended_at is null and r.account_role_code not in ('banker', 'service_team')
  union all
  select c.account_id, c.payer_id, array[left(btrim(c.payer_name), 300)], null, 'payer'
    from contribution c
    where c.state = 'received' and btrim(c.payer_name) <> '' and not exists (
      select from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
        where r.book = c.book and r.account_id = c.account_id and r.ended_at is null
          and r.account_role_code not in ('banker', 'service_team') and lower(btrim(y.name)) = lower(btrim(c.payer_name)));

create or replace function screened_for_grants(grants uuid[])
  returns table (grant_id uuid, subject_kind text, subject_id text, names text[], country text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select g.grant_id, 'charity', g.charity_id, c.names, null
      from grant_recommendation g left join charity_to_screen c on c.charity_id = g.charity_id
      where g.grant_id = any (grants)
    union all
    select g.grant_id, p.kind, p.person_id, p.names, p.country
      from grant_recommendation g join person_to_screen p on p.account_id = g.account_id
      where g.grant_id = any (grants)
  $$;

-- It has no search path of its own, so that the planner takes it apart and asks for the one account that a posting is about.
create function accounts_of_finding(subject_kind text, subject_id text, found_at timestamptz, on_day date) returns table (account_id uuid)
  language sql stable
begin atomic
  select r.account_id
    from party y join account_relationship r on r.book = y.book and r.party_id = y.party_id
    where subject_kind = 'person' and subject_id in (y.user_id::text, y.party_id::text) and r.account_role_code not in ('banker', 'service_team')
      and (r.ended_at is null or r.ended_at > found_at) and r.since <= on_day
  union all
  select c.account_id
    from contribution c
    where subject_kind = 'payer' and c.payer_id = subject_id and coalesce(c.gift_date, c.entered_at::date) <= on_day;
end;
comment on function accounts_of_finding is
  'Says which accounts of the book a finding about a person or a payer concerned on a day: those of the person, except as staff of the bank, also after they left them since they were found; and those that the payer had paid into, whatever became of the contribution. An account may be named twice.';

create or replace view held_account with (security_invoker = true) as
  select a.account_id, f.finding_id, f.decided_by, f.decided_by_name, f.decided_at
    from screening_finding f cross join lateral accounts_of_finding(f.subject_kind, f.subject_id, f.found_at, 'infinity') a
    where f.subject_kind in ('person', 'payer') and f.state in ('confirmed', 'lifting');

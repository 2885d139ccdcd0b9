-- The year of birth is evidence beside the name in screening (docs/decisions/0083-sanctions-name-matching.md): of a person with a login from
-- their profile, of a successor from the plan in force, of an applicant from the application.

alter table screened_subject add column birth_year smallint;
comment on column screened_subject.birth_year is 'The year that was compared; null for charities and payers, and for people whose year nobody entered.';
alter table screening_finding add column birth_year smallint;
comment on column screening_finding.birth_year is 'The year of birth of the person when they were found.';
grant update (birth_year) on screened_subject to portal;
grant select (year_of_birth) on person_profile to portal;

-- As before (0143_payer_findings.sql), with the year. A person with a login has the year of their profile in every book of the realm.
create or replace view person_to_screen with (security_invoker = true) as
  select r.account_id, coalesce(y.user_id, y.party_id)::text as person_id, array[left(btrim(y.name), 300)] as names,
      case when y.user_id is null then y.country end as country, 'person' as kind,
      case when y.user_id is null then (
        select s.year_of_birth from legacy_plan_share s
          where s.book = r.book and s.account_id = r.account_id and s.party_id = r.party_id order by s.version desc limit 1)
      else (
        select nullif(p.year_of_birth, '')::smallint from person_profile p
          where p.realm = (select b.realm from book b where b.book = r.book) and p.user_id = y.user_id) end as birth_year
    from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
    where r.ended_at is null and r.account_role_code not in ('banker', 'service_team')
  union all
  select c.account_id, c.payer_id, array[left(btrim(c.payer_name), 300)], null, 'payer', null
    from contribution c
    where c.state = 'received' and btrim(c.payer_name) <> '' and not exists (
      select from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
        where r.book = c.book and r.account_id = c.account_id and r.ended_at is null
          and r.account_role_code not in ('banker', 'service_team') and lower(btrim(y.name)) = lower(btrim(c.payer_name)));

-- As before (0111_applicants_and_payers.sql), with the year. A draft has what people typed.
create or replace view applicant_to_screen with (security_invoker = true) as
  select a.application_id, format('%s %s', a.application_id, p.place) as person_id,
      array[left(btrim(p.name), 300)] as names, substring(p.born from '^\s*([0-9]{4})(?:-[0-9]{2}-[0-9]{2})?\s*$')::smallint as birth_year
    from account_application a cross join lateral (
      select 'donor ' || d.place as place, concat_ws(' ', d.one ->> 'firstName', d.one ->> 'lastName') as name, d.one ->> 'birthDate' as born
        from jsonb_array_elements(a.draft -> 'donors') with ordinality d (one, place)
      union all
      select 'advisor', concat_ws(' ', a.draft -> 'advisor' ->> 'firstName', a.draft -> 'advisor' ->> 'lastName'), null
        where a.draft -> 'advisor' ->> 'has' = 'yes'
      union all
      -- a charity that succeeds is compared as one
      select 'successor ' || s.place, s.one ->> 'name', s.one ->> 'yearOfBirth'
        from jsonb_array_elements(a.draft -> 'successors') with ordinality s (one, place) where s.one ->> 'charityId' = '') p
    where a.state in ('submitted', 'asked') and btrim(p.name) <> '';

drop function screened_for_grants(uuid[]);
create function screened_for_grants(grants uuid[])
  returns table (grant_id uuid, subject_kind text, subject_id text, names text[], country text, birth_year smallint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select g.grant_id, 'charity', g.charity_id, c.names, null, null::smallint
      from grant_recommendation g left join charity_to_screen c on c.charity_id = g.charity_id
      where g.grant_id = any (grants)
    union all
    select g.grant_id, p.kind, p.person_id, p.names, p.country, p.birth_year
      from grant_recommendation g join person_to_screen p on p.account_id = g.account_id
      where g.grant_id = any (grants)
  $$;
comment on function screened_for_grants is 'Says whom a payment of these grants goes to and comes from: the charity, and the people of the account.';

-- As before (0106_account_holds.sql), but another year of birth has to be compared too.
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
            and ((d.names, d.country, d.birth_year) is distinct from (s.names, s.country, s.birth_year) or d.version_id <> (
              select max(v.version_id) from sanctions_list_version v where v.list = d.list))) as is_unscreened) x
      where x.is_found or x.is_own or x.is_unscreened
      group by s.grant_id
  $$;

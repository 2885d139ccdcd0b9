-- Applicants and payers are screened too (docs/decisions/0084-sanctions-findings.md).

-- As before (0094_screening_findings.sql), and who paid a contribution to the account under a name that none of its people has. A payer has
-- no id of their own: the account and the name are it. There is no grouping, so that the index of an account's contributions is used.
create or replace view person_to_screen with (security_invoker = true) as
  select r.account_id, coalesce(y.user_id, y.party_id)::text as person_id, array[left(btrim(y.name), 300)] as names,
      case when y.user_id is null then y.country end as country
    from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
    where r.ended_at is null and r.account_role_code not in ('banker', 'service_team')
  union all
  select c.account_id, 'payer ' || md5(c.account_id || btrim(c.payer_name)), array[left(btrim(c.payer_name), 300)], null
    from contribution c
    where c.state = 'received' and btrim(c.payer_name) <> '' and not exists (
      select from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
        where r.book = c.book and r.account_id = c.account_id and r.ended_at is null
          and r.account_role_code not in ('banker', 'service_team') and lower(btrim(y.name)) = lower(btrim(c.payer_name)));

-- The people of applications that wait for a decision, by their place in the draft.
create view applicant_to_screen with (security_invoker = true) as
  select a.application_id, format('%s %s', a.application_id, p.place) as person_id,
      array[left(btrim(p.name), 300)] as names
    from account_application a cross join lateral (
      select 'donor ' || d.place as place, concat_ws(' ', d.one ->> 'firstName', d.one ->> 'lastName') as name
        from jsonb_array_elements(a.draft -> 'donors') with ordinality d (one, place)
      union all
      select 'advisor', concat_ws(' ', a.draft -> 'advisor' ->> 'firstName', a.draft -> 'advisor' ->> 'lastName')
        where a.draft -> 'advisor' ->> 'has' = 'yes'
      union all
      -- a charity that succeeds is compared as one
      select 'successor ' || s.place, s.one ->> 'name'
        from jsonb_array_elements(a.draft -> 'successors') with ordinality s (one, place) where s.one ->> 'charityId' = '') p
    where a.state in ('submitted', 'asked') and btrim(p.name) <> '';
grant select on applicant_to_screen to portal;

-- A confirmed payer holds the account that they paid into, as a confirmed person does (docs/decisions/0087-account-holds.md).

-- As before (0106_account_holds.sql), and who paid a contribution to the account, whatever became of the contribution. The findings about
-- payers are read first: an account without one looks at none of its contributions.
create or replace view held_account with (security_invoker = true) as
  select r.account_id, f.finding_id, f.decided_by, f.decided_by_name, f.decided_at
    from screening_finding f
      join party y on f.subject_id in (y.user_id::text, y.party_id::text)
      join account_relationship r on r.book = y.book and r.party_id = y.party_id
    where f.subject_kind = 'person' and f.state in ('confirmed', 'lifting')
      and r.account_role_code not in ('banker', 'service_team') and (r.ended_at is null or r.ended_at > f.found_at)
  union all
  select a.account_id, f.finding_id, f.decided_by, f.decided_by_name, f.decided_at
    from screening_finding f cross join fund_account a
    where f.subject_kind = 'person' and f.state in ('confirmed', 'lifting') and starts_with(f.subject_id, 'payer ')
      and exists (select from contribution c
        where c.account_id = a.account_id and f.subject_id = 'payer ' || md5(c.account_id || btrim(c.payer_name)));

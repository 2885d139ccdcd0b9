-- Whether an account is held is asked three times for each grant and once for each posting. Mostly no finding holds any, and then the
-- planner’s tree of all the ways from a finding to an account need not be set up: a statement in PL/pgSQL is set up when it is reached.

create view finding_that_holds with (security_invoker = true) as
  select finding_id, subject_kind, subject_id, found_at, decided_by, decided_by_name, decided_at from screening_finding
    where subject_kind in ('person', 'payer') and state in ('confirmed', 'lifting');
grant select on finding_that_holds to portal;

-- As before (0155_birth_years.sql), with the rule in one place.
create or replace view held_account with (security_invoker = true) as
  select a.account_id, f.finding_id, f.decided_by, f.decided_by_name, f.decided_at
    from finding_that_holds f cross join lateral accounts_of_finding(f.subject_kind, f.subject_id, f.found_at, 'infinity') a(account_id);

create or replace function account_is_held(account uuid) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if not exists (select from finding_that_holds) then
    return false;
  end if;
  return exists (select from held_account h where h.account_id = account);
end $$;

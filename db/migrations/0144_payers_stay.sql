-- A correction of who paid does not lift a hold (docs/decisions/0093-payer-findings.md).

create function refuse_other_payer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from screening_finding f
      where f.subject_kind = 'payer' and f.subject_id = old.payer_id and f.state in ('confirmed', 'lifting')) then
    raise exception 'the payer of the contribution % holds its account', old.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'payer_is_held';
  end if;
  return new;
end $$;
comment on function refuse_other_payer is
  'A payer whom two people confirmed to be on a list stays the payer until two people lift it; this also holds against faults of the server. It runs with the rights of the connection, which sees the findings of its realm.';
create trigger payer_is_held before update of payer_name on contribution
  for each row when (old.payer_name is distinct from new.payer_name) execute function refuse_other_payer();

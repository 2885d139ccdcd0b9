-- Corrections of contributions are counted: the time of two within a millisecond is the same (docs/decisions/0082-receipts.md).

alter table contribution
  -- one more with each correction of what was received
  add column corrections integer not null default 0 check (corrections >= 0),
  add constraint counted_when_corrected check (corrections = 0 or corrected_by is not null);
grant update (corrections) on contribution to portal;

create or replace function record_correction_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'received' or new.state <> 'received' then
    raise exception 'the contribution % was not received', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrected_when_received';
  end if;
  if new.corrections <> old.corrections + 1 then
    raise exception 'the corrections of the contribution % are not counted one by one', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrections_one_by_one';
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'contribution-corrected', new.corrected_by, null, null, new.corrected_at,
        jsonb_strip_nulls(jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind,
          'giftDateBefore', old.gift_date, 'giftDate', new.gift_date, 'payerBefore', old.payer_kind, 'payer', new.payer_kind,
          'methodBefore', old.method, 'method', new.method))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger record_correction_in_audit_log on contribution;
create trigger record_correction_in_audit_log after update on contribution
  for each row when ((old.corrections, old.corrected_by, old.corrected_at)
    is distinct from (new.corrections, new.corrected_by, new.corrected_at)) execute function record_correction_in_audit_log();

drop trigger corrected_by_a_person on contribution;
create trigger corrected_by_a_person before update on contribution
  for each row when (old.gift_date is not null and old.corrections = new.corrections
    and (old.gift_date, old.payer_kind, old.payer_name, old.payer_address, old.acceptance_reason, old.method)
      is distinct from (new.gift_date, new.payer_kind, new.payer_name, new.payer_address, new.acceptance_reason, new.method))
  execute function refuse_unsigned_correction();

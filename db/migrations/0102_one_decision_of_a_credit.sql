-- A credit in suspense waits for one decision only: about its item, or about the debit of an own transfer that names it
-- (docs/decisions/0078-bank-reconciliations.md). The item is locked, so that two that are filed at once find each other.

create function check_decision_of_credit() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  item record;
begin
  select i.item_id, i.bank_line_id into item from suspense_item i
    where i.book = new.book and case new.kind when 'suspense-item' then i.item_id = new.subject_id
      else i.bank_line_id = (new.input ->> 'creditLineId')::uuid end
    for update;
  if exists (select from posting_request r where r.book = new.book and r.state = 'requested'
    and (r.subject_id = item.item_id or r.kind = 'bank-debit' and r.input ->> 'creditLineId' = item.bank_line_id::text)) then
    raise exception 'a decision about the credit % waits already', item.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'one_open_decision_of_credit';
  end if;
  return new;
end $$;
comment on function check_decision_of_credit is 'a credit waits for one decision; this also holds for two that are filed at the same moment';
create trigger check_decision_of_credit before insert on posting_request
  for each row when (new.kind in ('suspense-item', 'bank-debit')) execute function check_decision_of_credit();

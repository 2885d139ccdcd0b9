-- The rows that a statement changed have no index, and the plan of the first statement of a session serves all others: comparing those before
-- with those after took as long as their number squared, 13 s for a run of 3,000 payments. The table has the rows after it, and an index.

create or replace function refuse_change_of_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from removed o
      join payment n on n.book = o.book and n.payment_id = o.payment_id
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

create or replace function require_numbers_in_order() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from (
      select n.book, b.bank_account, max(n.number) as highest
      from removed o
        join cheque_number n on n.book = o.book and n.number = o.number
        join cheque_box b on b.book = n.book and b.box_id = n.box_id
      where o.state = 'blank' and n.state = 'issued' group by 1, 2
    ) taken
      join cheque_box b on b.book = taken.book and b.bank_account = taken.bank_account and b.first_number < taken.highest
      join cheque_number n on n.book = b.book and n.box_id = b.box_id and n.state = 'blank' and n.number < taken.highest
  ) then
    raise exception 'a lower number is blank'
      using errcode = 'integrity_constraint_violation', constraint = 'numbers_in_order';
  end if;
  return null;
end $$;

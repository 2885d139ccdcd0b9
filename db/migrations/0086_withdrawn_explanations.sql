-- The explanation of a debit can be withdrawn, and a transfer between our own accounts names the credit that it became
-- (docs/decisions/0078-bank-reconciliations.md).

alter table bank_line_explanation
  add column explanation_id uuid not null default uuidv7(),
  -- of a transfer to another account of ours: what the bank of that account credited
  add column credit_line_id uuid,
  add column withdrawn_by uuid,
  add column withdrawn_by_name text check (btrim(withdrawn_by_name) <> ''),
  add column withdrawn_at timestamptz,
  add column withdrawn_reason text check (btrim(withdrawn_reason) <> '' and length(withdrawn_reason) <= 1000),
  add constraint withdrawn_whole check (num_nulls(withdrawn_by, withdrawn_by_name, withdrawn_at, withdrawn_reason) in (0, 4)),
  add constraint only_transfers_are_paired check (credit_line_id is null or kind = 'own-transfer'),
  add foreign key (book, credit_line_id) references bank_line;
alter table bank_line_explanation alter column explanation_id drop default;
alter table bank_line_explanation drop constraint bank_line_explained_once;
alter table bank_line_explanation add primary key (book, explanation_id);
-- Each debit has one explanation at a time, and each credit is that of one transfer.
create unique index bank_line_explained_once on bank_line_explanation (book, bank_line_id) where withdrawn_at is null;
create unique index own_transfer_paired_once on bank_line_explanation (book, credit_line_id)
  where withdrawn_at is null and credit_line_id is not null;

drop trigger append_only on bank_line_explanation;
create trigger never_deleted before delete on bank_line_explanation for each row execute function refuse_change();
create trigger withdrawal_is_final before update on bank_line_explanation for each row when (old.withdrawn_at is not null)
  execute function refuse_final_change('the withdrawal of an explanation');
grant update (withdrawn_by, withdrawn_by_name, withdrawn_at, withdrawn_reason) on bank_line_explanation to portal;

-- As in 0071_bank_reconciliations.sql; the credit of a transfer has its amount, on another account.
create or replace function check_bank_line_explanation() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Waits for a file that is matching the line, or storing its parts.
  perform from bank_line l where l.book = new.book and l.bank_line_id = new.bank_line_id and not l.is_credit
    and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0 for update;
  if not found or exists (select from bank_line p where p.book = new.book and p.part_of = new.bank_line_id) then
    raise exception 'the bank line % needs no explanation', new.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_unexplained';
  end if;
  if new.credit_line_id is not null and not exists (
    select from bank_line l join bank_line c on c.book = l.book and c.bank_line_id = new.credit_line_id
    where l.book = new.book and l.bank_line_id = new.bank_line_id and c.is_credit and c.amount_minor = l.amount_minor
      and c.bank_account <> l.bank_account) then
    raise exception 'the credit % is not that of the debit %', new.credit_line_id, new.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'own_transfer_pairs_equal_amounts';
  end if;
  return new;
end $$;

-- As in 0071_bank_reconciliations.sql; an explanation that was withdrawn holds nothing.
create or replace function check_bank_line_match() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.payment_id, new.run_id) is distinct from (old.payment_id, old.run_id)
    and (num_nonnulls(old.payment_id, old.run_id, old.same_as) > 0
      or exists (select from bank_line_explanation e where e.book = old.book and e.bank_line_id = old.bank_line_id
        and e.withdrawn_at is null)
      or exists (select from suspense_item i where i.book = old.book and i.bank_line_id = old.bank_line_id
        and i.state in ('matched', 'returned', 'transferred', 'own'))) then
    raise exception 'the bank line % is matched', old.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;

create or replace function check_bank_line_part() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from bank_line_explanation e where e.book = new.book and e.bank_line_id = new.part_of
    and e.withdrawn_at is null) then
    raise exception 'the bank line % is explained', new.part_of
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;

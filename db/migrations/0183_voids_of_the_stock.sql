-- The bank is told about the void numbers of the stock, too (docs/decisions/0101-cheque-stock.md): about those that were spoiled before they
-- were issued without a payment and an amount.

alter table positive_pay_item
  alter column payment_id drop not null,
  drop constraint positive_pay_item_amount_minor_check,
  add constraint amount_of_payment check (case when payment_id is null then kind = 'void' and amount_minor = 0 else amount_minor > 0 end);

create function require_void_number() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from cheque_number n where n.book = new.book and n.number = new.cheque_number and n.state = 'void') then
    raise exception 'the number % is not void', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'void_number_of_stock';
  end if;
  return new;
end $$;
comment on function require_void_number is
  'Without a payment the bank is told only about a number of the stock that is void, so that no other cheque is refused.';
create trigger void_number_of_stock before insert on positive_pay_item
  for each row when (new.payment_id is null) execute function require_void_number();

-- The stock of cheques: boxes as the printer delivered them, and what became of each number (docs/decisions/0101-cheque-stock.md).

create table cheque_box (
  book book_name not null default book(),
  box_id uuid not null default uuidv7(),
  -- the bank code and number of the account that is printed on its cheques, as in bank_line
  bank_account text not null check (bank_account ~ '^[0-9]{6,9}/[0-9A-Z-]{1,34}$'),
  first_number bigint not null check (first_number > 0),
  last_number bigint not null check (last_number <= 999999999999),
  received_on date not null,
  recorded_by uuid not null,
  recorded_by_name text not null check (btrim(recorded_by_name) <> ''),
  recorded_at timestamptz not null,
  primary key (book, box_id),
  constraint box_has_cheques check (last_number - first_number between 0 and 9999)
);
create index cheque_box_by_day on cheque_box (book, recorded_at desc, box_id);

-- A number of a box. That each number is in one box, so that boxes do not overlap, is its key.
create table cheque_number (
  book book_name not null default book(),
  number bigint not null,
  box_id uuid not null,
  state text not null default 'blank' check (state in ('blank', 'issued', 'void')),
  -- what the cheque pays, or was to pay
  payment_id uuid,
  void_reason text check (btrim(void_reason) <> '' and length(void_reason) <= 1000),
  voided_by uuid,
  voided_by_name text check (btrim(voided_by_name) <> ''),
  voided_at timestamptz,
  primary key (book, number),
  foreign key (book, box_id) references cheque_box,
  foreign key (book, payment_id) references payment,
  constraint issued_number_has_its_payment check (case state when 'issued' then payment_id is not null when 'blank' then payment_id is null else true end),
  constraint void_number_is_whole check (num_nonnulls(void_reason, voided_by, voided_by_name, voided_at) = case state when 'void' then 4 else 0 end)
);
create unique index one_issued_number_of_payment on cheque_number (book, payment_id) where state = 'issued';
create index number_of_payment on cheque_number (book, payment_id);
create index number_of_box on cheque_number (book, box_id, state, number);
create index blank_number on cheque_number (book, number) where state = 'blank';
create index void_number on cheque_number (book, voided_at desc, number) where state = 'void';

do $$
declare
  name text;
begin
  foreach name in array array['cheque_box', 'cheque_number'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on cheque_box, cheque_number to portal;
grant insert (box_id, bank_account, first_number, last_number, received_on, recorded_by, recorded_by_name, recorded_at) on cheque_box to portal;
grant update (state, payment_id, void_reason, voided_by, voided_by_name, voided_at) on cheque_number to portal;

create trigger append_only before update or delete on cheque_box for each row execute function refuse_change();
create trigger append_only_truncate before truncate on cheque_box for each statement execute function refuse_change();
create trigger number_is_kept before delete on cheque_number for each row execute function refuse_change();
create trigger number_is_kept_truncate before truncate on cheque_number for each statement execute function refuse_change();

-- SECURITY DEFINER, because the program may not add numbers by itself.
create function fill_cheque_box() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payment p where p.book = new.book and p.cheque_number between new.first_number and new.last_number)
      or exists (select from positive_pay_item i where i.book = new.book and i.cheque_number between new.first_number and new.last_number) then
    raise exception 'a number from % to % was used', new.first_number, new.last_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_is_unused';
  end if;
  insert into cheque_number (book, number, box_id)
    select new.book, n, new.box_id from generate_series(new.first_number, new.last_number) n;
  return null;
end $$;
comment on function fill_cheque_box is
  'Adds each number of a box, so that the stock has exactly the numbers of its boxes, and none that a cheque had before.';
create trigger fill_cheque_box after insert on cheque_box for each row execute function fill_cheque_box();

create function check_cheque_number() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.book, new.number, new.box_id) is distinct from (old.book, old.number, old.box_id)
      or (old.state, new.state) not in (('blank', 'issued'), ('blank', 'void'), ('issued', 'blank'), ('issued', 'void'))
      or old.state = 'issued' and new.state = 'void' and new.payment_id is distinct from old.payment_id
      or old.state = 'blank' and new.state = 'void' and new.payment_id is not null then
    raise exception 'the number % cannot go from % to %', old.number, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'cheque_number_state';
  end if;
  -- A cheque may have been printed since the register of its run was released.
  if old.state = 'issued' and new.state = 'blank' and exists (
      select from payment p
        join payment_run_event e on e.book = p.book and e.run_id = p.run_id and e.kind = 'released'
      where p.book = old.book and p.payment_id = old.payment_id
        and e.step > (select max(a.step) from payment_run_event a where a.book = p.book and a.run_id = p.run_id and a.kind = 'approved')) then
    raise exception 'the cheque % may have been printed', old.number
      using errcode = 'integrity_constraint_violation', constraint = 'used_number_is_kept';
  end if;
  return new;
end $$;
comment on function check_cheque_number is
  'A void number stays void. A number comes back only while nothing could be printed, so a used one never does.';
create trigger check_cheque_number before update on cheque_number for each row execute function check_cheque_number();

create function require_numbers_in_order() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from (
      select n.book, b.bank_account, max(n.number) as highest
      from added n
        join removed o on o.book = n.book and o.number = n.number and o.state = 'blank'
        join cheque_box b on b.book = n.book and b.box_id = n.box_id
      where n.state = 'issued' group by 1, 2
    ) taken
      join cheque_box b on b.book = taken.book and b.bank_account = taken.bank_account and b.first_number < taken.highest
      join cheque_number n on n.book = b.book and n.box_id = b.box_id and n.state = 'blank' and n.number < taken.highest
  ) then
    raise exception 'a lower number is blank'
      using errcode = 'integrity_constraint_violation', constraint = 'numbers_in_order';
  end if;
  return null;
end $$;
comment on function require_numbers_in_order is 'Cheques are taken from the stock in the order of their numbers, as they lie in the box.';
create trigger numbers_in_order after update on cheque_number referencing old table as removed new table as added
  for each statement execute function require_numbers_in_order();

create function require_payment_of_number() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from cheque_number n
      left join payment p on p.book = n.book and p.cheque_number = n.number
    where n.book = new.book and n.number = new.number
      and (n.state = 'issued' and p.payment_id is distinct from n.payment_id or n.state <> 'issued' and p.payment_id is not null)
  ) then
    raise exception 'the number % and its payment differ', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_payment';
  end if;
  return null;
end $$;
comment on function require_payment_of_number is
  'Checks at commit that an issued number is that of its payment, and that a blank or void one is no payment’s.';
create constraint trigger number_of_payment after update on cheque_number deferrable initially deferred
  for each row execute function require_payment_of_number();

create function require_number_of_stock() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  -- What the payment has at commit counts: the transaction may have changed it again.
  if exists (select from cheque_box b where b.book = new.book) and exists (
      select from payment p
      where p.book = new.book and p.payment_id = new.payment_id and p.cheque_number = new.cheque_number and not exists (
        select from cheque_number n
        where n.book = p.book and n.number = p.cheque_number and n.state = 'issued' and n.payment_id = p.payment_id)) then
    raise exception 'the cheque % was not taken from the stock', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_stock';
  end if;
  return null;
end $$;
comment on function require_number_of_stock is
  'Once a book has recorded a box, each cheque has a number that was taken from the stock for its payment.';
create constraint trigger number_of_stock_insert after insert on payment deferrable initially deferred
  for each row when (new.cheque_number is not null) execute function require_number_of_stock();
create constraint trigger number_of_stock after update of cheque_number on payment deferrable initially deferred
  for each row when (new.cheque_number is distinct from old.cheque_number) execute function require_number_of_stock();

create function require_number_returned() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from cheque_number n
    where n.book = old.book and n.number = old.cheque_number and n.state = 'issued'
      and not exists (select from payment p where p.book = n.book and p.payment_id = n.payment_id and p.cheque_number = n.number)
  ) then
    raise exception 'the number % is issued for no payment', old.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_payment';
  end if;
  return null;
end $$;
comment on function require_number_returned is
  'Checks at commit that a number which a payment no longer has came back to the stock or became void.';
create constraint trigger number_is_returned after update of cheque_number on payment deferrable initially deferred
  for each row when (old.cheque_number is not null and new.cheque_number is distinct from old.cheque_number)
  execute function require_number_returned();

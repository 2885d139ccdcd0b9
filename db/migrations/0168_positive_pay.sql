-- Files that tell the bank which cheques were issued and which are void (docs/decisions/0098-positive-pay.md). A number
-- is told once as issued and once as void.

create table positive_pay_file (
  book book_name not null default book(),
  file_id uuid not null default uuidv7(),
  number integer not null check (number > 0),
  layout text not null check (layout in ('first-american', 'chase')),
  issues integer not null check (issues >= 0),
  issued_minor bigint not null check (issued_minor >= 0),
  voids integer not null check (voids >= 0),
  voided_minor bigint not null check (voided_minor >= 0),
  file_name text not null check (btrim(file_name) <> '' and length(file_name) <= 255),
  content bytea not null check (octet_length(content) between 1 and 2000000),
  digest text not null,
  created_by uuid not null,
  created_by_name text not null check (btrim(created_by_name) <> ''),
  created_at timestamptz not null,
  primary key (book, file_id),
  constraint one_positive_pay_file unique (book, number),
  constraint file_tells_something check (issues + voids > 0),
  constraint digest_of_content check (digest = encode(sha256(content), 'hex'))
);

-- What a file says about a cheque. A void after a withdrawn approval is told from here, because its payment has no number any more.
create table positive_pay_item (
  book book_name not null default book(),
  kind text not null check (kind in ('issue', 'void')),
  cheque_number bigint not null check (cheque_number > 0),
  file_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  payee_name text not null,
  issued_on date not null,
  voided_on date,
  primary key (book, kind, cheque_number),
  foreign key (book, file_id) references positive_pay_file,
  foreign key (book, payment_id) references payment,
  constraint void_has_its_day check ((kind = 'void') = (voided_on is not null))
);
create index positive_pay_item_of_cheque on positive_pay_item (book, cheque_number);

do $$
declare
  name text;
begin
  foreach name in array array['positive_pay_file', 'positive_pay_item'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
  end loop;
end $$;
grant select on positive_pay_file, positive_pay_item to portal;
grant insert (file_id, number, layout, issues, issued_minor, voids, voided_minor, file_name, content, digest, created_by, created_by_name,
  created_at) on positive_pay_file to portal;
grant insert (kind, cheque_number, file_id, payment_id, amount_minor, payee_name, issued_on, voided_on) on positive_pay_item to portal;

create function refuse_told_cheque() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from positive_pay_item i where i.book = new.book and i.cheque_number = new.cheque_number) then
    raise exception 'the bank was told what cheque % pays', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'cheque_is_not_told';
  end if;
  return new;
end $$;
comment on function refuse_told_cheque is 'The bank knows what a cheque of this number pays: no other payment takes it.';
create trigger cheque_is_not_told_insert before insert on payment
  for each row when (new.cheque_number is not null) execute function refuse_told_cheque();
create trigger cheque_is_not_told before update of cheque_number on payment
  for each row when (new.cheque_number is not null and new.cheque_number is distinct from old.cheque_number)
  execute function refuse_told_cheque();

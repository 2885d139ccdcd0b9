-- A cheque that the printer spoiled gets another number of the stock before its run is posted (docs/decisions/0101-cheque-stock.md). The ledger
-- knows nothing of it: a run posts when it is sent.

create table cheque_reprint (
  book book_name not null default book(),
  spoiled_number bigint not null,
  number bigint not null,
  run_id uuid not null,
  payment_id uuid not null,
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  reprinted_by uuid not null,
  reprinted_by_name text not null check (btrim(reprinted_by_name) <> ''),
  reprinted_at timestamptz not null,
  -- the transaction that may change the number and the register
  recorded_in xid8 not null default pg_current_xact_id(),
  primary key (book, spoiled_number),
  foreign key (book, run_id) references payment_run,
  foreign key (book, payment_id) references payment,
  foreign key (book, spoiled_number) references cheque_number,
  foreign key (book, number) references cheque_number,
  constraint one_reprint_of_number unique (book, number),
  constraint reprint_has_another_number check (number <> spoiled_number)
);
create index cheque_reprint_of_run on cheque_reprint (book, run_id, number);
create index cheque_reprint_of_payment on cheque_reprint (book, payment_id);

alter table cheque_reprint enable row level security, force row level security;
create policy book_of_connection on cheque_reprint using (book = book()) with check (book = book());
create trigger append_only before update or delete on cheque_reprint for each row execute function refuse_change();
create trigger append_only_truncate before truncate on cheque_reprint for each statement execute function refuse_change();
grant select on cheque_reprint to portal;
grant insert (spoiled_number, number, run_id, payment_id, reason, reprinted_by, reprinted_by_name, reprinted_at) on cheque_reprint to portal;

alter table payment_run_event
  drop constraint payment_run_event_kind_check,
  add constraint payment_run_event_kind_check check (kind in ('created', 'checked', 'removed', 'approved', 'withdrawn', 'released', 'reprinted',
    'sent', 'rejected', 'cancelled'));

create function check_cheque_reprint() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
      where p.book = new.book and p.payment_id = new.payment_id and r.run_id = new.run_id and p.cheque_number = new.spoiled_number
        and p.removed_at is null and p.rejected_at is null
        and r.method = 'cheque' and r.state = 'approved' and r.released_at is not null and r.released_by <> new.reprinted_by) then
    raise exception 'the cheque % cannot be reprinted by %', new.spoiled_number, new.reprinted_by
      using errcode = 'integrity_constraint_violation', constraint = 'reprint_before_posting';
  end if;
  return new;
end $$;
comment on function check_cheque_reprint is
  'A cheque is reprinted between the release of its run and its posting, by somebody who did not release it.';
create trigger reprint_before_posting before insert on cheque_reprint for each row execute function check_cheque_reprint();

create function require_reprint() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  -- What the payment has at commit counts: it may have had no number in between.
  if exists (
      select from payment p
      where p.book = new.book and p.payment_id = new.payment_id and p.cheque_number <> old.cheque_number and not exists (
        select from cheque_reprint c
        where c.book = p.book and c.spoiled_number = old.cheque_number and c.number = p.cheque_number and c.payment_id = p.payment_id
          and c.recorded_in = pg_current_xact_id())) then
    raise exception 'the cheque % has its number', old.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_is_replaced_by_reprint';
  end if;
  return null;
end $$;
comment on function require_reprint is
  'Checks at commit that a payment got another number only by the reprint of its cheque in this transaction.';
create constraint trigger number_is_replaced_by_reprint after update of cheque_number on payment deferrable initially deferred
  for each row when (old.cheque_number is not null and new.cheque_number is distinct from old.cheque_number)
  execute function require_reprint();

create or replace function check_payment_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> new.state and (old.state, new.state) not in (('created', 'approved'), ('created', 'cancelled'), ('approved', 'created'),
      ('approved', 'sent'), ('approved', 'rejected'), ('sent', 'rejected')) then
    raise exception 'the run % cannot go from % to %', new.run_number, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'run_state';
  end if;
  -- What was approved, and by whom, stays; so does the file, except that its key is encrypted anew, and that the register names a cheque that
  -- this transaction reprints. An empty file is none yet.
  if old.state <> 'created' and new.state <> 'created' and (
      (old.payment_on, old.approved_by, old.approved_by_name, old.approved_at, old.checked_at)
        is distinct from (new.payment_on, new.approved_by, new.approved_by_name, new.approved_at, new.checked_at)
      or old.file_ciphertext <> '' and (old.file_name, old.file_hash, old.file_ciphertext)
        is distinct from (new.file_name, new.file_hash, new.file_ciphertext)
        and not (old.file_name = new.file_name and old.state = 'approved' and new.state = 'approved' and exists (
          select from cheque_reprint c where c.book = new.book and c.run_id = new.run_id and c.recorded_in = pg_current_xact_id()))
      or old.released_at is not null and (old.released_by, old.released_by_name, old.released_at)
        is distinct from (new.released_by, new.released_by_name, new.released_at)
      or old.sent_at is not null and (old.sent_by, old.sent_by_name, old.sent_at)
        is distinct from (new.sent_by, new.sent_by_name, new.sent_at)) then
    raise exception 'the run % was approved', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'run_is_final';
  end if;
  return new;
end $$;
comment on function check_payment_run is
  'Allows only the transitions of a payment run. What was approved stays, and so does the file that the bank receives; a register changes only by the reprint of a cheque.';

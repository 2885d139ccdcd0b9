-- Owed fees that are written off without being posted (docs/decisions/0080-fees-and-divisions.md). Two people decide it by a request.

alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'correct-contribution', 'bank-file',
  'suspense-item', 'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer',
  'reverse-return', 'reverse-case-entry', 'receive-assets', 'dispose-of-holding', 'reverse-disposal', 'write-off-fee'));

-- The people and the reason are those of the request.
create table fee_write_off (
  book book_name not null default book(),
  request_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('administrative_fee', 'investment_fee')),
  amount_minor bigint not null check (amount_minor > 0),
  written_off_at timestamptz not null,
  primary key (book, request_id),
  foreign key (book, request_id) references posting_request,
  foreign key (book, account_id) references fund_account
);
create index fee_write_off_of_account on fee_write_off (book, account_id);

-- What is written off was asked for: this also holds against faults of the server.
create function check_fee_write_off() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from posting_request q where q.book = new.book and q.request_id = new.request_id and q.kind = 'write-off-fee'
    and q.account_id = new.account_id and q.amount_minor = new.amount_minor and q.reason is not null and q.state = 'requested';
  if not found then
    raise exception 'no request asks to write off this fee of the account %', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_write_off_requested';
  end if;
  return new;
end $$;
comment on function check_fee_write_off is 'a fee is written off as a request says; this also holds against faults of the server';
create trigger check_fee_write_off before insert on fee_write_off for each row execute function check_fee_write_off();
create trigger append_only before update or delete on fee_write_off for each row execute function refuse_change();
create trigger append_only_truncate before truncate on fee_write_off for each statement execute function refuse_change();

alter table fee_write_off enable row level security;
alter table fee_write_off force row level security;
create policy book_of_connection on fee_write_off using (book = book()) with check (book = book());
grant select on fee_write_off to portal;
grant insert (request_id, account_id, kind, amount_minor, written_off_at) on fee_write_off to portal;

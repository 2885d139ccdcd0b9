-- Of which batches a written-off fee was (docs/decisions/0080-fees-and-divisions.md): what a batch left owed is no longer owed once the
-- batch is reversed, and then nothing of it is written off either. Write-offs of before have no parts and stay as they are.

create table fee_write_off_part (
  book book_name not null default book(),
  request_id uuid not null,
  batch_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (book, request_id, batch_id),
  foreign key (book, request_id) references fee_write_off,
  foreign key (book, batch_id) references posting_batch
);
create index fee_write_off_part_of_batch on fee_write_off_part (book, batch_id);

create function check_fee_write_off_part() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select sum(p.amount_minor) from fee_write_off_part p where p.book = new.book and p.request_id = new.request_id)
    > (select w.amount_minor from fee_write_off w where w.book = new.book and w.request_id = new.request_id) then
    raise exception 'the parts of the write-off % are more than it is', new.request_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_write_off_parts';
  end if;
  return null;
end $$;
comment on function check_fee_write_off_part is 'no more ends with the reversal of batches than was written off';
create trigger check_fee_write_off_part after insert on fee_write_off_part for each row execute function check_fee_write_off_part();
create trigger append_only before update or delete on fee_write_off_part for each row execute function refuse_change();
create trigger append_only_truncate before truncate on fee_write_off_part for each statement execute function refuse_change();

alter table fee_write_off_part enable row level security;
alter table fee_write_off_part force row level security;
create policy book_of_connection on fee_write_off_part using (book = book()) with check (book = book());
grant select on fee_write_off_part to portal;
grant insert (request_id, batch_id, amount_minor) on fee_write_off_part to portal;

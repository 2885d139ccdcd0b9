-- Statements of the sponsor's accounts, with what each says about itself (docs/decisions/0075-what-the-bank-says.md).

create table bank_statement (
  book book_name not null default book(),
  bank_statement_id uuid not null default uuidv7(),
  -- the account as lines name it (bank_line.bank_account)
  bank_account text not null check (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$' and length(bank_account) <= 60),
  -- what the bank calls the statement
  reference text check (btrim(reference) <> '' and length(reference) <= 140),
  opens_on date,
  closed_on date not null,
  opening_minor bigint,
  closing_minor bigint,
  bank_file_id uuid not null,
  primary key (book, bank_statement_id),
  -- the same statement may come in several files
  constraint one_bank_statement unique nulls not distinct
    (book, bank_account, closed_on, reference, opens_on, opening_minor, closing_minor),
  foreign key (book, bank_file_id) references bank_file,
  check (opens_on <= closed_on)
);
alter table bank_statement enable row level security, force row level security;
create policy book_of_connection on bank_statement using (book = book()) with check (book = book());
create trigger append_only before update or delete on bank_statement for each row execute function refuse_change();
create trigger append_only_truncate before truncate on bank_statement for each statement execute function refuse_change();
grant select, insert on bank_statement to portal;

-- Statements of accounts also come as BAI2 and as comma-separated values.
alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('nacha', 'camt.052', 'camt.053', 'camt.054', 'pain.002', 'arucs', 'awacs', 'bai2', 'csv'));

-- Commands that run once (docs/decisions/0049-idempotent-commands.md). A row is written in the transaction of the command, with its
-- reply: a repeat with the same key finds it, and a command that failed leaves none.

create table idempotent_command (
  book book_name not null default book(),
  user_id uuid not null,
  -- the method, the path and the parameters of the path: the same key at another fund or grant is another command
  target text not null check (length(target) <= 500),
  idempotency_key uuid not null,
  -- SHA-256 of the query and the body
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  at timestamptz not null,
  -- null only within the transaction of the command
  reply jsonb,
  -- the kind of event for the audit log, of this program's commands alone; null: the command has its record elsewhere
  audit_kind text check (audit_kind ~ '^(grant|grants|run|bank-file|contribution|transfer|schedule|case|posting)-[a-z-]{1,30}$'),
  -- what the event says beside the book: the client, and the parameters of the path
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 2000),
  session_id uuid,
  address inet,
  primary key (book, user_id, target, idempotency_key)
);
create index idempotent_command_at on idempotent_command (book, at);

alter table idempotent_command enable row level security;
alter table idempotent_command force row level security;
create policy book_of_connection on idempotent_command using (book = book()) with check (book = book());
grant select, insert, delete on idempotent_command to portal;
grant update (reply) on idempotent_command to portal;

-- A reply is stored once.
create function refuse_other_reply() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'the command % has its reply' , old.idempotency_key
    using errcode = 'integrity_constraint_violation', constraint = 'one_reply';
end $$;
create trigger one_reply before update on idempotent_command for each row when (old.reply is not null)
  execute function refuse_other_reply();

-- As with documents (0022_documents.sql): a book writes its own commands into the audit log, in their transaction.
create function record_command_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, new.audit_kind, new.user_id, new.session_id, new.address, new.at,
        new.detail || jsonb_build_object('book', new.book)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_command_in_audit_log() from public;
create trigger record_in_audit_log after insert on idempotent_command for each row when (new.audit_kind is not null)
  execute function record_command_in_audit_log();

-- A schedule made twice from one draft, also by two of the fund's people. The same key in another fund makes another schedule.
alter table grant_schedule add column idempotency_key uuid not null default uuidv7();
alter table grant_schedule alter column idempotency_key drop default;
create unique index schedule_by_key on grant_schedule (book, account_id, idempotency_key);

-- Each return of a grant, so that the same money is not credited twice: what the bank calls it, and its day there.
create table grant_return (
  book book_name not null default book(),
  return_id uuid not null default uuidv7(),
  grant_id uuid not null,
  -- the entry that credits it
  entry_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- as the bank writes it; null: the bank gave none, or staff stopped the payment
  bank_reference text check (btrim(bank_reference) <> '' and length(bank_reference) <= 140),
  -- the day in the bank's books
  returned_on date not null,
  recorded_at timestamptz not null,
  primary key (book, return_id),
  unique (book, entry_id),
  foreign key (book, grant_id) references grant_recommendation,
  foreign key (book, entry_id) references journal_entry
);
create index grant_return_of on grant_return (book, grant_id, returned_on);

create trigger append_only before update or delete on grant_return for each row execute function refuse_change();
create trigger append_only_truncate before truncate on grant_return for each statement execute function refuse_change();
alter table grant_return enable row level security;
alter table grant_return force row level security;
create policy book_of_connection on grant_return using (book = book()) with check (book = book());
grant select, insert on grant_return to portal;

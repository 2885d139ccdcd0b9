-- The double-entry ledger from which all balances and statements derive (§12, docs/decisions/0004-ledger.md).
--
-- A journal entry has two or more postings that add up to zero. A positive amount increases the ledger account.
-- Each fund has three ledger accounts; the others belong to the sponsor. `account_id` is set only for a fund's.

create table ledger_kind (
  ledger text primary key,
  of_fund boolean not null,
  meaning text not null,
  unique (ledger, of_fund)
);
insert into ledger_kind (ledger, of_fund, meaning) values
  ('spendable', true, 'the available balance, from which donors recommend grants'),
  ('excluded', true, 'illiquid or restricted assets, not yet available for grantmaking'),
  ('pending', true, 'recommended, not yet paid'),
  ('received', false, 'received from outside the book'),
  ('granted', false, 'paid to charities, less returned grants'),
  ('market', false, 'gains, losses and income'),
  ('fees', false, 'administrative and investment fees'),
  ('adjustments', false, 'other activity, described by its comment'),
  ('commitments', false, 'approved, not yet paid (memorandum)'),
  ('grants_payable', false, 'offsetting account of commitments');

create table entry_kind (
  kind text primary key,
  transaction_type_name text not null
);
insert into entry_kind (kind, transaction_type_name) values
  ('contribution_cash', 'Cash contribution'),
  ('contribution_wire', 'Bank transfer contribution'),
  ('contribution_securities', 'Securities contribution'),
  ('contribution_sponsor', 'Transfer from another sponsor'),
  ('contribution_illiquid', 'Illiquid asset contribution'),
  ('gift_aid', 'Gift Aid reclaimed'),
  ('gain', 'Investment gain'),
  ('loss', 'Investment loss'),
  ('income', 'Dividends and interest'),
  ('administrative_fee', 'Administrative fee'),
  ('investment_fee', 'Investment fee'),
  ('other', 'Other activity'),
  ('transfer', 'Transfer between funds'),
  ('exclude', 'Asset restricted'),
  ('release', 'Excluded asset released'),
  ('grant_recommended', 'Grant recommended'),
  ('grant_approved', 'Grant approved'),
  ('grant_released', 'Grant cancelled before payment'),
  ('grant_paid', 'Grant'),
  ('grant_returned', 'Grant returned'),
  ('reversal', 'Reversal');

-- The transaction number shown to people. All books share it, so that it does not reveal how active one of them is.
create sequence transaction_number as bigint start 1000001;

create table journal_entry (
  book book_name not null default book(),
  entry_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'),
  kind text not null references entry_kind,
  currency currency_code not null,
  effective_date date not null,
  recorded_at timestamptz not null default now(),
  -- the database transaction that inserted the entry: later ones cannot add postings to it
  recorded_in xid8 not null default pg_current_xact_id(),
  comment text,
  grant_id uuid,
  reverses_entry_id uuid,
  actor_user_id uuid,
  on_behalf_of_user_id uuid,
  primary key (book, entry_id),
  unique (book, transaction_id),
  foreign key (book, currency) references book (book, currency),
  foreign key (book, reverses_entry_id) references journal_entry (book, entry_id),
  check (kind <> 'other' or btrim(coalesce(comment, '')) <> ''),
  check ((kind = 'reversal') = (reverses_entry_id is not null)),
  -- no future dates; one day of tolerance, because recorded_at is in UTC
  check (effective_date <= (recorded_at at time zone 'UTC')::date + 1)
);
create unique index journal_entry_reversed_once on journal_entry (book, reverses_entry_id) where reverses_entry_id is not null;
create index journal_entry_of_grant on journal_entry (book, grant_id) where grant_id is not null;

create table posting (
  book book_name not null default book(),
  entry_id uuid not null,
  line smallint not null check (line between 1 and 100),
  ledger text not null,
  of_fund boolean not null generated always as (ledger in ('spendable', 'excluded', 'pending')) stored,
  account_id uuid,
  -- the section of §2.6: 1 to 8 change the fund's balance; 9 and 11 move money between parts of it
  section smallint check (section between 1 and 11 and section <> 10),
  effective_date date not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (book, entry_id, line),
  foreign key (book, entry_id) references journal_entry,
  foreign key (book, account_id) references fund_account,
  foreign key (ledger, of_fund) references ledger_kind (ledger, of_fund),
  check (of_fund = (account_id is not null)),
  check (of_fund = (section is not null)),
  -- Pending money comes from spendable and either returns there (11) or is paid (2). Grants are paid from pending only.
  check (case section
    when 2 then ledger = 'pending'
    when 11 then ledger in ('pending', 'spendable')
    else ledger <> 'pending'
  end)
);
-- A page of a section's rows, newest first, is read from this index alone: within a day the last recorded entry comes first.
create index posting_of_section on posting (book, account_id, section, effective_date, entry_id, line)
  where account_id is not null;
-- Postings of several sections, of which a fund has few.
create index posting_excluded on posting (book, account_id, effective_date, entry_id, line) where ledger = 'excluded';
-- The grants that were pending on an earlier day: those pending now, and those of the postings after it.
create index posting_pending on posting (book, account_id, effective_date) where ledger = 'pending';

-- Each fund's current balances. Only the trigger below writes them, in the transaction that inserts the postings.
create table account_balance (
  book book_name not null,
  account_id uuid not null,
  spendable_minor bigint not null default 0,
  excluded_minor bigint not null default 0,
  pending_minor bigint not null default 0,
  primary key (book, account_id),
  foreign key (book, account_id) references fund_account
);

-- The sums of each fund's postings by day, month and year, so that a statement costs the same however long the fund's history
-- is. Only the trigger below writes them; npm run ledger:verify compares them with the postings.
create table posting_subtotal (
  book book_name not null,
  account_id uuid not null,
  period text not null check (period in ('day', 'month', 'year')),
  starts_on date not null,
  section smallint not null,
  ledger text not null,
  amount_minor bigint not null,
  postings bigint not null check (postings > 0),
  primary key (book, account_id, period, starts_on, section, ledger),
  foreign key (book, account_id) references fund_account,
  check (starts_on = date_trunc(period, starts_on::timestamp))
) with (fillfactor = 80);

-- Whether an account of this status accepts a posting (§12). An account that is not open yet takes contributions. In an immobile
-- one no money moves: gains, losses and fees are still posted, grants that were set aside can end, and returns come back.
-- Mistakes can be reversed in both. A closed account takes nothing; it has to be opened again first.
create function accepts_posting(status text, section smallint, ledger text, amount_minor bigint, is_reversal boolean)
  returns boolean language sql immutable parallel safe
  return case status
    when 'Active' then true
    when 'Entered' then section = 1 and (amount_minor > 0 or is_reversal)
    when 'Immobile' then is_reversal or section in (3, 5, 6, 9) or section = 11 and (ledger = 'spendable') = (amount_minor > 0)
    else false
  end;

-- SECURITY DEFINER, because the application's roles may not write balances. The function locks rows in key order, so that
-- two entries that involve the same funds cannot deadlock.
create function apply_postings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  -- A scalar subquery instead of a join: a connection that planned the join while the journal was empty would keep a
  -- sequential scan.
  if exists (
    select from added n
      where (select e.recorded_in from journal_entry e where e.book = n.book and e.entry_id = n.entry_id)
        <> pg_current_xact_id()
  ) then
    raise exception 'a recorded journal entry accepts no further postings'
      using errcode = 'integrity_constraint_violation', constraint = 'entry_complete';
  end if;
  insert into account_balance (book, account_id)
    select distinct n.book, n.account_id from added n where n.account_id is not null
    order by 1, 2
    on conflict do nothing;
  perform from account_balance b
    where (b.book, b.account_id) in (select n.book, n.account_id from added n where n.account_id is not null)
    order by b.book, b.account_id
    for update;
  -- Read while the balances are locked: an account that closes locks its balance too, so one of the two comes second.
  if exists (
    select from added n
      where n.account_id is not null and not accepts_posting(
        (select a.account_status from fund_account a where a.book = n.book and a.account_id = n.account_id),
        n.section, n.ledger, n.amount_minor,
        (select e.kind = 'reversal' from journal_entry e where e.book = n.book and e.entry_id = n.entry_id))
  ) then
    raise exception 'the status of an account does not allow this entry'
      using errcode = 'check_violation', constraint = 'status_accepts_entry';
  end if;
  update account_balance b set
      spendable_minor = b.spendable_minor + d.spendable,
      excluded_minor = b.excluded_minor + d.excluded,
      pending_minor = b.pending_minor + d.pending
    from (
      select n.book, n.account_id,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'spendable'), 0) as spendable,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'excluded'), 0) as excluded,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'pending'), 0) as pending
      from added n where n.account_id is not null group by n.book, n.account_id
    ) d
    where b.book = d.book and b.account_id = d.account_id;
  -- The locks on the balances above also serialize the writers of these rows.
  insert into posting_subtotal as t (book, account_id, period, starts_on, section, ledger, amount_minor, postings)
    select n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger, sum(n.amount_minor), count(*)
    from added n
      cross join (values ('day'), ('month'), ('year')) d (period)
      cross join lateral (select date_trunc(d.period, n.effective_date::timestamp)::date as starts_on) s
    where n.account_id is not null
    group by n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger
    on conflict (book, account_id, period, starts_on, section, ledger) do update
      set amount_minor = t.amount_minor + excluded.amount_minor, postings = t.postings + excluded.postings;
  -- Grants and transfers must not make the available balance negative; fees and losses may. This includes transfers of
  -- excluded assets, because spendable money could be excluded first, and reversals of incoming transfers.
  if exists (
    select from added n
      join account_balance b on b.book = n.book and b.account_id = n.account_id
      where (n.section in (7, 8) or n.section = 11 and n.ledger = 'spendable')
        and n.amount_minor < 0 and b.spendable_minor < 0
  ) then
    raise exception 'a grant or a transfer would make the available balance negative'
      using errcode = 'check_violation', constraint = 'available_balance_not_negative';
  end if;
  if exists (
    select from added n
      join account_balance b on b.book = n.book and b.account_id = n.account_id
      where b.pending_minor < 0 or b.excluded_minor < 0
  ) then
    raise exception 'pending grants and excluded assets cannot be negative'
      using errcode = 'check_violation', constraint = 'pending_and_excluded_not_negative';
  end if;
  return null;
end $$;
create trigger apply_postings after insert on posting referencing new table as added
  for each statement execute function apply_postings();

-- An account closes empty. SECURITY DEFINER, because the application's roles may not lock balances.
create function refuse_closing_with_balance() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into account_balance (book, account_id) values (new.book, new.account_id) on conflict do nothing;
  perform from account_balance b where b.book = new.book and b.account_id = new.account_id for update;
  if exists (
    select from account_balance b where b.book = new.book and b.account_id = new.account_id
      and (b.spendable_minor <> 0 or b.excluded_minor <> 0 or b.pending_minor <> 0)
  ) then
    raise exception 'the account % cannot close with a balance', new.account_id
      using errcode = 'check_violation', constraint = 'closed_account_empty';
  end if;
  return null;
end $$;
revoke all on function refuse_closing_with_balance() from public;
create trigger closed_account_empty after update of account_status on fund_account for each row
  when (new.account_status = 'Closed' and old.account_status <> 'Closed') execute function refuse_closing_with_balance();

-- Checked at commit: an entry has two or more postings, numbered from 1, that add up to zero and carry the entry's date.
-- Movements between a fund's own ledger accounts (sections 9 and 11) leave its balance unchanged. Transfers use the sections
-- 7 and 8 only, because apply_postings checks the balance by section.
create function check_entry() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  found record;
begin
  select count(p.line) as lines, max(p.line) as last_line, coalesce(sum(p.amount_minor), 0) as total,
      bool_and(p.effective_date = e.effective_date) as dates_agree,
      bool_and(e.kind <> 'transfer' or p.section is not null and p.section in (7, 8)) as transfer_sections_valid
    into found
    from journal_entry e left join posting p on p.book = e.book and p.entry_id = e.entry_id
    where e.book = new.book and e.entry_id = new.entry_id;
  if found.lines < 2 or found.last_line <> found.lines or found.total <> 0 or not found.dates_agree or exists (
    select from posting p where p.book = new.book and p.entry_id = new.entry_id and p.section in (9, 11)
      group by p.account_id, p.section having sum(p.amount_minor) <> 0
  ) then
    raise exception 'journal entry % is not balanced: % postings, sum %', new.entry_id, found.lines, found.total
      using errcode = 'check_violation', constraint = 'entry_balanced';
  end if;
  if found.transfer_sections_valid is not true then
    raise exception 'journal entry % is a transfer and may only move money between funds', new.entry_id
      using errcode = 'check_violation', constraint = 'transfer_sections';
  end if;
  return null;
end $$;
create constraint trigger entry_balanced after insert on journal_entry
  deferrable initially deferred for each row execute function check_entry();
-- SET CONSTRAINTS can run the check early, within the transaction. An entry that passed it has lines 1 and 2, so a
-- posting added later has a higher line number, and this trigger checks the entry again.
create constraint trigger entry_balanced after insert on posting
  deferrable initially deferred for each row when (new.line > 2) execute function check_entry();

do $$
declare
  name text;
begin
  foreach name in array array['journal_entry', 'posting'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
  end loop;
  foreach name in array array['journal_entry', 'posting', 'account_balance', 'posting_subtotal'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select on journal_entry, posting to portal;
-- Without recorded_at and recorded_in, which only the database sets.
grant insert (entry_id, kind, currency, effective_date, comment, grant_id, reverses_entry_id, actor_user_id,
  on_behalf_of_user_id) on journal_entry to portal;
grant insert (entry_id, line, ledger, account_id, section, effective_date, amount_minor) on posting to portal;
grant select on account_balance, posting_subtotal, ledger_kind, entry_kind to portal;
grant usage on sequence transaction_number to portal;

-- What happens to a fund when a donor dies, or when its donors close it (docs/decisions/0047-estate-cases.md). A case is opened by one
-- person and confirmed by another; then the fund's money leaves by its shares, as transfers to other funds and as grants.

create table estate_case (
  book book_name not null default book(),
  case_id uuid not null,
  -- the number that people read out
  case_number bigint not null default nextval('transaction_number'),
  account_id uuid not null,
  kind text not null check (kind in ('death', 'closing')),
  -- the donor who died
  party_id uuid,
  person_name text check (btrim(person_name) <> ''),
  died_on date,
  -- the death certificate, or the donor's signed instruction, among the account's documents
  document_id uuid not null,
  -- what staff know, in their words
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  -- opened: a second person has to confirm it; distributing: the shares are fixed; completed or cancelled: it has ended
  state text not null default 'opened' check (state in ('opened', 'distributing', 'completed', 'cancelled')),
  -- returned: another donor lives; handed-over: one successor has the whole fund; closed: the fund is empty and closed
  outcome text check (outcome in ('returned', 'handed-over', 'closed')),
  -- the status of the account before, to which it returns
  status_before text not null check (status_before in ('Active', 'Immobile')),
  -- the version of the legacy plan that is carried out; null: none
  plan_version integer,
  opened_by uuid not null,
  opened_by_name text not null check (btrim(opened_by_name) <> ''),
  opened_at timestamptz not null,
  confirmed_by uuid,
  confirmed_by_name text check (btrim(confirmed_by_name) <> ''),
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (book, case_id),
  unique (book, case_number),
  foreign key (book, account_id) references fund_account,
  foreign key (book, party_id) references party,
  foreign key (book, document_id) references document,
  check ((kind = 'death') = (party_id is not null)),
  check (num_nulls(party_id, person_name, died_on) in (0, 3)),
  check (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) in (0, 3)),
  check (state not in ('distributing', 'completed') or confirmed_at is not null),
  check (state <> 'opened' or confirmed_at is null),
  check ((state in ('completed', 'cancelled')) = (ended_at is not null)),
  check ((state = 'completed') = (outcome is not null)),
  constraint confirmed_by_another check (confirmed_by <> opened_by)
);
create unique index one_open_case on estate_case (book, account_id) where state in ('opened', 'distributing');
create index estate_case_queue on estate_case (book, opened_at desc);

-- Who receives what part. What a plan says of a share never changes; where it goes is decided once.
create table estate_share (
  book book_name not null default book(),
  share_id uuid not null default uuidv7(),
  case_id uuid not null,
  position smallint not null check (position between 1 and 50),
  -- unnamed: there is no plan, so staff decide where everything goes
  designation text not null check (designation in ('individual', 'charity', 'fund', 'unnamed')),
  share_hundredths integer not null check (share_hundredths between 1 and 10000),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  email text check (length(email) between 3 and 254),
  phone text check (btrim(phone) <> '' and length(phone) <= 40),
  -- waiting: for a successor's answer or a decision of staff; declined: by the successor; ready: it is known where it goes
  state text not null default 'waiting' check (state in ('waiting', 'declined', 'ready')),
  to_charity_id text,
  to_account_id uuid,
  -- the login of a successor who has accepted
  user_id uuid,
  -- why a successor declined, in their words
  declined_reason text check (length(declined_reason) <= 1000),
  decided_at timestamptz,
  -- SHA-256 of the token of the latest link, and how many were mailed
  link_hash bytea check (octet_length(link_hash) = 32),
  link_expires_at timestamptz,
  links smallint not null default 0 check (links between 0 and 30),
  invited_at timestamptz,
  primary key (book, share_id),
  unique (book, case_id, position),
  foreign key (book, case_id) references estate_case,
  foreign key (book, to_account_id) references fund_account (book, account_id),
  check ((link_hash is null) = (link_expires_at is null)),
  check (num_nonnulls(to_charity_id, to_account_id) <= 1),
  check ((state = 'waiting') = (decided_at is null)),
  check (state <> 'ready' or num_nonnulls(to_charity_id, to_account_id, user_id) > 0)
);
create unique index estate_share_link on estate_share (book, link_hash) where link_hash is not null;

-- Another destination of a share, with its reason: entered by one person, confirmed by another.
create table estate_redirection (
  book book_name not null default book(),
  redirection_id uuid not null,
  share_id uuid not null,
  to_charity_id text,
  to_account_id uuid,
  -- how the destination reads
  to_name text not null check (btrim(to_name) <> ''),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamptz not null,
  confirmed_by uuid,
  confirmed_by_name text,
  confirmed_at timestamptz,
  primary key (book, redirection_id),
  foreign key (book, share_id) references estate_share,
  foreign key (book, to_account_id) references fund_account (book, account_id),
  check (num_nonnulls(to_charity_id, to_account_id) = 1),
  check (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) in (0, 3)),
  constraint redirected_by_two check (confirmed_by <> entered_by)
);
create unique index one_open_redirection on estate_redirection (book, share_id) where confirmed_at is null;

-- What has left the fund for a share: a transfer, or a grant.
create table estate_payout (
  book book_name not null default book(),
  payout_id uuid not null default uuidv7(),
  case_id uuid not null,
  share_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  entry_id uuid,
  grant_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (book, payout_id),
  unique (book, entry_id),
  unique (book, grant_id),
  foreign key (book, case_id) references estate_case,
  foreign key (book, share_id) references estate_share,
  foreign key (book, entry_id) references journal_entry (book, entry_id),
  foreign key (book, grant_id) references grant_recommendation (book, grant_id),
  check (num_nonnulls(entry_id, grant_id) = 1)
);
create index estate_payout_of_share on estate_payout (book, share_id);

-- Every step of a case: who, when, and what they wrote. Rows are only added.
create table estate_event (
  book book_name not null default book(),
  event_id bigint generated always as identity,
  case_id uuid not null,
  kind text not null check (kind in ('opened', 'confirmed', 'cancelled', 'invited', 'accepted', 'declined', 'redirected', 'redirection-confirmed',
    'released', 'distributed', 'completed')),
  -- null: a successor without a login
  user_id uuid,
  session_id uuid,
  address inet,
  by_name text not null check (btrim(by_name) <> ''),
  text text check (btrim(text) <> '' and length(text) <= 2000),
  at timestamptz not null,
  primary key (book, event_id),
  foreign key (book, case_id) references estate_case
);
create index event_of_case on estate_event (book, case_id, event_id);

-- Entries and grants of a case are the only ones that may leave an immobile fund.
alter table journal_entry add column case_id uuid;
alter table journal_entry add foreign key (book, case_id) references estate_case;
create index journal_entry_of_case on journal_entry (book, case_id) where case_id is not null;
alter table grant_recommendation add column case_id uuid;
alter table grant_recommendation add foreign key (book, case_id) references estate_case;
create index grant_of_case on grant_recommendation (book, case_id) where case_id is not null;

create function check_case_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('opened', 'distributing'), ('opened', 'completed'), ('opened', 'cancelled'),
      ('distributing', 'completed'), ('distributing', 'cancelled')) then
    raise exception 'the case % cannot go from % to %', new.case_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'case_state';
  end if;
  if new.state = 'cancelled' and exists (select from estate_payout p where p.book = new.book and p.case_id = new.case_id) then
    raise exception 'money of the case % has left the fund', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_cancelled_before_payouts';
  end if;
  if new.outcome = 'closed' and exists (select from fund_account a
      where a.book = new.book and a.account_id = new.account_id and a.account_status <> 'Closed') then
    raise exception 'the fund of the case % is not closed', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_closed_with_fund';
  end if;
  return new;
end $$;
create trigger check_state before update on estate_case
  for each row when (old.state is distinct from new.state) execute function check_case_state();

-- At commit: the shares of a case are the whole.
create function check_case_shares() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select sum(s.share_hundredths) from estate_share s where s.book = new.book and s.case_id = new.case_id) <> 10000 then
    raise exception 'the shares of the case % are not the whole', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_shares';
  end if;
  return null;
end $$;
create constraint trigger check_shares after insert on estate_share deferrable initially deferred
  for each row execute function check_case_shares();

-- Where a share goes is decided once; after that, and once it was declined, it goes elsewhere only as two people confirmed.
create function check_estate_share() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state in ('ready', 'declined') and (new.state <> 'ready' or not exists (
      select from estate_redirection r
        where r.book = new.book and r.share_id = new.share_id and r.confirmed_at is not null
          and r.to_charity_id is not distinct from new.to_charity_id and r.to_account_id is not distinct from new.to_account_id)) then
    raise exception 'where the share % goes is decided', new.share_id
      using errcode = 'integrity_constraint_violation', constraint = 'share_decided';
  end if;
  return new;
end $$;
create trigger check_share before update on estate_share
  for each row when ((old.state, old.to_charity_id, old.to_account_id, old.user_id)
    is distinct from (new.state, new.to_charity_id, new.to_account_id, new.user_id)) execute function check_estate_share();

-- As before (0003_accounts.sql), but the last donor may have died: a case in which two people confirmed it says so.
create or replace function refuse_end_of_last_donor() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if not exists (
    select from account_relationship r
      where r.book = new.book and r.account_id = new.account_id and r.account_role_code in ('donor', 'joint_donor')
        and r.ended_at is null
  ) and not exists (
    select from estate_case c where c.book = new.book and c.account_id = new.account_id and c.kind = 'death'
      and c.party_id = new.party_id and c.state = 'distributing'
  ) then
    raise exception 'the account % would have no donor', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'last_donor';
  end if;
  return null;
end $$;

-- As before (0004_ledger.sql), but entries of a case that is being carried out may leave its immobile fund: transfers, and what is set
-- aside for its grants.
create or replace function apply_postings() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
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
      and not (n.section in (8, 11) and exists (
        select from journal_entry e
          join estate_case c on c.book = e.book and c.case_id = e.case_id
          join fund_account a on a.book = c.book and a.account_id = c.account_id
          where e.book = n.book and e.entry_id = n.entry_id and c.account_id = n.account_id and c.state = 'distributing'
            and a.account_status = 'Immobile'))
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
  insert into posting_subtotal as t (book, account_id, period, starts_on, section, ledger, amount_minor, postings)
    select n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger, sum(n.amount_minor), count(*)
    from added n
      cross join (values ('day'), ('month'), ('year')) d (period)
      cross join lateral (select date_trunc(d.period, n.effective_date::timestamp)::date as starts_on) s
    where n.account_id is not null
    group by n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger
    on conflict (book, account_id, period, starts_on, section, ledger) do update
      set amount_minor = t.amount_minor + excluded.amount_minor, postings = t.postings + excluded.postings;
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

-- As before (0034_payments.sql), but grants of a case are paid from their immobile fund.
create or replace function refuse_release_of_run() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from payment p
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where p.book = new.book and p.run_id = new.run_id and p.removed_at is null
      and (a.account_status <> 'Active' and not (a.account_status = 'Immobile' and g.case_id is not null)
        or g.transaction_status_code <> 4
        or exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null))
  ) then
    raise exception 'a grant of this run cannot be paid'
      using errcode = 'integrity_constraint_violation', constraint = 'run_can_be_paid';
  end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['estate_payout', 'estate_event'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger append_only_truncate before truncate on %I for each statement execute function refuse_change()', name);
  end loop;
  foreach name in array array['estate_case', 'estate_share', 'estate_redirection', 'estate_payout', 'estate_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on estate_case, estate_share, estate_redirection, estate_payout, estate_event to portal;
grant update (state, outcome, plan_version, confirmed_by, confirmed_by_name, confirmed_at, ended_at) on estate_case to portal;
grant update (state, to_charity_id, to_account_id, user_id, declined_reason, decided_at, link_hash, link_expires_at, links, invited_at)
  on estate_share to portal;
grant update (confirmed_by, confirmed_by_name, confirmed_at) on estate_redirection to portal;
grant insert (case_id) on journal_entry to portal;

-- As with applications (0028_account_applications.sql).
create function record_case_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'case-' || new.kind, new.user_id, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'case', new.case_id)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_case_in_audit_log() from public;
create trigger record_in_audit_log after insert on estate_event for each row execute function record_case_in_audit_log();

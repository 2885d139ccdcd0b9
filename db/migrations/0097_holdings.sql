-- Assets other than money, from their receipt at gift value to their sale or release (docs/decisions/0085-assets-at-gift-value.md).

-- One line of a contribution that was received at its gift value, which is among the excluded assets of its account until it is sold or
-- released. Never changed: a mistake is corrected by reversing the contribution.
create table contribution_holding (
  book book_name not null default book(),
  holding_id uuid not null default uuidv7(),
  contribution_id uuid not null,
  line smallint not null,
  account_id uuid not null,
  property text not null check (property in ('listed', 'fund-shares', 'private-shares', 'property')),
  identifier_type text check (identifier_type in ('isin', 'cusip', 'sedol')),
  identifier text check (identifier ~ '^[A-Z0-9*@#]{7,12}$'),
  units numeric(18, 6) not null check (units > 0),
  gift_value_minor bigint not null check (gift_value_minor > 0),
  -- the prices from which the value follows, as they were entered
  valuation jsonb not null check (jsonb_typeof(valuation) = 'object'),
  source text not null check (btrim(source) <> '' and length(source) <= 120),
  primary key (book, holding_id),
  unique (book, contribution_id, line),
  unique (book, holding_id, account_id),
  foreign key (book, contribution_id, line) references contribution_asset,
  foreign key (book, account_id) references fund_account,
  check (num_nulls(identifier_type, identifier) in (0, 2))
);

-- The lines have the units that were given, and are worth what the contribution added to the excluded assets of their account.
create function check_holdings() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
      select from contribution c join contribution_asset s on s.book = c.book and s.contribution_id = c.contribution_id
        left join contribution_holding h on h.book = s.book and h.contribution_id = s.contribution_id and h.line = s.line
        where c.book = new.book and c.contribution_id = new.contribution_id
          and (h.units is distinct from s.quantity or h.account_id is distinct from c.account_id))
    or (select sum(h.gift_value_minor) from contribution_holding h
        where h.book = new.book and h.contribution_id = new.contribution_id)
      is distinct from (select sum(p.amount_minor) from contribution c
        join posting p on p.book = c.book and p.entry_id = c.entry_id and p.account_id = c.account_id and p.ledger = 'excluded'
        where c.book = new.book and c.contribution_id = new.contribution_id) then
    raise exception 'the lines of the contribution % differ from what it posted', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'holdings_are_what_was_posted';
  end if;
  return null;
end $$;
comment on function check_holdings is
  'what is held of a contribution is what was given and posted; this also holds against faults of the server';
create constraint trigger check_holdings after insert on contribution_holding
  deferrable initially deferred for each row execute function check_holdings();

-- A sale, or a release without one, of a part of a line.
create table holding_disposal (
  book book_name not null default book(),
  disposal_id uuid not null default uuidv7(),
  holding_id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('sale', 'release')),
  units numeric(18, 6) not null check (units > 0),
  -- the part of the line's gift value that the units have
  gift_value_minor bigint not null check (gift_value_minor >= 0),
  proceeds_minor bigint not null check (proceeds_minor > 0),
  cost_minor bigint not null check (cost_minor between 0 and proceeds_minor),
  -- the day of the trade, or of the decision
  disposed_on date not null,
  effective_date date not null check (effective_date >= disposed_on),
  -- the gain or the loss; null where there was none
  difference_entry_id uuid,
  release_entry_id uuid not null,
  fee_entry_id uuid,
  recorded_by uuid not null,
  recorded_by_name text not null check (btrim(recorded_by_name) <> ''),
  recorded_at timestamptz not null,
  reversed_by uuid,
  reversed_by_name text check (btrim(reversed_by_name) <> ''),
  reversed_at timestamptz,
  reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 1000),
  primary key (book, disposal_id),
  foreign key (book, holding_id, account_id) references contribution_holding (book, holding_id, account_id),
  foreign key (book, difference_entry_id) references journal_entry,
  foreign key (book, release_entry_id) references journal_entry,
  foreign key (book, fee_entry_id) references journal_entry,
  constraint difference_is_posted check ((proceeds_minor = gift_value_minor) = (difference_entry_id is null)),
  constraint cost_is_posted check ((cost_minor = 0) = (fee_entry_id is null)),
  constraint release_at_gift_value check (kind = 'sale' or (proceeds_minor = gift_value_minor and cost_minor = 0)),
  check (num_nulls(reversed_by, reversed_by_name, reversed_at, reversal_reason) in (0, 4))
);
create index disposal_of_holding on holding_disposal (book, holding_id);
create unique index disposal_of_release on holding_disposal (book, release_entry_id);
create unique index disposal_of_difference on holding_disposal (book, difference_entry_id) where difference_entry_id is not null;
create unique index disposal_of_fee on holding_disposal (book, fee_entry_id) where fee_entry_id is not null;

create function check_disposal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  held record;
  gone record;
begin
  select h.units, h.gift_value_minor, c.state into held
    from contribution_holding h join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
    where h.book = new.book and h.holding_id = new.holding_id for update of c;
  select coalesce(sum(d.units), 0) + new.units as units, coalesce(sum(d.gift_value_minor), 0) + new.gift_value_minor as minor into gone
    from holding_disposal d where d.book = new.book and d.holding_id = new.holding_id and d.reversed_at is null;
  if held.state <> 'received' or gone.units > held.units or gone.minor > held.gift_value_minor
    or (gone.units = held.units and gone.minor <> held.gift_value_minor) then
    raise exception 'the holding % has less than this', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'disposed_of_what_is_held';
  end if;
  return new;
end $$;
comment on function check_disposal is
  'no more of a line is sold or released than was received, to the unit and to the cent; this also holds against faults of the server';
create trigger check_disposal before insert on holding_disposal for each row execute function check_disposal();

create function check_disposal_reversal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.reversed_at is not null or exists (
      select from unnest(array[new.difference_entry_id, new.release_entry_id, new.fee_entry_id]) e (entry_id)
        where e.entry_id is not null and not exists (
          select from journal_entry r where r.book = new.book and r.reverses_entry_id = e.entry_id)) then
    raise exception 'the disposal % is reversed once, with all of its entries', new.disposal_id
      using errcode = 'integrity_constraint_violation', constraint = 'disposal_reversed_whole';
  end if;
  return new;
end $$;
comment on function check_disposal_reversal is
  'a sale is reversed once and as a whole; this also holds against faults of the server';
create trigger check_disposal_reversal before update on holding_disposal for each row execute function check_disposal_reversal();

-- What was sold or released is put back before its contribution is taken back.
create function check_disposals_of_taken_back() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
      select from contribution_holding h join holding_disposal d on d.book = h.book and d.holding_id = h.holding_id
        where h.book = new.book and h.contribution_id = new.contribution_id and d.reversed_at is null) then
    raise exception 'assets of the contribution % were sold or released', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'assets_are_held';
  end if;
  return new;
end $$;
comment on function check_disposals_of_taken_back is
  'a contribution is not reversed while a sale or a release of its assets stands; this also holds against faults of the server';
create trigger check_disposals before update of state on contribution
  for each row when (old.state = 'received' and new.state <> 'received') execute function check_disposals_of_taken_back();

-- What an asset is worth on a later day. Nothing is posted for it.
create table holding_valuation (
  book book_name not null default book(),
  valuation_id uuid not null default uuidv7(),
  holding_id uuid not null,
  valued_on date not null,
  value_minor bigint not null check (value_minor >= 0),
  source text not null check (btrim(source) <> '' and length(source) <= 120),
  entered_by uuid not null,
  entered_by_name text not null check (btrim(entered_by_name) <> ''),
  entered_at timestamptz not null,
  primary key (book, valuation_id),
  foreign key (book, holding_id) references contribution_holding
);
create index valuation_of_holding on holding_valuation (book, holding_id, valued_on desc);

-- Forms that staff see to. A task of a sale that was reversed, or of a contribution that was taken back, counts no longer.
create table holding_task (
  book book_name not null default book(),
  task_id uuid not null default uuidv7(),
  holding_id uuid not null,
  disposal_id uuid,
  kind text not null check (kind in ('appraisal', 'form-8283', 'form-8282')),
  due_on date not null,
  done_on date,
  done_by uuid,
  done_by_name text check (btrim(done_by_name) <> ''),
  note text check (btrim(note) <> '' and length(note) <= 500),
  primary key (book, task_id),
  constraint one_task_each unique nulls not distinct (book, holding_id, kind, disposal_id),
  foreign key (book, holding_id) references contribution_holding,
  foreign key (book, disposal_id) references holding_disposal,
  check ((kind = 'form-8282') = (disposal_id is not null)),
  check (num_nulls(done_on, done_by, done_by_name) in (0, 3)),
  check (note is null or done_on is not null)
);
create function check_task_done() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.done_on is not null then
    raise exception 'the task % is done', new.task_id
      using errcode = 'integrity_constraint_violation', constraint = 'task_done_once';
  end if;
  return new;
end $$;
comment on function check_task_done is 'who did a task, and when, is recorded once; this also holds against faults of the server';
create trigger check_task_done before update on holding_task for each row execute function check_task_done();

do $$
declare
  name text;
begin
  foreach name in array array['contribution_holding', 'holding_disposal', 'holding_valuation', 'holding_task'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on contribution_holding, holding_disposal, holding_valuation, holding_task to portal;
grant insert (contribution_id, line, account_id, property, identifier_type, identifier, units, gift_value_minor, valuation, source)
  on contribution_holding to portal;
grant insert (disposal_id, holding_id, account_id, kind, units, gift_value_minor, proceeds_minor, cost_minor, disposed_on, effective_date,
  difference_entry_id, release_entry_id, fee_entry_id, recorded_by, recorded_by_name, recorded_at) on holding_disposal to portal;
grant update (reversed_by, reversed_by_name, reversed_at, reversal_reason) on holding_disposal to portal;
grant insert (holding_id, valued_on, value_minor, source, entered_by, entered_by_name, entered_at) on holding_valuation to portal;
grant insert (holding_id, disposal_id, kind, due_on) on holding_task to portal;
grant update (done_on, done_by, done_by_name, note) on holding_task to portal;

alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'correct-contribution', 'bank-file',
  'suspense-item', 'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer',
  'reverse-return', 'reverse-case-entry', 'receive-assets', 'dispose-of-holding', 'reverse-disposal'));
-- twenty lines of assets with their prices and sources
alter table posting_request drop constraint posting_request_input_check;
alter table posting_request add constraint posting_request_input_check
  check (jsonb_typeof(input) = 'object' and octet_length(input::text) <= 40000);
alter table posting_command drop constraint posting_command_kind_check;
alter table posting_command add constraint posting_command_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'bank-file', 'suspense-item', 'bank-debit', 'reverse-entry', 'receive-assets', 'dispose-of-holding'));

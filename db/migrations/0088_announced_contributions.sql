-- The people of an account announce what they will send, and change or cancel it until it arrives
-- (docs/decisions/0081-announced-contributions.md).

alter table contribution drop constraint contribution_state_check;
alter table contribution add constraint contribution_state_check
  check (state in ('announced', 'expected', 'received', 'cancelled', 'reversed', 'bounced'));

alter table contribution
  -- how the donor sends it; null for what staff entered
  add column way text check (way in ('wire', 'check', 'securities', 'fund-shares', 'sponsor')),
  add column sends_on date,
  -- the bank, the custodian or the other sponsor
  add column sent_from text check (btrim(sent_from) <> '' and length(sent_from) <= 120),
  add column note text check (btrim(note) <> '' and length(note) <= 500),
  -- one more with each change by the people of the account
  add column revision integer not null default 1 check (revision > 0),
  add constraint announced_in_a_way check (state <> 'announced' or way is not null),
  add constraint only_what_is_announced check (way is not null or (num_nonnulls(sends_on, sent_from, note) = 0 and revision = 1)),
  add constraint kind_of_way check (way is null
    or kind = case way when 'wire' then 'wire' when 'check' then 'cash' when 'sponsor' then 'cash' else 'securities' end);
-- what the reminders look for
create index contribution_announced on contribution (book, entered_at) where way is not null and state in ('announced', 'expected');
grant update (kind, amount_minor, way, sends_on, sent_from, note, revision) on contribution to portal;
grant delete on contribution_asset to portal;

create or replace function check_contribution_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('announced', 'expected'), ('announced', 'received'), ('announced', 'cancelled'),
      ('expected', 'received'), ('expected', 'cancelled'), ('received', 'reversed'), ('received', 'bounced')) then
    raise exception 'the contribution % cannot go from % to %', new.contribution_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_state';
  end if;
  -- The reversal is that of the contribution's own entry.
  if new.state in ('reversed', 'bounced') and not exists (
      select from journal_entry e
        where e.book = new.book and e.entry_id = new.reversal_entry_id and e.reverses_entry_id = old.entry_id) then
    raise exception 'the entry does not reverse the contribution %', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_reversal';
  end if;
  -- The ledger lets a reversal take an account below zero. This one would take back what is granted already; its entry is posted before,
  -- and has locked the balance. A check that bounced is taken back whatever the account has, because its money never came.
  if new.state = 'reversed' and exists (
      select from account_balance b
        where b.book = new.book and b.account_id = new.account_id and (b.spendable_minor < 0 or b.excluded_minor < 0)) then
    raise exception 'the account % no longer has the contribution', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'available_balance_not_negative';
  end if;
  return new;
end $$;

-- What was announced changes only until it arrives, and what staff entered never does.
create function check_announcement() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.way is null or old.state not in ('announced', 'expected') or new.state <> old.state or new.revision <> old.revision + 1 then
    raise exception 'the contribution % cannot be changed', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'changed_until_it_arrives';
  end if;
  return new;
end $$;
comment on function check_announcement is
  'what a contribution consists of changes only while it is announced and has not arrived; this also holds against faults of the server';
create trigger check_announcement before update on contribution
  for each row when ((old.kind, old.amount_minor, old.way, old.sends_on, old.sent_from, old.note, old.revision)
    is distinct from (new.kind, new.amount_minor, new.way, new.sends_on, new.sent_from, new.note, new.revision))
  execute function check_announcement();

-- The lines go with the announcement that is changed in the same transaction.
create constraint trigger check_changed_assets after update of kind on contribution
  deferrable initially deferred for each row execute function check_contribution_assets();
create function check_removed_assets() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from contribution c where c.book = old.book and c.contribution_id = old.contribution_id
      and c.way is not null and c.state in ('announced', 'expected')) then
    raise exception 'the assets of the contribution % cannot be changed', old.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'changed_until_it_arrives';
  end if;
  return old;
end $$;
comment on function check_removed_assets is
  'lines of assets are replaced only while their contribution is announced and has not arrived';
create trigger check_removal before delete on contribution_asset for each row execute function check_removed_assets();

create or replace function record_contribution_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm,
        case new.state when 'cancelled' then 'contribution-cancelled' when 'received' then 'contribution-received'
          when 'announced' then 'contribution-announced' else 'contribution-entered' end,
        case new.state when 'cancelled' then new.cancelled_by when 'received' then new.received_by else new.entered_by end,
        case when new.state in ('announced', 'expected') then new.session_id end,
        case when new.state in ('announced', 'expected') then new.address end,
        coalesce(new.cancelled_at, new.received_at, new.entered_at),
        jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

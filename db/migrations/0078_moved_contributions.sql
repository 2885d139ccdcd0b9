-- A contribution to the wrong fund moves to the right one, and a check that its bank did not pay bounces
-- (docs/decisions/0079-corrections.md).

alter table contribution drop constraint contribution_state_check;
alter table contribution add constraint contribution_state_check
  check (state in ('expected', 'received', 'cancelled', 'reversed', 'bounced'));
alter table contribution drop constraint received_by_somebody;
alter table contribution add constraint received_by_somebody
  check (num_nulls(gift_date, received_by, received_by_name, received_at, entry_id)
    = case when state in ('received', 'reversed', 'bounced') then 0 else 5 end);
alter table contribution drop constraint reversed_by_an_entry;
alter table contribution add constraint reversed_by_an_entry
  check (num_nulls(reversal_entry_id, reversed_at, reversal_reason) = case when state in ('reversed', 'bounced') then 0 else 3 end);
-- Securities and bank transfers do not bounce.
alter table contribution add constraint only_money_bounces check (state <> 'bounced' or kind = 'cash');
-- the contribution that was in the wrong fund; this one has its date of gift
alter table contribution add column moved_from_id uuid;
alter table contribution add constraint moved_from foreign key (book, moved_from_id) references contribution (book, contribution_id);
create unique index contribution_moved_once on contribution (book, moved_from_id) where moved_from_id is not null;
grant insert (moved_from_id) on contribution to portal;

create or replace function check_contribution_state() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.state, new.state) not in (('expected', 'received'), ('expected', 'cancelled'), ('received', 'reversed'), ('received', 'bounced')) then
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
comment on function check_contribution_state is
  'allows only the transitions of a contribution. A reversal needs the entry that reverses its own, and an account that still has the money, unless its check bounced';

-- A transfer between funds that was made by mistake is reversed (docs/decisions/0079-corrections.md).

alter table fund_transfer drop constraint fund_transfer_state_check;
alter table fund_transfer add constraint fund_transfer_state_check
  check (state in ('requested', 'approved', 'declined', 'withdrawn', 'reversed'));
alter table fund_transfer drop constraint fund_transfer_check2;
alter table fund_transfer add constraint made_by_an_entry
  check (num_nulls(to_account_id, entry_id) = case when state in ('approved', 'reversed') then 0 else 2 end);
alter table fund_transfer
  add column reversal_entry_id uuid,
  add column reversed_at timestamptz,
  -- the donors of both funds read it
  add column reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 1000),
  add constraint reversed_by_an_entry
    check (num_nulls(reversal_entry_id, reversed_at, reversal_reason) = case state when 'reversed' then 0 else 3 end),
  add constraint reversal_of_transfer foreign key (book, reversal_entry_id) references journal_entry (book, entry_id);
grant update (reversal_entry_id, reversed_at, reversal_reason) on fund_transfer to portal;

create or replace function check_transfer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'requested' and (old.state, new.state) <> ('approved', 'reversed') or (old.state, new.state) = ('requested', 'reversed') then
    raise exception 'the transfer % is decided', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'transfer_decided';
  end if;
  -- The entry moves just this amount between just these funds.
  if new.state = 'approved' and not exists (
      select from journal_entry e
        join posting a on a.book = e.book and a.entry_id = e.entry_id and a.account_id = new.account_id
          and a.section = 8 and a.amount_minor = -new.amount_minor
        join posting b on b.book = e.book and b.entry_id = e.entry_id and b.account_id = new.to_account_id
          and b.section = 7 and b.amount_minor = new.amount_minor
      where e.book = new.book and e.entry_id = new.entry_id and e.kind = 'transfer') then
    raise exception 'the entry of the transfer % moves something else', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_transfer';
  end if;
  if new.state = 'reversed' and (new.entry_id <> old.entry_id or not exists (
      select from journal_entry e
        where e.book = new.book and e.entry_id = new.reversal_entry_id and e.reverses_entry_id = old.entry_id)) then
    raise exception 'the entry does not reverse the transfer %', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_reversal';
  end if;
  return new;
end $$;
comment on function check_transfer is
  'a transfer is decided once, made by the entry of its amount between its funds, and reversed by the entry that reverses that one';

-- Corrections of single entries (docs/decisions/0079-corrections.md).

alter table journal_entry
  -- the day that a correction is about; null where that is its own day
  add column concerns_date date,
  -- the reversed entry in whose place this one stands
  add column corrects_entry_id uuid,
  add constraint corrects_an_entry foreign key (book, corrects_entry_id) references journal_entry (book, entry_id),
  add constraint concerns_an_earlier_day check (concerns_date < effective_date),
  add constraint reversal_or_correction check (num_nonnulls(reverses_entry_id, corrects_entry_id) <= 1);
-- What was wrong is corrected once.
create unique index journal_entry_corrected_once on journal_entry (book, corrects_entry_id) where corrects_entry_id is not null;
grant insert (concerns_date, corrects_entry_id) on journal_entry to portal;

create function check_correction() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from journal_entry r where r.book = new.book and r.reverses_entry_id = new.corrects_entry_id) then
    raise exception 'the entry % stands in the place of one that was not reversed', new.entry_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrects_a_reversed_entry';
  end if;
  return new;
end $$;
comment on function check_correction is
  'an entry takes the place of another only once that one is reversed, so that nothing counts twice; this also holds against faults of the server';
create trigger check_correction before insert on journal_entry for each row when (new.corrects_entry_id is not null)
  execute function check_correction();

-- Staff find an entry by its day and by an amount; its number and its fund have indexes already.
create index journal_entry_by_date on journal_entry (book, effective_date, entry_id);
create index posting_by_amount on posting (book, (abs(amount_minor)));
-- Which of its feature's rows an entry belongs to.
create index contribution_of_entry on contribution (book, entry_id) where entry_id is not null;
create index suspense_item_of_entry on suspense_item (book, entry_id);
create index suspense_item_of_ending on suspense_item (book, ending_entry_id) where ending_entry_id is not null;

alter table posting_command drop constraint posting_command_kind_check;
alter table posting_command add constraint posting_command_kind_check
  check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'bank-file', 'suspense-item', 'bank-debit',
  'reverse-entry'));
alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'bank-file', 'suspense-item',
  'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer'));

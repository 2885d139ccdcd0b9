-- Batches that are computed instead of read from a file (docs/decisions/0080-fees-and-divisions.md): a total that is divided over funds, and
-- runs of fee schedules.

-- It was written and never read: entering compares the hash that a person sends with the plan of that moment.
alter table posting_batch drop column plan_hash;
alter table posting_batch add column source text not null default 'file' check (source in ('file', 'division', 'fee-run', 'waiting-fees'));
-- the SHA-256 of the file, or of what a computed batch was asked for
alter table posting_batch rename column file_hash to input_hash;
alter table posting_batch alter column file_name drop not null;
alter table posting_batch add constraint file_of_batch check ((file_name is not null) = (source = 'file'));
-- the total, the key, its days and the funds, as staff entered them
alter table posting_batch add column division jsonb;
alter table posting_batch add constraint division_of_batch check ((division is not null) = (source = 'division'));
-- when the job last posted or reversed lines, so that staff see a batch that does not go on
alter table posting_batch add column progress_at timestamptz;
-- A batch keeps its state while the job notes that it goes on.
create or replace function check_posting_batch() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> new.state and (old.state, new.state) not in
      (('entered', 'applying'), ('applying', 'applied'), ('applied', 'reversing'), ('reversing', 'reversed')) then
    raise exception 'the batch % cannot go from % to %', new.batch_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_state';
  end if;
  if new.state = 'applied' and exists (
      select from posting_batch_line l where l.book = new.book and l.batch_id = new.batch_id and l.state = 'waiting') then
    raise exception 'the batch % has lines that wait', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_whole';
  end if;
  return new;
end $$;
-- The owner of the tables reads the rows of every book.
alter table posting_batch no force row level security;
update posting_batch set progress_at = coalesce(reversal_confirmed_at, confirmed_at);
alter table posting_batch force row level security;
alter table posting_batch add constraint progress_of_batch check ((progress_at is null) = (state = 'entered'));

-- What a fund could not pay of a fee is owed. Whoever entered a batch before was told to post the rest later, so that it counts as done.
alter table posting_batch add column rest_is_owed boolean not null default false;
alter table posting_batch alter column rest_is_owed set default true;

alter table posting_batch drop constraint posting_batch_line_count_check;
alter table posting_batch add constraint posting_batch_line_count_check check (line_count between 1 and 1000000);

-- the weight of the fund in a division: a sum of daily balances, a balance, or 1
alter table posting_batch_line add column weight numeric check (weight > 0 and scale(weight) = 0);
-- the part of a fee that earlier batches left waiting; negative where they charged too much
alter table posting_batch_line add column arrears_minor bigint not null default 0;
alter table posting_batch_line add constraint arrears_of_fee check (arrears_minor = 0 or kind in ('administrative_fee', 'investment_fee'));
-- reversed as a single entry: a fee is given back, and its period is not charged again
alter table posting_batch_line add column reversed_by_itself boolean not null default false;
alter table posting_batch_line add constraint reversed_by_itself_is_reversed check (not reversed_by_itself or state = 'reversed');
-- What funds owe of fees is read from these alone.
create index posting_batch_line_of_fee on posting_batch_line (book, kind, account_id)
  where kind in ('administrative_fee', 'investment_fee');

grant insert (source, division, input_hash) on posting_batch to portal;
grant update (progress_at) on posting_batch to portal;
grant insert (weight, arrears_minor) on posting_batch_line to portal;
grant update (reversed_by_itself) on posting_batch_line to portal;

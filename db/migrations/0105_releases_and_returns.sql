-- A case releases the excluded assets of an account as one amount. When it releases all of them, what is left of each line is released with
-- them (docs/decisions/0085-assets-at-gift-value.md).

create table holding_release (
  book book_name not null default book(),
  holding_id uuid not null,
  entry_id uuid not null,
  primary key (book, holding_id, entry_id),
  foreign key (book, holding_id) references contribution_holding,
  foreign key (book, entry_id) references journal_entry
);
comment on table holding_release is
  'the entry of a case that released the rest of a line with all excluded assets of its account; it counts while it is not reversed';

create function check_holding_release() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from contribution_holding h join posting p on p.book = h.book and p.account_id = h.account_id and p.ledger = 'excluded'
        join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
        where h.book = new.book and h.holding_id = new.holding_id and e.entry_id = new.entry_id and e.kind = 'release'
          and e.case_id is not null) then
    raise exception 'the entry % is no release of a case of the account of the line %', new.entry_id, new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'released_by_its_case';
  end if;
  return new;
end $$;
comment on function check_holding_release is
  'a line is released by a case of its own account; this also holds against faults of the server';
create trigger check_holding_release before insert on holding_release for each row execute function check_holding_release();

insert into holding_release (book, holding_id, entry_id)
  select h.book, h.holding_id, r.entry_id from contribution_holding h
    join contribution c on c.book = h.book and c.contribution_id = h.contribution_id and c.state = 'received'
    join account_balance b on b.book = h.book and b.account_id = h.account_id and b.excluded_minor = 0
    cross join lateral (
      select e.entry_id from journal_entry e join posting p on p.book = e.book and p.entry_id = e.entry_id
        where e.book = h.book and p.account_id = h.account_id and p.ledger = 'excluded' and e.kind = 'release' and e.case_id is not null
          and e.recorded_at >= c.received_at
          and not exists (select from journal_entry x where x.book = e.book and x.reverses_entry_id = e.entry_id)
        order by e.recorded_at desc limit 1) r
    where h.units > (select coalesce(sum(d.units), 0) from holding_disposal d
      where d.book = h.book and d.holding_id = h.holding_id and d.reversed_at is null);

alter table holding_release enable row level security, force row level security;
create policy book_of_connection on holding_release using (book = book()) with check (book = book());
grant select, insert on holding_release to portal;

-- Why a contribution is taken back: a completed gift is not (docs/decisions/0082-receipts.md). Null for those before, and for moves.
alter table contribution add column reversal_category text check (reversal_category in ('mistake', 'misdirected', 'not-accepted')),
  add constraint category_of_reversed check (reversal_category is null or state = 'reversed');
grant update (reversal_category) on contribution to portal;

-- A credit of a bank may be several contributions, and several credits one (docs/decisions/0075-what-the-bank-says.md).

create table suspense_match (
  book book_name not null default book(),
  item_id uuid not null,
  contribution_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (book, item_id, contribution_id),
  foreign key (book, item_id) references suspense_item,
  foreign key (book, contribution_id) references contribution
);
create index suspense_match_of_contribution on suspense_match (book, contribution_id);
comment on table suspense_match is 'what part of a bank''s credit is which contribution';

insert into suspense_match (book, item_id, contribution_id, amount_minor)
  select book, item_id, contribution_id, amount_minor from suspense_item where contribution_id is not null;

-- Every cent of a credit that left suspense for contributions is one of them, and a contribution has the money that its fund got, once.
create function check_suspense_match() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  gift record;
begin
  if exists (select from suspense_item i where i.book = new.book and i.item_id = new.item_id
      and case i.state when 'matched' then i.amount_minor else 0 end is distinct from
        (select coalesce(sum(m.amount_minor), 0) from suspense_match m where m.book = i.book and m.item_id = i.item_id)) then
    raise exception 'the parts of the item % in suspense are not its amount', new.item_id
      using errcode = 'integrity_constraint_violation', constraint = 'parts_are_the_credit';
  end if;
  for gift in
    select m.contribution_id from suspense_match m where m.book = new.book and m.item_id = new.item_id order by m.contribution_id
  loop
    -- Two people may match two credits to it at once.
    perform from contribution c where c.book = new.book and c.contribution_id = gift.contribution_id for update;
    if (select sum(m.amount_minor) from suspense_match m where m.book = new.book and m.contribution_id = gift.contribution_id)
      is distinct from (select sum(p.amount_minor) from contribution c
        join posting p on p.book = c.book and p.entry_id = c.entry_id and p.account_id = c.account_id
        where c.book = new.book and c.contribution_id = gift.contribution_id) then
      raise exception 'the credits of the contribution % are not what it posted', gift.contribution_id
        using errcode = 'integrity_constraint_violation', constraint = 'credits_are_what_was_posted';
    end if;
  end loop;
  return null;
end $$;
comment on function check_suspense_match is
  'a matched credit is wholly contributions, and they got exactly what was credited; this also holds against faults of the server';
create constraint trigger check_suspense_match after insert on suspense_match
  deferrable initially deferred for each row execute function check_suspense_match();
create constraint trigger check_matched_item after update of state on suspense_item
  deferrable initially deferred for each row when (new.state = 'matched') execute function check_suspense_match();

alter table suspense_match enable row level security, force row level security;
create policy book_of_connection on suspense_match using (book = book()) with check (book = book());
grant select, insert on suspense_match to portal;

-- Its check and its index go with it.
alter table suspense_item drop column contribution_id;

-- Where a charity of a grant may be connected with people of the fund (sections 4958 and 4967): a reviewer notes it with the hints that the
-- program gave, and another person decides (docs/decisions/0094-due-diligence.md). Nothing of it changes later.

create table related_party_case (
  book book_name not null default book(),
  case_id uuid not null,
  grant_id uuid not null,
  -- what the program had found when it was noted, as sentences
  hints text[] not null check (cardinality(hints) <= 200),
  note text not null check (btrim(note) <> '' and length(note) <= 1000),
  noted_by uuid not null,
  noted_by_name text not null,
  noted_at timestamptz not null,
  outcome text check (outcome in ('no-benefit', 'benefit')),
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  primary key (book, case_id),
  foreign key (book, grant_id) references grant_recommendation,
  check (num_nulls(outcome, reason, decided_by, decided_by_name, decided_at) in (0, 5)),
  check (decided_at >= noted_at),
  constraint another_person_decides check (decided_by <> noted_by)
);
create unique index one_open_related_party_case on related_party_case (book, grant_id) where decided_at is null;
create index related_party_case_of on related_party_case (book, grant_id, noted_at);

create trigger decision_is_final before update on related_party_case for each row
  when (old.decided_at is not null) execute function refuse_final_change('the decision about related parties');

alter table related_party_case enable row level security;
alter table related_party_case force row level security;
create policy book_of_connection on related_party_case using (book = book()) with check (book = book());
grant select, insert on related_party_case to portal;
grant update (outcome, reason, decided_by, decided_by_name, decided_at) on related_party_case to portal;

create function refuse_related_parties() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  latest record;
begin
  select c.outcome, c.decided_by into latest from related_party_case c
    where c.book = new.book and c.grant_id = new.grant_id order by c.noted_at desc, c.case_id desc limit 1;
  if found and latest.outcome is distinct from 'no-benefit' then
    raise exception 'the case about related parties of the grant % is open or found a benefit', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'related_parties_cleared';
  end if;
  if found and latest.decided_by = new.actor_user_id then
    raise exception 'the approver of the grant % decided about its related parties', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'related_parties_apart';
  end if;
  return new;
end $$;
comment on function refuse_related_parties is
  'A grant is not approved while the latest case about it is open, or found a benefit; nor by whoever decided the case.';
create trigger related_parties_cleared before insert on grant_history_entry for each row
  when (new.transition = 'approve') execute function refuse_related_parties();

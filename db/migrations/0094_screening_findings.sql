-- Who was screened against which version of a sanctions list, what was found, what people decided about it, and what it stops
-- (docs/decisions/0084-sanctions-findings.md).

create table screened_subject (
  realm book_name not null default realm(),
  subject_kind text not null check (subject_kind in ('charity', 'person')),
  -- a charity's id; a person's user id, or that of the party of somebody without a login
  subject_id text not null check (length(subject_id) between 1 and 60),
  list text not null check (list in ('ofac', 'uk')),
  version_id bigint not null,
  -- what was compared; a change of it needs another screening
  names text[] not null check (cardinality(names) between 1 and 20),
  country text,
  matcher_version integer not null check (matcher_version > 0),
  screened_at timestamptz not null,
  primary key (realm, subject_kind, subject_id, list),
  foreign key (list, version_id) references sanctions_list_version (list, version_id)
);

create table screening_finding (
  realm book_name not null default realm(),
  finding_id uuid not null default uuidv7(),
  subject_kind text not null check (subject_kind in ('charity', 'person')),
  subject_id text not null check (length(subject_id) between 1 and 60),
  list text not null check (list in ('ofac', 'uk')),
  -- another one as soon as the entry changes
  entry_id bigint not null references sanctions_entry,
  -- our names with the evidence, as they were compared: a decision holds until they or the entry change
  names_digest text not null check (names_digest ~ '^[0-9a-f]{64}$'),
  -- ours that agreed best, and the entry's
  our_name text not null check (btrim(our_name) <> ''),
  listed_name text not null check (btrim(listed_name) <> ''),
  -- the entry as it was listed, so that the record stays whole when the list changes
  entry jsonb not null check (jsonb_typeof(entry) = 'object' and octet_length(entry::text) <= 65536),
  score numeric(4, 3) not null check (score between 0 and 1),
  working jsonb not null check (jsonb_typeof(working) = 'object' and octet_length(working::text) <= 65536),
  matcher_version integer not null check (matcher_version > 0),
  version_id bigint not null,
  found_at timestamptz not null,
  -- waiting: one person says that it is the same, a second has to confirm it; lifting: one person asks to lift what was confirmed;
  -- gone: the names or the entry changed, or the entry is no longer listed, before anybody decided
  state text not null default 'open' check (state in ('open', 'dismissed', 'waiting', 'confirmed', 'lifting', 'gone')),
  -- the latest decision
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  primary key (realm, finding_id),
  foreign key (list, version_id) references sanctions_list_version (list, version_id),
  constraint one_finding_of_pair unique (realm, subject_kind, subject_id, entry_id, names_digest),
  constraint decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at, reason) in (0, 4)),
  constraint decided_by_a_person check (state in ('open', 'gone') or decided_by is not null)
);
create index finding_by_state on screening_finding (realm, state, found_at, finding_id);
-- what stops payments: few
create index stopping_finding on screening_finding (realm, subject_kind, subject_id)
  where state in ('open', 'waiting', 'confirmed', 'lifting');

create table screening_decision (
  realm book_name not null default realm(),
  finding_id uuid not null,
  step integer not null check (step > 0),
  from_state text not null check (from_state in ('open', 'dismissed', 'waiting', 'confirmed', 'lifting')),
  to_state text not null check (to_state in ('open', 'dismissed', 'waiting', 'confirmed', 'lifting')),
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamptz not null,
  reason text not null,
  primary key (realm, finding_id, step),
  foreign key (realm, finding_id) references screening_finding
);

create function check_screening_finding() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state = new.state then
    return new;
  end if;
  -- The program: what is not found any more, and what is found again.
  if (old.state, new.state) in (('open', 'gone'), ('gone', 'open')) then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'dismissed'), ('open', 'waiting'), ('waiting', 'open'), ('waiting', 'confirmed'),
      ('confirmed', 'lifting'), ('lifting', 'confirmed'), ('lifting', 'dismissed'), ('dismissed', 'open'))
      or realm() is null then
    raise exception 'a finding does not become % when it is %', new.state, old.state
      using errcode = 'integrity_constraint_violation', constraint = 'finding_step';
  end if;
  if (new.state = 'confirmed' and old.state = 'waiting' or new.state = 'dismissed' and old.state = 'lifting')
      and new.decided_by = old.decided_by then
    raise exception 'one person decided twice about the finding %', new.finding_id
      using errcode = 'integrity_constraint_violation', constraint = 'finding_by_two_people';
  end if;
  insert into screening_decision (realm, finding_id, step, from_state, to_state, decided_by, decided_by_name, decided_at, reason)
    select new.realm, new.finding_id, 1 + coalesce(max(d.step), 0), old.state, new.state,
        new.decided_by, new.decided_by_name, new.decided_at, new.reason
      from screening_decision d where d.realm = new.realm and d.finding_id = new.finding_id;
  return new;
end $$;
comment on function check_screening_finding is
  'Allows only the steps of a finding, no decision to the connection of a book, asks two people to confirm and to lift one, and records each decision. It holds also against faults of the server.';
create trigger check_screening_finding before update on screening_finding
  for each row execute function check_screening_finding();

create function check_new_finding() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state <> 'open' or new.decided_at is not null then
    raise exception 'a finding begins open' using errcode = 'integrity_constraint_violation', constraint = 'finding_begins_open';
  end if;
  return new;
end $$;
comment on function check_new_finding is 'Keeps a connection that screens from storing a finding about which nobody decided as decided.';
create trigger check_new_finding before insert on screening_finding for each row execute function check_new_finding();

create function refuse_change_of_screening_decision() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'decisions about findings are kept' using errcode = 'integrity_constraint_violation', constraint = 'decision_is_kept';
end $$;
comment on function refuse_change_of_screening_decision is 'The record of decisions about findings is kept for ten years; this also holds for the owner of the table.';
create trigger decision_is_kept before update or delete on screening_decision
  for each row execute function refuse_change_of_screening_decision();
create trigger finding_is_kept before delete on screening_finding
  for each row execute function refuse_change_of_screening_decision();

alter table screened_subject enable row level security;
alter table screened_subject force row level security;
alter table screening_finding enable row level security;
alter table screening_finding force row level security;
alter table screening_decision enable row level security;
alter table screening_decision force row level security;
create policy realm_of_connection on screened_subject to identity using (realm = realm()) with check (realm = realm());
create policy realm_of_connection on screening_finding to identity using (realm = realm()) with check (realm = realm());
create policy realm_of_connection on screening_decision to identity using (realm = realm()) with check (realm = realm());
-- A book screens whom it pays, in the transaction of the payment.
create policy realm_of_book on screened_subject to portal
  using (realm = (select b.realm from book b where b.book = book()))
  with check (realm = (select b.realm from book b where b.book = book()));
create policy realm_of_book on screening_finding to portal
  using (realm = (select b.realm from book b where b.book = book()))
  with check (realm = (select b.realm from book b where b.book = book()));
grant select, insert on screened_subject, screening_finding to portal;
grant update (version_id, names, country, matcher_version, screened_at) on screened_subject to portal;
grant update (state) on screening_finding to portal;
grant select on screened_subject, screening_finding to identity;
grant update (state, decided_by, decided_by_name, decided_at, reason) on screening_finding to identity;
grant select, insert on screening_decision to identity;

-- Everybody whom the book may pay, or who may give from it, with the names that are compared. People of the bank are not screened.
create view charity_to_screen with (security_invoker = true) as
  select c.charity_id, array(
      select distinct left(btrim(n), 300) from unnest(array[c.name, c.also_known_as, p.payee_name, p.other_names]) n
      where btrim(n) <> '' order by 1) as names
    from known_charity c left join charity_profile p on p.charity_id = c.charity_id;
create view person_to_screen with (security_invoker = true) as
  select r.account_id, coalesce(y.user_id, y.party_id)::text as person_id, array[left(btrim(y.name), 300)] as names,
      case when y.user_id is null then y.country end as country
    from account_relationship r join party y on y.book = r.book and y.party_id = r.party_id
    where r.ended_at is null and r.account_role_code not in ('banker', 'service_team');
grant select on charity_to_screen, person_to_screen to portal;

create function screened_for_grants(grants uuid[])
  returns table (grant_id uuid, subject_kind text, subject_id text, names text[], country text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select g.grant_id, 'charity', g.charity_id, c.names, null
      from grant_recommendation g left join charity_to_screen c on c.charity_id = g.charity_id
      where g.grant_id = any (grants)
    union all
    select g.grant_id, 'person', p.person_id, p.names, p.country
      from grant_recommendation g join person_to_screen p on p.account_id = g.account_id
      where g.grant_id = any (grants)
  $$;
comment on function screened_for_grants is 'Says whom a payment of these grants goes to and comes from: the charity, and the people of the account.';

-- The one answer to the question whether a payment may leave: nothing for one that may.
create function payment_stops(grants uuid[], approver uuid default null) returns table (grant_id uuid, reason text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    select s.grant_id,
        case when bool_or(x.is_found) then 'found' when bool_or(x.is_own) then 'own-decision' else 'not-screened' end
      from screened_for_grants(grants) s
      cross join lateral (select
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state in ('open', 'waiting', 'confirmed', 'lifting')) as is_found,
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state = 'dismissed' and f.decided_by = coalesce(approver, (
            select h.actor_user_id from grant_history_entry h where h.grant_id = s.grant_id and h.transition = 'approve'
            order by h.step desc limit 1))) as is_own,
        not exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id)
          or exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id
            and ((d.names, d.country) is distinct from (s.names, s.country) or d.version_id <> (
              select max(v.version_id) from sanctions_list_version v where v.list = d.list))) as is_unscreened) x
      where x.is_found or x.is_own or x.is_unscreened
      group by s.grant_id
  $$;
comment on function payment_stops is
  'The one answer to the question whether payments may leave: for each that may not, why. A finding about the charity or a person of the account stops it, as does a name that was not compared with the current lists, and a finding that was dismissed by the person who approved the grant, or who is about to (approver). The server asks it, and the triggers of payments ask it again.';

create function refuse_unscreened_payment() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payment_stops(array(select n.grant_id from added n where n.problem is null))) then
    raise exception 'a payment was created for somebody who is not cleared'
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_cleared';
  end if;
  return null;
end $$;
comment on function refuse_unscreened_payment is 'No path creates a payment without the answer of payment_stops; this also holds against faults of the server.';
create trigger payment_is_cleared after insert on payment referencing new table as added
  for each statement execute function refuse_unscreened_payment();

create function refuse_unscreened_run() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payment_stops(array(select p.grant_id from payment p
      where p.book = new.book and p.run_id = new.run_id and p.removed_at is null))) then
    raise exception 'a payment of the run % goes to or comes from somebody who is not cleared', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_cleared';
  end if;
  return new;
end $$;
comment on function refuse_unscreened_run is 'No path approves or releases a payment without the answer of payment_stops; this also holds against faults of the server.';
create trigger payments_are_cleared before update on payment_run
  for each row when (old.state = 'created' and new.state = 'approved' or old.released_at is null and new.released_at is not null)
  execute function refuse_unscreened_run();

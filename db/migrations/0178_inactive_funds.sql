-- Funds that need attention: what staff did about each, and the sponsor's default grants (docs/decisions/0100-inactive-funds.md).

create table inactive_fund_step (
  book book_name not null default book(),
  step_id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null check (kind in ('letter', 'call', 'answer', 'note')),
  note text check (btrim(note) <> '' and length(note) <= 1000),
  -- the letter as it was written: its date, the people, and the client's text of that day
  letter jsonb check (jsonb_typeof(letter) = 'object' and octet_length(letter::text) <= 131072),
  by_user uuid not null,
  by_name text not null check (btrim(by_name) <> ''),
  at timestamptz not null,
  primary key (book, step_id),
  foreign key (book, account_id) references fund_account (book, account_id),
  constraint letter_is_whole check ((kind = 'letter') = (letter is not null)),
  constraint step_says_something check (kind = 'letter' or note is not null)
);
create index inactive_fund_step_of_account on inactive_fund_step (book, account_id, at desc, step_id desc);

create table default_grant (
  book book_name not null default book(),
  default_grant_id uuid not null default uuidv7(),
  account_id uuid not null,
  -- the letter whose term is over
  letter_id uuid not null,
  charity_id text not null,
  charity_name text not null check (btrim(charity_name) <> ''),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 1000),
  proposed_by uuid not null,
  proposed_by_name text not null check (btrim(proposed_by_name) <> ''),
  proposed_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'confirmed', 'declined')),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  decision_reason text check (btrim(decision_reason) <> '' and length(decision_reason) <= 1000),
  grant_id uuid,
  primary key (book, default_grant_id),
  foreign key (book, account_id) references fund_account (book, account_id),
  foreign key (book, letter_id) references inactive_fund_step,
  foreign key (book, grant_id) references grant_recommendation (book, grant_id),
  constraint one_grant_of_default unique (book, grant_id),
  constraint default_grant_decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at) in (0, 3)),
  constraint default_grant_is_decided check ((state = 'proposed') = (decided_by is null)),
  constraint declined_with_a_reason check ((state = 'declined') = (decision_reason is not null)),
  constraint confirmed_default_has_its_grant check ((state = 'confirmed') = (grant_id is not null)),
  constraint two_people_for_a_default check (state <> 'confirmed' or decided_by <> proposed_by)
);
create unique index one_open_default_grant on default_grant (book, account_id) where state = 'proposed';
-- a letter, and what nobody answered to it, supports one grant
create unique index one_default_grant_of_letter on default_grant (book, letter_id) where state = 'confirmed';
create index default_grant_of_account on default_grant (book, account_id, proposed_at desc);

create trigger decision_is_final before update on default_grant for each row
  when (old.decided_at is not null) execute function refuse_final_change('the decision about a default grant');
create trigger append_only before update or delete on inactive_fund_step for each row execute function refuse_change();
create trigger append_only_truncate before truncate on inactive_fund_step for each statement execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['inactive_fund_step', 'default_grant'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;
grant select on inactive_fund_step, default_grant to portal;
grant insert (step_id, account_id, kind, note, letter, by_user, by_name, at) on inactive_fund_step to portal;
grant insert (default_grant_id, account_id, letter_id, charity_id, charity_name, amount_minor, reason, proposed_by, proposed_by_name,
  proposed_at) on default_grant to portal;
grant update (state, decided_by, decided_by_name, decided_at, decision_reason, grant_id) on default_grant to portal;

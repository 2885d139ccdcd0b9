-- What each import of a register changed, and what that means for what a book has pinned (docs/decisions/0088-register-changes.md).

-- Of every charity: the import cannot know what the books have. It is kept for 400 days.
create table register_change (
  import_id bigint not null,
  charity_id text not null,
  kinds text[] not null check (cardinality(kinds) > 0
    and kinds <@ '{gone,not-eligible,to-a-person,other-class,renamed,revived,eligible,on-register}'),
  before jsonb not null check (jsonb_typeof(before) = 'object' and octet_length(before::text) <= 4000),
  after jsonb not null check (jsonb_typeof(after) = 'object' and octet_length(after::text) <= 4000),
  primary key (import_id, charity_id)
);
grant select, insert, delete on register_change to registrar;
grant select on register_change to portal;

create function register_change_facts(c charity) returns jsonb language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('name', c.name, 'subsection', c.subsection, 'foundation', c.foundation, 'deductibility', c.deductibility,
    'status', c.status, 'removedOn', c.removed_on, 'leftOn', c.delisted_on, 'isUnread', c.unread_on is not null)
$$;
comment on function register_change_facts is 'What a register says about a charity, as far as something relies on it.';

-- How far a book has come with an import. No row: nobody has compared it yet.
create table register_comparison (
  book book_name not null default book(),
  import_id bigint not null,
  compared_at timestamptz not null,
  -- when each grant concerned was looked at; the mails are written then
  finished_at timestamptz,
  primary key (book, import_id)
);

create table register_change_review (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  import_id bigint not null,
  charity_id text not null,
  charity_name text not null,
  file_name text not null,
  file_date date not null,
  kinds text[] not null check (cardinality(kinds) > 0
    and kinds <@ '{gone,not-eligible,to-a-person,other-class,renamed,revived,eligible,on-register}'),
  -- whether schedules wait for the decision
  stops boolean not null,
  before jsonb not null,
  after jsonb not null,
  found_at timestamptz not null,
  -- continued: schedules go on; stopped: they wait on
  state text not null default 'open' check (state in ('open', 'continued', 'stopped')),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text check (btrim(reason) <> '' and length(reason) <= 1000),
  primary key (book, change_id),
  constraint one_review_of_change unique (book, import_id, charity_id),
  foreign key (book, import_id) references register_comparison,
  constraint decision_is_whole check (num_nulls(decided_by, decided_by_name, decided_at, reason) in (0, 4)),
  constraint decided_by_a_person check ((state = 'open') = (decided_by is null))
);
create index register_change_review_by_state on register_change_review (book, state, found_at, change_id);
create index register_change_review_of_charity on register_change_review (book, charity_id, import_id desc) where stops;

create table register_change_item (
  book book_name not null default book(),
  change_id uuid not null,
  what text not null check (what in ('grant', 'schedule', 'basket', 'draft', 'list', 'plan', 'payee', 'vetting')),
  object_id text not null check (length(object_id) between 1 and 60),
  account_id uuid,
  -- who set it up and is told, beside the donors; null: the donors alone
  set_up_by uuid,
  -- what the comparison did; null: a grant that was not looked at yet. to-return: it could not be returned to review yet, so it is looked at again
  effect text check (effect in ('flagged', 'waits', 'in-review', 'returned', 'to-return', 'unchanged')),
  primary key (book, change_id, what, object_id),
  foreign key (book, change_id) references register_change_review,
  foreign key (book, account_id) references fund_account (book, account_id),
  check ((what in ('payee', 'vetting')) = (account_id is null)),
  check (what = 'grant' or effect is not null)
);
create index register_change_item_to_look_at on register_change_item (book, change_id) where effect is null or effect = 'to-return';
create index register_change_item_of_account on register_change_item (book, account_id);

alter table register_comparison enable row level security;
alter table register_comparison force row level security;
alter table register_change_review enable row level security;
alter table register_change_review force row level security;
alter table register_change_item enable row level security;
alter table register_change_item force row level security;
create policy book_of_connection on register_comparison using (book = book()) with check (book = book());
create policy book_of_connection on register_change_review using (book = book()) with check (book = book());
create policy book_of_connection on register_change_item using (book = book()) with check (book = book());
grant select on register_comparison, register_change_review, register_change_item to portal;
grant insert (import_id, compared_at) on register_comparison to portal;
grant update (finished_at) on register_comparison to portal;
grant insert (import_id, charity_id, charity_name, file_name, file_date, kinds, stops, before, after, found_at) on register_change_review to portal;
grant update (state, decided_by, decided_by_name, decided_at, reason) on register_change_review to portal;
grant insert (change_id, what, object_id, account_id, set_up_by, effect) on register_change_item to portal;
grant update (effect) on register_change_item to portal;

-- A comparison returns grants to review and takes them out of a run that nobody has approved. No person does that, so the step names
-- the import instead of one.
alter table grant_history_entry alter column actor_user_id drop not null;
alter table grant_history_entry add column import_id bigint;
alter table grant_history_entry add constraint step_by_person_or_import
  check (num_nonnulls(actor_user_id, import_id) = 1 and (import_id is null or transition in ('unschedule', 'reopen')));
alter table payment_run_event alter column actor_user_id drop not null;
alter table payment_run_event add constraint event_by_person_or_import check (actor_user_id is not null or kind = 'removed');
grant insert (import_id) on grant_history_entry to portal;

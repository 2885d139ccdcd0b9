-- Requests to change the people of an account, which the sponsor's staff confirm (docs/decisions/0028-people-and-statuses.md).

create table relationship_request (
  book book_name not null default book(),
  request_id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null check (kind in ('add', 'end', 'change-role')),
  -- the relationship to end or to change
  relationship_id uuid,
  -- the role asked for
  account_role_code text check (account_role_code in ('donor', 'joint_donor', 'viewer', 'primary_advisor', 'banker',
    'service_team')),
  -- the person to add
  first_name text check (btrim(first_name) <> ''),
  last_name text check (btrim(last_name) <> ''),
  email text check (position('@' in email) > 1),
  requested_by uuid not null,
  requested_by_name text not null check (btrim(requested_by_name) <> ''),
  requested_by_side text not null check (requested_by_side in ('fund', 'sponsor')),
  requested_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'withdrawn')),
  decided_by uuid,
  decided_by_name text check (btrim(decided_by_name) <> ''),
  decided_at timestamptz,
  -- what the donors read about a request that was declined
  message text check (btrim(message) <> '' and length(message) <= 1000),
  primary key (book, request_id),
  foreign key (book, account_id) references fund_account,
  foreign key (book, relationship_id) references account_relationship,
  check ((kind = 'add') = (relationship_id is null)),
  check ((kind = 'end') = (account_role_code is null)),
  check (num_nulls(first_name, last_name, email) = case kind when 'add' then 0 else 3 end),
  check (num_nulls(decided_by, decided_by_name, decided_at) = case state when 'pending' then 3 else 0 end),
  check ((state = 'declined') = (message is not null)),
  check (decided_at >= requested_at),
  -- Nobody decides their own request (§14), and only its requester withdraws it.
  constraint not_own_request check ((decided_by = requested_by) = (state = 'withdrawn'))
);
-- A repeated request is one request.
create unique index one_request_to_add on relationship_request (book, account_id, account_role_code, lower(email), lower(first_name),
  lower(last_name)) where state = 'pending' and kind = 'add';
create unique index one_request_of_relationship on relationship_request (book, relationship_id) where state = 'pending';
create index relationship_request_queue on relationship_request (book, requested_at, request_id) where state = 'pending';
create index relationship_request_of_account on relationship_request (book, account_id) where state = 'pending';

alter table relationship_request enable row level security;
alter table relationship_request force row level security;
create policy book_of_connection on relationship_request using (book = book()) with check (book = book());
grant select, insert, update (state, decided_by, decided_by_name, decided_at, message) on relationship_request to portal;

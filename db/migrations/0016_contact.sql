-- Messages from /contact (docs/decisions/0020-contact-and-bot-check.md). They belong to the realm, because visitors have no
-- book and the staff who answer read the messages of all books.

create table contact_message (
  realm book_name not null default realm(),
  message_id uuid not null default uuidv7(),
  client text not null,
  -- the reference number: eight random digits, so that it does not reveal how many messages there are
  number integer not null check (number between 10000000 and 99999999),
  -- idempotency key of the draft
  draft_key uuid not null,
  topic text not null check (topic ~ '^[a-z][a-z-]{0,39}$'),
  message text not null check (btrim(message) <> '' and length(message) <= 4000),
  -- the signed-in person; null for a visitor
  user_id uuid,
  sender_name text not null check (length(sender_name) between 1 and 200 and sender_name !~ '[[:cntrl:]]'),
  sender_phone text check (length(sender_phone) <= 40 and sender_phone !~ '[[:cntrl:]]'),
  reply_to text not null check (reply_to ~ '^[^[:space:][:cntrl:]@,;<>"]+@[^[:space:][:cntrl:]@,;<>"]+$' and length(reply_to) <= 254),
  -- no foreign key: the book may be on another database server
  fund_book book_name,
  fund_id bigint,
  sent_at timestamptz not null,
  -- the state in the queue of people with the permission MESSAGE_ANSWER
  state text not null default 'new' check (state in ('new', 'in-progress', 'answered')),
  state_changed_at timestamptz not null,
  handled_by uuid,
  primary key (realm, message_id),
  unique (realm, number),
  unique (realm, draft_key),
  foreign key (realm, user_id) references app_user,
  foreign key (realm, handled_by) references app_user,
  check ((fund_book is null) = (fund_id is null)),
  check (fund_id is null or user_id is not null),
  check ((state = 'new') = (handled_by is null)),
  check (state_changed_at >= sent_at)
);
create index contact_message_queue on contact_message (realm, client, sent_at) where state <> 'answered';
create index contact_message_of_user on contact_message (realm, user_id) where user_id is not null;

alter table contact_message enable row level security;
alter table contact_message force row level security;
create policy realm_of_connection on contact_message to identity using (realm = realm()) with check (realm = realm());
grant select, insert, update (state, state_changed_at, handled_by) on contact_message to identity;

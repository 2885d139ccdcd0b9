-- Mails are stored by the job that composes them and sent by another job, so that an unavailable mail server loses none.
-- Without a mail server they stay here (docs/operate.md).

-- Mails about a book's accounts.
create table outgoing_mail (
  book book_name not null default book(),
  mail_id uuid not null default uuidv7(),
  client text not null,
  -- the kind of notice (src/contract/notice-kinds.ts)
  kind text not null,
  -- idempotency key: the composing job may run more than once
  cause text not null,
  -- the fund account that the mail is about
  account_id uuid,
  from_address text not null check (position('@' in from_address) > 1),
  to_address text not null check (position('@' in to_address) > 1),
  subject text not null check (subject !~ '[\r\n]'),
  -- the same letter as text and as HTML
  body text not null,
  html text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- how often sending failed since the mail was written or sent again by staff, and the last error
  attempts smallint not null default 0,
  failed_at timestamptz,
  failure text check (length(failure) <= 300),
  -- until then a job is sending the mail, so that no other job sends it too
  claimed_until timestamptz,
  primary key (book, mail_id),
  unique (book, cause),
  foreign key (book, account_id) references fund_account
);
create index outgoing_mail_newest on outgoing_mail (book, created_at desc);
-- what staff look for
create index outgoing_mail_failed on outgoing_mail (book, created_at desc) where sent_at is null;
alter table outgoing_mail enable row level security;
alter table outgoing_mail force row level security;
create policy book_of_connection on outgoing_mail using (book = book()) with check (book = book());
grant select, insert, update (sent_at, attempts, failed_at, failure, claimed_until) on outgoing_mail to portal;

-- Mails to people about signing in, and messages to the client's staff. They belong to the realm, because the connections
-- of books must not read the links and codes with which people sign in.
create table person_mail (
  realm book_name not null default realm(),
  mail_id uuid not null default uuidv7(),
  client text not null,
  kind text not null,
  -- idempotency key: the composing job may run more than once
  cause text not null,
  from_address text not null check (position('@' in from_address) > 1),
  to_address text not null check (position('@' in to_address) > 1),
  -- the address for replies, if it is not the client's
  reply_to text check (reply_to ~ '^[^[:space:][:cntrl:]@,;<>"]+@[^[:space:][:cntrl:]@,;<>"]+$'),
  subject text not null check (subject !~ '[\r\n]'),
  -- the same letter as text and as HTML
  body text not null,
  html text not null,
  -- the link or code that replaces {secret} in the body, encrypted with a key that is not in the database; deleted once the
  -- mail has been sent
  encrypted_secret text,
  -- after this time the mail is no longer sent
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- how often sending failed since the mail was written or sent again by staff, and the last error
  attempts smallint not null default 0,
  failed_at timestamptz,
  failure text check (length(failure) <= 300),
  -- until then a job is sending the mail, so that no other job sends it too
  claimed_until timestamptz,
  primary key (realm, mail_id),
  unique (realm, cause)
);
create index person_mail_newest on person_mail (realm, client, created_at desc);
create index person_mail_failed on person_mail (realm, client, created_at desc) where sent_at is null;
alter table person_mail enable row level security;
alter table person_mail force row level security;
create policy realm_of_connection on person_mail to identity using (realm = realm()) with check (realm = realm());
grant select, insert, update (sent_at, encrypted_secret, attempts, failed_at, failure, claimed_until) on person_mail to identity;

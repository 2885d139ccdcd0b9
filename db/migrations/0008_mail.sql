-- What the program writes to people. A mail is recorded by the job that composed it and sent by another, so that a
-- mail server that is away loses nothing; without one, mails stay here (docs/operate.md).
create table outgoing_mail (
  book book_name not null default book(),
  mail_id uuid not null default uuidv7(),
  -- composing runs at least once: what a second run would write again carries the same cause
  cause text not null,
  from_address text not null check (position('@' in from_address) > 1),
  to_address text not null check (position('@' in to_address) > 1),
  subject text not null check (subject !~ '[\r\n]'),
  body text not null,
  made_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (book, mail_id),
  unique (book, cause)
);
alter table outgoing_mail enable row level security;
alter table outgoing_mail force row level security;
create policy book_of_connection on outgoing_mail using (book = book()) with check (book = book());
grant select, insert, update (sent_at) on outgoing_mail to portal;

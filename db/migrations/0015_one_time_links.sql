-- One-time links and codes, and the mails of a realm (open-points 7: password set-up, forgotten user id, change of e-mail).

-- One a person and purpose: the newest takes the place of the one before, which so is worth nothing any more. What was sent
-- stands here as a keyed hash alone.
create table one_time_link (
  realm book_name not null default realm(),
  user_id uuid not null,
  purpose text not null check (purpose in ('set-password', 'change-email')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- the address that is to be proved; null where a password is to be set
  new_email text,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- wrong codes typed so far: a code is short, so that it bears few guesses
  failures integer not null default 0,
  used_at timestamptz,
  primary key (realm, user_id, purpose),
  unique (realm, token_hash),
  foreign key (realm, user_id) references app_user,
  check ((purpose = 'change-email') = (new_email is not null)),
  check (expires_at > made_at)
);

-- What the program writes to people about their sign-in. It belongs to the realm and not to a book (0008_mail.sql), whose
-- connections must not read what signs people in.
create table person_mail (
  realm book_name not null default realm(),
  mail_id uuid not null default uuidv7(),
  client text not null,
  -- composing runs at least once: what a second run would write again carries the same cause
  cause text not null,
  from_address text not null check (position('@' in from_address) > 1),
  to_address text not null check (position('@' in to_address) > 1),
  subject text not null check (subject !~ '[\r\n]'),
  body text not null,
  -- the link or code that belongs where the body says {secret}, sealed with a key that the database does not have; taken
  -- away once the mail is sent
  encrypted_secret text,
  -- from then on it is of no use to send it
  stale_at timestamptz,
  made_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (realm, mail_id),
  unique (realm, cause)
);
create index person_mail_newest on person_mail (realm, client, made_at desc);

do $$
declare
  name text;
begin
  foreach name in array array['one_time_link', 'person_mail'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant select, insert, update on one_time_link to identity;
grant select, insert, update (sent_at, encrypted_secret) on person_mail to identity;

-- Whom a mailed address belongs to (/forgot-user): one e-mail may be that of several people.
create index app_user_email on app_user (realm, lower(email));

-- By what a person proves that it is them, besides the password (open-points 8, docs/decisions/0013-second-factors.md).
-- Visible to the realm's own connection alone, like passwords.

-- A WebAuthn credential: good at one address (rp_id) alone.
create table passkey (
  realm book_name not null default realm(),
  passkey_id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- What the authenticator counts; those that do not count stay at 0.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  rp_id text not null,
  -- Whether its maker may copy it to the person's other devices.
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 100),
  added_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (realm, passkey_id),
  unique (realm, credential_id),
  foreign key (realm, user_id) references app_user
);
create index passkey_of_user on passkey (realm, user_id);

-- What a browser was asked to sign. A row is taken away by the answer, so it is good once.
create table passkey_challenge (
  realm book_name not null default realm(),
  challenge text not null,
  purpose text not null check (purpose in ('add', 'sign-in', 'step-up')),
  -- The session or the sign-in that asked.
  bound_to text not null,
  -- Null: whoever the passkey says.
  user_id uuid,
  expires_at timestamptz not null,
  primary key (realm, challenge),
  foreign key (realm, user_id) references app_user
);
create index passkey_challenge_bound on passkey_challenge (realm, bound_to);
create index passkey_challenge_expiry on passkey_challenge (realm, expires_at);

-- The secret that an app makes one-time codes of, sealed by a key of the program that the database does not have.
create table one_time_code (
  realm book_name not null default realm(),
  one_time_code_id uuid not null default uuidv7(),
  user_id uuid not null,
  encrypted_secret text not null,
  made_at timestamptz not null default now(),
  -- Null while no code of it has been shown.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: it and those before it are of no more use.
  last_step bigint,
  last_used_at timestamptz,
  primary key (realm, one_time_code_id),
  foreign key (realm, user_id) references app_user,
  check ((confirmed_at is null) = (last_step is null))
);
create unique index one_time_code_of_user on one_time_code (realm, user_id) where confirmed_at is not null;
create index one_time_code_begun on one_time_code (realm, user_id) where confirmed_at is null;

-- Codes on paper, as keyed hashes, each good once.
create table backup_code (
  realm book_name not null default realm(),
  user_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (realm, user_id, code_hash),
  foreign key (realm, user_id) references app_user
);

-- A browser that skips the second factor of one person for 30 days. Several people of one browser share its cookie.
create table remembered_device (
  realm book_name not null default realm(),
  device_id uuid not null default uuidv7(),
  user_id uuid not null,
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  name text not null check (length(name) between 1 and 100),
  registered_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (realm, device_id),
  unique (realm, secret_hash, user_id),
  foreign key (realm, user_id) references app_user
);
create index remembered_device_of_user on remembered_device (realm, user_id);

-- A sign-in at the embedded provider whose password was right and which waits for the second factor.
create table sign_in_attempt (
  realm book_name not null default realm(),
  interaction text not null,
  user_id uuid not null,
  wrong_guesses integer not null default 0,
  password_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (realm, interaction),
  foreign key (realm, user_id) references app_user
);
create index sign_in_attempt_expiry on sign_in_attempt (realm, expires_at);

-- How the person of a session signed in: methods as RFC 8176 names them, and what they amount to.
alter table session
  add column amr text[] not null default '{}',
  add column acr text;

do $$
declare
  name text;
begin
  foreach name in array array['passkey', 'passkey_challenge', 'one_time_code', 'backup_code', 'remembered_device',
                              'sign_in_attempt'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant select, insert, update, delete on passkey, one_time_code, backup_code, remembered_device, sign_in_attempt to identity;
grant select, insert, delete on passkey_challenge to identity;

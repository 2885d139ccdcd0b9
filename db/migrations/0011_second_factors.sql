-- Passkeys and second factors (§11, docs/decisions/0013-second-factors.md). Only the realm's connection has access.

-- A WebAuthn credential. It works at one relying party (rp_id).
create table passkey (
  realm book_name not null default realm(),
  passkey_id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- the authenticator's signature counter; 0 if it has none
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  rp_id text not null,
  -- whether it may be synchronized to other devices (backup eligible)
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 100),
  added_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (realm, passkey_id),
  unique (realm, credential_id),
  foreign key (realm, user_id) references app_user
);
create index passkey_of_user on passkey (realm, user_id);

-- A WebAuthn challenge. The response deletes the row, so each challenge works once.
create table passkey_challenge (
  realm book_name not null default realm(),
  challenge text not null,
  purpose text not null check (purpose in ('add', 'sign-in', 'step-up')),
  -- the session or the sign-in that requested it
  bound_to text not null,
  -- null: the passkey identifies the person
  user_id uuid,
  expires_at timestamptz not null,
  primary key (realm, challenge),
  foreign key (realm, user_id) references app_user
);
create index passkey_challenge_bound on passkey_challenge (realm, bound_to);
create index passkey_challenge_expiry on passkey_challenge (realm, expires_at);

-- The TOTP secret of an authenticator app, encrypted with a key that is not in the database.
create table one_time_code (
  realm book_name not null default realm(),
  one_time_code_id uuid not null default uuidv7(),
  user_id uuid not null,
  encrypted_secret text not null,
  created_at timestamptz not null default now(),
  -- null until the person has entered a first code
  confirmed_at timestamptz,
  -- the time step of the last accepted code: codes of this and earlier steps are rejected
  last_step bigint,
  last_used_at timestamptz,
  primary key (realm, one_time_code_id),
  foreign key (realm, user_id) references app_user,
  check ((confirmed_at is null) = (last_step is null))
);
create unique index one_time_code_of_user on one_time_code (realm, user_id) where confirmed_at is not null;
create index one_time_code_unconfirmed on one_time_code (realm, user_id) where confirmed_at is null;

-- Backup codes as keyed hashes. Each works once.
create table backup_code (
  realm book_name not null default realm(),
  user_id uuid not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (realm, user_id, code_hash),
  foreign key (realm, user_id) references app_user
);

-- A browser in which a person skips the second factor for 30 days. People who share a browser share its cookie.
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

-- A sign-in at the embedded provider with a correct password that still needs the second factor.
create table sign_in_attempt (
  realm book_name not null default realm(),
  interaction text not null,
  user_id uuid not null,
  failed_attempts integer not null default 0,
  password_verified_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (realm, interaction),
  foreign key (realm, user_id) references app_user
);
create index sign_in_attempt_expiry on sign_in_attempt (realm, expires_at);

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

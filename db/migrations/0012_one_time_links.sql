-- One-time links and codes: password set-up, change of e-mail address.

-- One row for each person and purpose: a new link replaces the previous one. The token is stored as a keyed hash.
create table one_time_link (
  realm book_name not null default realm(),
  user_id uuid not null,
  purpose text not null check (purpose in ('set-password', 'change-email')),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- the address to verify; null for set-password
  new_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- wrong codes entered so far: codes are short, so few attempts are allowed
  failures integer not null default 0,
  used_at timestamptz,
  primary key (realm, user_id, purpose),
  unique (realm, token_hash),
  foreign key (realm, user_id) references app_user,
  check ((purpose = 'change-email') = (new_email is not null)),
  check (expires_at > created_at)
);

alter table one_time_link enable row level security;
alter table one_time_link force row level security;
create policy realm_of_connection on one_time_link to identity using (realm = realm()) with check (realm = realm());
grant select, insert, update on one_time_link to identity;

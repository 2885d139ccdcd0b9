-- People, their passwords and their sessions. People belong to a realm, not to a book. A book's connection reads only the
-- columns that identify the signed-in person. Only the realm's own connection can read credentials.

create table app_user (
  realm book_name not null default realm(),
  user_id uuid not null default uuidv7(),
  sso_id text not null check (sso_id = lower(btrim(sso_id)) and sso_id <> ''),
  email text not null check (position('@' in email) > 1),
  first_name text not null,
  last_name text not null,
  has_access boolean not null,
  force_email_change boolean not null default false,
  -- the currency that the next login starts with, at a client with two books; null: the person did not ask for it (§4)
  remembered_currency currency_code,
  created_at timestamptz not null default now(),
  primary key (realm, user_id),
  unique (realm, sso_id)
);

create table user_role (
  realm book_name not null default realm(),
  user_id uuid not null,
  role_code text not null check (role_code in ('super_user', 'auditor', 'content_editor')),
  -- null: all actions of the role; otherwise the subset granted to this person (§14)
  actions text[],
  primary key (realm, user_id, role_code),
  foreign key (realm, user_id) references app_user
);

create table password_credential (
  realm book_name not null default realm(),
  user_id uuid not null,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  primary key (realm, user_id),
  foreign key (realm, user_id) references app_user
);

-- A signed-in browser (§11). The token names the row, and the HttpOnly cookie authenticates the browser.
create table session (
  realm book_name not null default realm(),
  session_id uuid not null default uuidv7(),
  user_id uuid not null,
  client text not null,
  cookie_hash bytea not null check (octet_length(cookie_hash) = 32),
  -- A step-up replaces the cookie's secret, and each hour does. The former one is valid until 30 s after the first use of the new one,
  -- because requests with it may be on their way and the reply with the new one may be lost.
  former_cookie_hash bytea check (octet_length(former_cookie_hash) = 32),
  cookie_replaced_at timestamptz,
  cookie_used_at timestamptz,
  id_token text,
  login_currency currency_code,
  -- what the person views now; a reload and a new tab start with it (§4)
  chosen_currency currency_code,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- the person's subject and session id at the identity provider: back-channel logout finds the session by them
  provider_subject text check (length(provider_subject) between 1 and 500),
  provider_sid text check (length(provider_sid) between 1 and 500),
  -- authentication methods as RFC 8176 names them, and the assurance level that they reach
  amr text[] not null default '{}',
  acr text,
  -- when the person last verified a factor (docs/decisions/0015-step-up.md)
  factor_verified_at timestamptz,
  -- shown in the person's list of sessions
  browser text check (length(browser) between 1 and 80),
  address inet,
  provider text check (length(provider) between 1 and 80),
  primary key (realm, session_id),
  unique (realm, cookie_hash),
  foreign key (realm, user_id) references app_user,
  check ((ended_at is null) = (end_reason is null)),
  check ((former_cookie_hash is null) = (cookie_replaced_at is null)),
  check (cookie_used_at is null or cookie_replaced_at is not null)
);
create index session_of_former_cookie on session (realm, former_cookie_hash) where former_cookie_hash is not null;
create index session_of_user on session (realm, user_id) where ended_at is null;
create index session_of_subject on session (realm, provider_subject) where ended_at is null and provider_subject is not null;
create index session_of_sid on session (realm, provider_sid) where ended_at is null and provider_sid is not null;

-- The storage of the embedded OpenID provider (oidc-provider's adapter): one row for each model instance.
create table oidc_payload (
  realm book_name not null default realm(),
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (realm, model, id)
);
create index oidc_payload_grant on oidc_payload (realm, grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (realm, model, uid) where uid is not null;
create index oidc_payload_expiry on oidc_payload (expires_at);

-- Signing keys and other secrets that all instances of the server share.
create table realm_secret (
  realm book_name not null default realm(),
  name text not null,
  value jsonb not null,
  created_at timestamptz not null default now(),
  primary key (realm, name)
);

-- Rate limits of sign-ins, one row for each subject (user id or network address), shared by all instances of the server.
create table sign_in_rate_limit (
  realm book_name not null default realm(),
  subject_hash bytea not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  last_failure_at timestamptz not null default now(),
  primary key (realm, subject_hash)
);

-- Finds people by e-mail address (/forgot-user). Several people may share one address.
create index app_user_email on app_user (realm, lower(email));

do $$
declare
  name text;
begin
  foreach name in array array['app_user', 'user_role', 'password_credential', 'session', 'oidc_payload',
                              'realm_secret', 'sign_in_rate_limit'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
  -- A book sees the people of its own realm, limited to the columns granted below. The subquery runs once per statement.
  foreach name in array array['app_user', 'user_role', 'session'] loop
    execute format('create policy realm_of_book on %I for select to portal using (realm = (select b.realm from book b where b.book = book()))', name);
  end loop;
end $$;

grant select, insert, update on app_user, session, password_credential, sign_in_rate_limit to identity;
grant select, insert, update, delete on user_role, oidc_payload to identity;
grant delete on sign_in_rate_limit to identity;
grant select, insert on realm_secret to identity;

grant select (realm, user_id, sso_id, email, first_name, last_name, has_access, force_email_change) on app_user to portal;
grant select (realm, user_id, role_code, actions) on user_role to portal;
grant select (realm, session_id, user_id, client, cookie_hash, former_cookie_hash, cookie_replaced_at, cookie_used_at, created_at,
    last_seen_at, expires_at, ended_at, factor_verified_at)
  on session to portal;

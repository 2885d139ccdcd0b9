-- People belong to a realm, not to a book (open-points 1). The portal's book connections read just enough of a
-- session to know who is asking; credentials are visible to the realm's own connection alone.

create table app_user (
  realm book_name not null default realm(),
  user_id uuid not null default uuidv7(),
  sso_id text not null check (sso_id = lower(btrim(sso_id)) and sso_id <> ''),
  email text not null check (position('@' in email) > 1),
  first_name text not null,
  last_name text not null,
  has_access boolean not null,
  force_email_change boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (realm, user_id),
  unique (realm, sso_id)
);

create table user_role (
  realm book_name not null default realm(),
  user_id uuid not null,
  role_code text not null check (role_code in ('super_user', 'auditor', 'content_editor')),
  -- null: all of the role's actions; otherwise the subset that this member of staff holds (open-points 3)
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

-- A signed-in browser. The token names the row; the HttpOnly cookie proves the browser (open-points 8).
create table session (
  realm book_name not null default realm(),
  session_id uuid not null default uuidv7(),
  user_id uuid not null,
  client text not null,
  cookie_hash bytea not null check (octet_length(cookie_hash) = 32),
  id_token text,
  login_currency currency_code,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (realm, session_id),
  unique (realm, cookie_hash),
  foreign key (realm, user_id) references app_user,
  check ((ended_at is null) = (end_reason is null))
);
create index session_of_user on session (realm, user_id) where ended_at is null;

-- What the embedded OpenID provider keeps (oidc-provider's adapter), one row a model instance.
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

-- Signing keys and other secrets that every copy of the program must share, per realm.
create table realm_secret (
  realm book_name not null default realm(),
  name text not null,
  value jsonb not null,
  created_at timestamptz not null default now(),
  primary key (realm, name)
);

-- Throttling of sign-ins: one row a subject (user id or address), so that copies of the program agree.
create table sign_in_throttle (
  realm book_name not null default realm(),
  subject_hash bytea not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  last_failure_at timestamptz not null default now(),
  primary key (realm, subject_hash)
);

-- Who signed in, failed, was signed out: append-only.
create table sign_in_event (
  realm book_name not null default realm(),
  event_id uuid not null default uuidv7(),
  user_id uuid,
  kind text not null,
  at timestamptz not null default now(),
  address inet,
  detail jsonb not null default '{}',
  primary key (realm, event_id)
);
create trigger append_only before update or delete on sign_in_event for each row execute function refuse_change();
create trigger append_only_truncate before truncate on sign_in_event for each statement execute function refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['app_user', 'user_role', 'password_credential', 'session', 'oidc_payload',
                              'realm_secret', 'sign_in_throttle', 'sign_in_event'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
  -- A book sees the people of its own realm, as far as the column rights below let it; the sub-select runs once a statement.
  foreach name in array array['app_user', 'user_role', 'session'] loop
    execute format('create policy realm_of_book on %I for select to portal using (realm = (select b.realm from book b where b.book = book()))', name);
  end loop;
end $$;

grant select, insert, update on app_user, session, password_credential, sign_in_throttle to identity;
grant select, insert, update, delete on user_role, oidc_payload to identity;
grant delete on sign_in_throttle to identity;
grant select, insert on realm_secret, sign_in_event to identity;

grant select (realm, user_id, sso_id, email, first_name, last_name, has_access, force_email_change) on app_user to portal;
grant select (realm, user_id, role_code, actions) on user_role to portal;
grant select (realm, session_id, user_id, client, cookie_hash, last_seen_at, expires_at, ended_at)
  on session to portal;

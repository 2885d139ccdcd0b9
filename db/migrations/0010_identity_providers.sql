-- Banks' own identity providers (§11, docs/decisions/0012-identity-providers.md). Only the realm's connection has access.

-- Links a provider's subject to a person. The first sign-in creates the link by the claim that the client's configuration
-- names. Later sign-ins use the subject only, so an e-mail address that the provider reassigns gives nobody access.
create table user_identity (
  realm book_name not null default realm(),
  kind text not null check (kind in ('openid', 'saml')),
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 500),
  user_id uuid not null,
  linked_at timestamptz not null default now(),
  primary key (realm, kind, issuer, subject),
  -- one subject per person and provider
  unique (realm, kind, issuer, user_id),
  foreign key (realm, user_id) references app_user
);
create index user_identity_user on user_identity (realm, user_id);

-- The replay guard: ids that are accepted once only, shared by all instances of the server. A row stores a hash and is
-- needed until the id expires.
create table used_nonce (
  realm book_name not null default realm(),
  kind text not null check (kind in ('auth-request', 'assertion', 'logout', 'bot-check')),
  id_hash bytea not null check (octet_length(id_hash) = 32),
  expires_at timestamptz not null,
  primary key (realm, kind, id_hash)
);
create index used_nonce_expiry on used_nonce (realm, expires_at);

do $$
declare
  name text;
begin
  foreach name in array array['user_identity', 'used_nonce'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy realm_of_connection on %I to identity using (realm = realm()) with check (realm = realm())', name);
  end loop;
end $$;

grant select, insert, delete on user_identity, used_nonce to identity;

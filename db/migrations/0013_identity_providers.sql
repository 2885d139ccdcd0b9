-- Banks' own identity providers (open-points 8, docs/decisions/0012-identity-providers.md). Visible to the realm's own
-- connection alone.

-- Whom a provider means by a subject. Written at the first sign-in by what the client's configuration names, and from then on
-- the one thing that counts: a name or an address that the provider gives to somebody else opens nothing.
create table user_identity (
  realm book_name not null default realm(),
  kind text not null check (kind in ('openid', 'saml')),
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 500),
  user_id uuid not null,
  linked_at timestamptz not null default now(),
  primary key (realm, kind, issuer, subject),
  -- One subject a person at each provider: a second one that claims to be them is refused.
  unique (realm, kind, issuer, user_id),
  foreign key (realm, user_id) references app_user
);
create index user_identity_user on user_identity (realm, user_id);

-- What a provider's word was good for once, so that every copy of the program knows that it was used: a journey, an
-- assertion, a logout token. Kept as a hash, until it would have expired anyway.
create table used_nonce (
  realm book_name not null default realm(),
  kind text not null check (kind in ('journey', 'assertion', 'logout')),
  id_hash bytea not null check (octet_length(id_hash) = 32),
  expires_at timestamptz not null,
  primary key (realm, kind, id_hash)
);
create index used_nonce_expiry on used_nonce (realm, expires_at);

-- What the provider calls the person and their session there, so that its back-channel logout finds ours.
alter table session
  add column provider_subject text check (length(provider_subject) between 1 and 500),
  add column provider_sid text check (length(provider_sid) between 1 and 500);
create index session_of_subject on session (realm, provider_subject) where ended_at is null and provider_subject is not null;
create index session_of_sid on session (realm, provider_sid) where ended_at is null and provider_sid is not null;

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

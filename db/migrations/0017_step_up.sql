-- When the person of a session last proved that it is them (docs/decisions/0015-step-up.md), and what the list of
-- their sessions shows of each: the browser by its short name, the address, the identity provider.
alter table session
  add column factor_at timestamptz,
  add column browser text check (length(browser) between 1 and 80),
  add column address inet,
  add column provider text check (length(provider) between 1 and 80);

-- Commands ask for it in the same read that says who is asking (src/server/auth/load-principal.ts).
grant select (factor_at) on session to portal;

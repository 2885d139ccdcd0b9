-- What ends soon, as the nightly check of each realm found it (docs/decisions/0102-settings-on-screen.md): the pages of staff read it.

create table ending_check (
  realm book_name not null default realm(),
  checked_at timestamptz not null,
  -- each with its key, its sentence, and when it ends
  endings jsonb not null check (jsonb_typeof(endings) = 'array' and octet_length(endings::text) <= 131072),
  primary key (realm)
);
alter table ending_check enable row level security, force row level security;
create policy realm_of_connection on ending_check to identity using (realm = realm()) with check (realm = realm());
grant select on ending_check to identity;
grant insert (checked_at, endings), update (checked_at, endings) on ending_check to identity;

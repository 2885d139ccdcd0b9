-- The filters of a list of the staff that a person stored under a name (src/features/saved-views). They are nobody else's, and 30 of a
-- list at most.

create table saved_view (
  book book_name not null default book(),
  view_id uuid not null default uuidv7(),
  user_id uuid not null,
  list text not null check (list in ('all-grants', 'entries')),
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 6000),
  place integer not null check (place between 1 and 30),
  saved_at timestamptz not null,
  primary key (book, view_id),
  constraint one_place_of_saved_view unique (book, user_id, list, place)
);
create unique index one_name_of_saved_view on saved_view (book, user_id, list, lower(name));

alter table saved_view enable row level security, force row level security;
create policy book_of_connection on saved_view using (book = book()) with check (book = book());
grant select, delete on saved_view to portal;
grant insert (user_id, list, name, filters, place, saved_at), update (name, filters, saved_at) on saved_view to portal;

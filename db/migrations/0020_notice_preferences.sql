-- The kinds of notice that a person has switched off. Only kinds that allow it are stored (src/contract/notice-kinds.ts).
create table notice_switched_off (
  realm book_name not null default realm(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z-]{1,60}$'),
  primary key (realm, user_id, kind),
  foreign key (realm, user_id) references app_user
);
alter table notice_switched_off enable row level security;
alter table notice_switched_off force row level security;
create policy realm_of_connection on notice_switched_off to identity using (realm = realm()) with check (realm = realm());
-- The jobs of a book write its notices.
create policy realm_of_book on notice_switched_off for select to portal
  using (realm = (select b.realm from book b where b.book = book()));
grant select, insert, delete on notice_switched_off to identity;
grant select on notice_switched_off to portal;

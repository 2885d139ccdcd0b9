-- People who were added to an account before they had a login, and the mail that invites them. The row is written with the
-- person, and the mail by a job once an account is theirs, so a crash between realm and book leaves nobody without the mail.

create table invitation (
  realm book_name not null default realm(),
  user_id uuid not null,
  client text not null,
  invited_at timestamptz not null,
  mailed_at timestamptz,
  primary key (realm, user_id),
  foreign key (realm, user_id) references app_user,
  check (mailed_at >= invited_at)
);
create index invitation_to_mail on invitation (realm, invited_at) where mailed_at is null;

alter table invitation enable row level security;
alter table invitation force row level security;
create policy realm_of_connection on invitation to identity using (realm = realm()) with check (realm = realm());
grant select, insert, update (mailed_at) on invitation to identity;

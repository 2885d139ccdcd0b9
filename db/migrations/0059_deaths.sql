-- A death is a fact about a person (docs/decisions/0047-estate-cases.md): each of their accounts has a case, all opened with the first one, and
-- the confirmation of one ends the person's login.

-- 1. A death certificate has a type of its own.
alter table document drop constraint document_type_check;
alter table document add constraint document_type_check check (type in ('statement', 'contribution', 'application', 'identity', 'tax',
  'agreement', 'instruction', 'death-certificate', 'correspondence', 'other'));

-- 2. The cases of one death.

-- The case with which the death was reported, which may be in another book; null: this one.
alter table estate_case add column opened_with uuid;
alter table estate_case add constraint opened_with_is_of_death check (opened_with is null or kind = 'death');
create unique index one_case_of_death on estate_case (book, opened_with, account_id) where opened_with is not null;
create index case_of_person on estate_case (book, party_id) where party_id is not null;

-- A book has no documents of another one: there the certificate is named with the confirmation, once.
alter table estate_case alter column document_id drop not null;
alter table estate_case add constraint confirmed_with_document
  check (document_id is not null or opened_with is not null and state in ('opened', 'cancelled'));
grant update (document_id) on estate_case to portal;
create trigger document_is_final before update of document_id on estate_case for each row
  when (old.document_id is not null and new.document_id is distinct from old.document_id)
  execute function refuse_final_change('the document of a case');

-- 3. The login of a person whose death two people confirmed. No role of the server may change who logs in (0052_roles_and_events.sql), so
-- a trigger withdraws the access, as the owner, to which policies apply too. Nothing gives it back.
create policy realm_of_book_owner on app_user for select to current_user using (realm = (select b.realm from book b where b.book = book()));
create policy end_of_login_owner on app_user for update to current_user using (realm = (select b.realm from book b where b.book = book()));

create function end_login_of_deceased() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  with ended as (
    update app_user u set has_access = false
      from party p join book b on b.book = p.book
      where p.book = new.book and p.party_id = new.party_id and u.realm = b.realm and u.user_id = p.user_id and u.has_access
      returning u.realm, u.user_id
  )
  -- Session and address are those of the command that confirms.
  insert into audit_inbox (realm, kind, user_id, actor_user_id, session_id, address, at, detail)
    select e.realm, 'access-ended', e.user_id, new.confirmed_by, nullif(current_setting('almoner.command_session', true), '')::uuid,
        nullif(current_setting('almoner.command_address', true), '')::inet, new.confirmed_at,
        jsonb_build_object('book', new.book, 'case', new.case_id, 'operator', new.confirmed_by_name, 'reason', 'death')
      from ended e;
  return null;
end $$;
revoke all on function end_login_of_deceased() from public;
comment on function end_login_of_deceased is
  'Ends the login of a person whose death two people confirmed, in the transaction of the confirmation, and records it with the case. Sessions and ways to log in end by a job.';
create trigger end_login after update of confirmed_at on estate_case for each row
  when (new.kind = 'death' and old.confirmed_at is null and new.confirmed_at is not null) execute function end_login_of_deceased();

-- Contact data of a person with a login are shown to the others on an account once that person has accepted the relationship
-- (docs/decisions/0059-contact-sharing.md).

alter table account_relationship
  -- not-asked: the person had no login, so their contact data are the book's own; with a login they count as not shared
  add column contact_sharing text not null default 'not-asked'
    check (contact_sharing in ('not-asked', 'waiting', 'accepted', 'declined')),
  -- when the person, or staff who confirmed the relationship, decided
  add column contact_decided_at timestamptz,
  -- The person as they were named by whoever added them. Others read this until the person accepts, because the login's own spelling
  -- would tell that there is a login.
  add column entered_first_name text check (length(entered_first_name) <= 200),
  add column entered_last_name text check (btrim(entered_last_name) <> '' and length(entered_last_name) <= 200),
  add column entered_email text check (position('@' in entered_email) > 1),
  add constraint contact_decision check ((contact_decided_at is not null) = (contact_sharing in ('accepted', 'declined'))),
  add constraint entered_person
    check (num_nulls(entered_first_name, entered_last_name, entered_email) = 0 or contact_sharing in ('not-asked', 'accepted'));

-- Relationships that exist now count as accepted.
update account_relationship r set contact_sharing = 'accepted', contact_decided_at = now()
  from party p where p.book = r.book and p.party_id = r.party_id and p.user_id is not null;

-- What waits for one person's decision.
create index contact_waiting on account_relationship (book, party_id) where contact_sharing = 'waiting' and ended_at is null;

-- An invitation moves a relationship from a person without a login to the one with the login.
create function refuse_other_person() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from party p where p.book = old.book and p.party_id = old.party_id and p.user_id is null)
    or not exists (select from party p where p.book = new.book and p.party_id = new.party_id and p.user_id is not null)
    or new.contact_sharing <> 'waiting' then
    raise exception 'the relationship % belongs to another person', old.relationship_id
      using errcode = 'integrity_constraint_violation', constraint = 'relationship_keeps_person';
  end if;
  return new;
end $$;
create trigger relationship_keeps_person before update of party_id on account_relationship for each row
  when (new.party_id is distinct from old.party_id) execute function refuse_other_person();

grant update (party_id, contact_sharing, contact_decided_at, entered_first_name, entered_last_name, entered_email)
  on account_relationship to portal;

-- The names of donors as others may read them: as they were entered until the person accepts.
create or replace function names_of_donors(account uuid) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  with person as (
    select p.party_id, r.account_role_code, r.relationship_id,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_first_name else coalesce(u.first_name, p.first_name) end
          as first_name,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_last_name else coalesce(u.last_name, p.last_name) end
          as last_name,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_first_name || ' ' || r.entered_last_name
          else coalesce(u.first_name || ' ' || u.last_name, p.name) end as name
      from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
        left join app_user u on u.user_id = p.user_id
      where r.account_id = account and r.ended_at is null and r.account_role_code in ('donor', 'joint_donor')
  ), donor as (
    select (array_agg(first_name order by account_role_code, relationship_id))[1] as first_name,
        (array_agg(last_name order by account_role_code, relationship_id))[1] as last_name,
        (array_agg(name order by account_role_code, relationship_id))[1] as name,
        row_number() over (order by min(account_role_code), min(relationship_id::text)) as place
      from person group by party_id
  ), family as (
    select count(distinct last_name) = 1 and bool_and(first_name is not null and last_name is not null) as is_one,
        min(last_name) as last_name
      from donor
  ), named as (
    select array_agg(case when f.is_one then d.first_name else d.name end order by d.place) as names,
        case when f.is_one then ' ' || f.last_name else '' end as surname
      from donor d, family f group by f.is_one, f.last_name
  )
  select case when cardinality(names) = 1 then names[1]
      else array_to_string(names[:cardinality(names) - 1], ', ') || ' and ' || names[cardinality(names)] end || surname
    from named
$$;

alter table change_record drop constraint change_record_kind_check;
alter table change_record add constraint change_record_kind_check check (kind in ('account-opened', 'account-renamed', 'account-status-set',
  'advisor-granting-set', 'endowment-set', 'legacy-plan-saved', 'relationship-added', 'relationship-ended', 'relationship-invited',
  'contact-sharing-set', 'person-updated', 'schedule-made', 'schedule-changed'));

-- How often a person or a network caused a mail to an address on a day, shared by all instances of the server. Keyed hashes, so that
-- the table tells no address (src/server/mail/mail-limit.ts).
create table caused_mail (
  realm book_name not null default realm(),
  day date not null,
  sender_hash bytea not null check (octet_length(sender_hash) = 32),
  -- that of the empty address counts the sender's mails to all of them
  address_hash bytea not null check (octet_length(address_hash) = 32),
  mails smallint not null check (mails between 1 and 1000),
  primary key (realm, day, sender_hash, address_hash)
);
alter table caused_mail enable row level security;
alter table caused_mail force row level security;
create policy realm_of_connection on caused_mail to identity using (realm = realm()) with check (realm = realm());
grant select, insert, update (mails), delete on caused_mail to identity;

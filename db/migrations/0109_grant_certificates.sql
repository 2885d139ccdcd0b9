-- What the recommendation, the approval and the payment of each grant relied on, as a chain of certificates in each book
-- (docs/decisions/0086-grant-certificates.md).

create index register_import_file_of_name on register_import_file (file_name, file_date);

create table grant_certificate (
  book book_name not null,
  number bigint not null check (number > 0),
  grant_id uuid not null,
  step smallint not null check (step > 0),
  -- JSON in the canonical form of RFC 8785, so that its digest can be computed by anybody; it contains the digest of its predecessor
  certificate text not null check (octet_length(certificate) <= 65536),
  -- in the same form: what the donor does not read; the certificate has its digest
  internal text not null check (octet_length(internal) <= 1048576),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (book, number),
  constraint one_certificate_of_step unique (book, grant_id, step)
);

create table grant_certificate_inbox (
  book book_name not null,
  grant_id uuid not null,
  step smallint not null,
  record text not null,
  internal text not null,
  primary key (book, grant_id, step),
  foreign key (book, grant_id, step) references grant_history_entry (book, grant_id, step)
);

create function certificate_time(at timestamptz) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
comment on function certificate_time is 'An instant as a certificate has it, in UTC.';

create function class_of_foundation_code(code text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case code
    when '10' then '509(a)(1), church: 170(b)(1)(A)(i)'
    when '11' then '509(a)(1), school: 170(b)(1)(A)(ii)'
    when '12' then '509(a)(1), hospital or medical research: 170(b)(1)(A)(iii)'
    when '13' then '509(a)(1), for a state college or university: 170(b)(1)(A)(iv)'
    when '14' then '509(a)(1), governmental unit: 170(b)(1)(A)(v)'
    when '15' then '509(a)(1), publicly supported: 170(b)(1)(A)(vi)'
    when '16' then '509(a)(2)'
    when '17' then '509(a)(3), supporting organization, type not stated'
    when '18' then '509(a)(4)'
    when '21' then '509(a)(3), supporting organization, Type I'
    when '22' then '509(a)(3), supporting organization, Type II'
    when '23' then '509(a)(3), supporting organization, Type III functionally integrated'
    when '24' then '509(a)(3), supporting organization, Type III not functionally integrated'
  end
$$;
comment on function class_of_foundation_code is
  'The 509(a) class, with the type of a supporting organization, for the foundation code of the IRS file; null for one that names no class.';

-- Selected columns are in alphabetical order and no value is a number with a fraction, so that row_to_json returns the canonical form of RFC 8785.
create function certify_grant_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  realm_of_book text;
  currency_of_book text;
  evidence jsonb := coalesce(new.evidence, '{}');
  vetting_of_evidence uuid := substr(evidence -> 'basis' ->> 'vetting', 9)::uuid;
  internal_text text;
begin
  select b.realm, b.currency into realm_of_book, currency_of_book from book b where b.book = new.book;
  select row_to_json(i)::text into internal_text from (
    select
      (evidence ->> 'controlsSupported')::boolean as "controlsSupported",
      (select d from (select new.actor_name as name, new.on_behalf_of as "onBehalfOf", new.actor_side as side, new.actor_user_id as "userId") d)
        as "decidedBy",
      array(select p from (select encode(v.sha256, 'hex') as digest, v.name from charity_vetting_paper v
        where v.realm = realm_of_book and v.vetting_id = vetting_of_evidence order by v.paper_id limit 100) p) as papers,
      new.reason,
      -- The digest would otherwise let a donor test guesses.
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') as salt,
      array(select s from (
        select
            array(select f from (select certificate_time(x.decided_at) as "decidedAt", x.decided_by_name as "decidedBy", x.finding_id as id,
                x.listed_name as "listedName", x.our_name as "ourName", x.reason, x.state
              from screening_finding x
              where x.realm = realm_of_book and x.subject_kind = y.subject_kind and x.subject_id = y.subject_id and x.list = d.list
                and x.state <> 'gone'
              order by x.finding_id limit 20) f) as findings,
            d.list, v.list_date as "listDate", v.digest as "listDigest", d.matcher_version as matcher,
            d.names, certificate_time(d.screened_at) as "screenedAt", d.subject_id as "subjectId", d.subject_kind as "subjectKind",
            d.version_id::text as version
          from screened_for_grants(array[new.grant_id]) y
            join screened_subject d on d.realm = realm_of_book and d.subject_kind = y.subject_kind and d.subject_id = y.subject_id
            join sanctions_list_version v on v.version_id = d.version_id
          order by d.subject_kind, d.subject_id, d.list limit 200) s) as screening,
      (select w from (select certificate_time(v.decided_at) as "decidedAt", v.expires_on as "expiresOn", v.vetting_id as id
        from charity_vetting v where v.realm = realm_of_book and v.vetting_id = vetting_of_evidence) w) as vetting
  ) i;
  insert into grant_certificate_inbox (book, grant_id, step, record, internal)
    select new.book, new.grant_id, new.step, row_to_json(r)::text, internal_text from (
      select
        (select c from (select evidence ->> 'registerAddress' as address,
          class_of_foundation_code(evidence -> 'basis' ->> 'foundation') as class509,
          evidence -> 'basis' ->> 'deductibility' as "deductibilityCode",
          evidence -> 'basis' ->> 'foundation' as "foundationCode",
          coalesce(evidence ->> 'name', g.charity_name) as name,
          coalesce(evidence ->> 'charityId', g.charity_id) as number,
          evidence ->> 'register' as register,
          evidence -> 'basis' ->> 'status' as status,
          evidence -> 'basis' ->> 'subsection' as "subsectionCode") c) as charity,
        (select d from (select certificate_time(new.at) as at, case when new.actor_side = 'fund' then new.actor_name end as by,
          new.message, new.actor_side as side, new.step, new.transition as what) d) as decision,
        (select e from (select evidence ->> 'outcome' as outcome, evidence ->> 'readAt' as "readAt", evidence ->> 'reason' as reason) e)
          as eligibility,
        (select h from (select g.amount_minor::text as "amountMinor", currency_of_book as currency, a.fund_id::text as "fundId", g.grant_id as id,
          g.recommended_on as "recommendedOn", g.transaction_id::text as "transactionId") h) as "grant",
        encode(sha256(convert_to(internal_text, 'UTF8')), 'hex') as "internalDigest",
        (select f from (select
          (select i.sha256 from register_import_file i
            where i.file_name = evidence ->> 'sourceFile' and i.file_date = (evidence ->> 'fileDate')::date
            order by i.import_id desc limit 1) as digest,
          evidence ->> 'sourceFile' as file, evidence ->> 'fileDate' as "fileDate", evidence ->> 'sourceLine' as line) f) as register,
        1 as version
      from grant_recommendation g join fund_account a on a.book = g.book and a.account_id = g.account_id
      where g.book = new.book and g.grant_id = new.grant_id
    ) r;
  return null;
end $$;
comment on function certify_grant_step is
  'Writes what a recommendation, an approval or a payment relied on, in its transaction, so that no path leaves without its certificate. It reads as the connection that decides.';
create trigger certify_grant_step after insert on grant_history_entry for each row
  when (new.transition in ('recommend', 'approve', 'pay')) execute function certify_grant_step();

-- SECURITY DEFINER, because the program may not write to the chain. The lock is that of the realm's audit log: the events of the same
-- transaction join their chain under it, and two locks could be taken in two orders.
create function append_to_certificates() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  last record;
  next_number bigint;
  whole text;
begin
  perform pg_advisory_xact_lock(hashtextextended('almoner:audit:' || (select b.realm from book b where b.book = new.book), 0));
  -- A new statement sees the certificates that were committed while this transaction waited for the lock.
  select c.number, c.digest into last from grant_certificate c where c.book = new.book order by c.number desc limit 1;
  next_number := coalesce(last.number, 0) + 1;
  whole := '{"book":' || to_json(new.book::text) || ',"number":"' || next_number || '","previous":"'
    || coalesce(encode(last.digest, 'hex'), repeat('0', 64)) || '","record":' || new.record || '}';
  insert into grant_certificate (book, number, grant_id, step, certificate, internal, digest)
    values (new.book, next_number, new.grant_id, new.step, whole, new.internal, sha256(convert_to(whole, 'UTF8')));
  delete from grant_certificate_inbox i where i.book = new.book and i.grant_id = new.grant_id and i.step = new.step;
  return null;
end $$;
comment on function append_to_certificates is
  'Joins a certificate to the chain of its book at commit, so that the lock of the chain is held for the commit alone.';
create constraint trigger append_to_certificates after insert on grant_certificate_inbox
  deferrable initially deferred for each row execute function append_to_certificates();

create trigger append_only before update or delete on grant_certificate for each row execute function refuse_change();
create trigger append_only_truncate before truncate on grant_certificate for each statement execute function refuse_change();

alter table grant_certificate enable row level security;
alter table grant_certificate force row level security;
alter table grant_certificate_inbox enable row level security;
alter table grant_certificate_inbox force row level security;
-- For all roles: the function above runs as the owner, and the policy applies to the owner too.
create policy book_of_connection on grant_certificate using (book = book()) with check (book = book());
create policy book_of_connection on grant_certificate_inbox using (book = book()) with check (book = book());
grant select on grant_certificate to portal;
grant insert (book, grant_id, step, record, internal) on grant_certificate_inbox to portal;

create policy realm_of_book on charity_vetting_paper for select to portal
  using (realm = (select b.realm from book b where b.book = book()));
grant select (realm, vetting_id, paper_id, name, sha256) on charity_vetting_paper to portal;

revoke all on function append_to_certificates() from public;

-- Due diligence about charities of a register, for a book whose sponsor pays abroad (docs/decisions/0094-due-diligence.md). A record has
-- what a vetting has: papers, two people, a last day. So it is a vetting with a basis of its own, about a charity that a register has.

alter table charity_vetting drop constraint charity_vetting_basis_check;
alter table charity_vetting add constraint charity_vetting_basis_check
  check (basis in ('government', 'church', 'group-exemption', 'hmrc-recognised', 'due-diligence'));
alter table charity_vetting drop constraint charity_vetting_charity_id_check;
alter table charity_vetting add constraint charity_vetting_charity_id_check
  check (length(charity_id) <= 40 and (charity_id ~ '^XX-ALM-[0-9]{6,12}$') = (basis <> 'due-diligence'));
-- A register may lack parts of an address; the others are entered by people.
alter table charity_vetting drop constraint charity_vetting_city_check;
alter table charity_vetting add constraint charity_vetting_city_check
  check ((btrim(city) <> '' or basis = 'due-diligence') and length(city) <= 100);
alter table charity_vetting drop constraint charity_vetting_postal_code_check;
alter table charity_vetting add constraint charity_vetting_postal_code_check
  check ((btrim(postal_code) <> '' or basis = 'due-diligence') and length(postal_code) <= 12);

create index vettings_by_last_day on charity_vetting (realm, expires_on) where state = 'vetted';

grant select (basis) on charity_vetting to portal;

-- As before (0044_unread_register_lines.sql); a record about a charity of a register adds no second one.
create or replace view known_charity with (security_invoker = true) as
  select v.charity_id, case v.country when 'US' then 'vetted-us' else 'vetted-uk' end as register,
      substr(v.charity_id, 8) as number, v.name, v.also_known_as, v.street, v.city, v.us_state as state, v.postal_code,
      null::text as ntee, null::text as subsection, null::text as foundation, null::text as deductibility,
      case when v.expires_on >= current_date then 'vetted' else 'expired' end as status,
      null::date as removed_on, null::date as delisted_on, null::bigint as assets_whole_units, null::bigint as income_whole_units,
      v.name_key, v.name_hash, null::integer as address_hash, v.search_keys, true as is_grantable,
      'vetting ' || v.vetting_id as source_file, 1 as source_line, null::bigint as source_import,
      (v.decided_at at time zone 'UTC')::date as vetted_on, null::date as unread_on
    from charity_vetting v where v.state = 'vetted' and v.basis <> 'due-diligence'
  union all
  select c.charity_id, c.register, c.number, c.name, c.also_known_as, c.street, c.city, c.state, c.postal_code,
      c.ntee, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.assets_whole_units, c.income_whole_units,
      c.name_key, c.name_hash, c.address_hash, c.search_keys, c.is_grantable,
      c.source_file, c.source_line, c.source_import, null::date, c.unread_on
    from charity c;

-- As before (0109_grant_certificates.sql), and with the record of due diligence on which a step relied, whose basis it names.
create or replace function certify_grant_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  realm_of_book text;
  currency_of_book text;
  evidence jsonb := coalesce(new.evidence, '{}');
  vetting_of_evidence uuid := coalesce(substr(evidence -> 'basis' ->> 'vetting', 9), evidence -> 'dueDiligence' ->> 'vettingId')::uuid;
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
      (select w from (select v.basis, certificate_time(v.decided_at) as "decidedAt", v.expires_on as "expiresOn", v.vetting_id as id
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

-- A line of a register that could not be read says nothing that a program may rely on: until a later file is read, a person decides about
-- the charity. An older file, or one without many charities, replaces a newer one only for a reason.

-- the publication day of the file whose line about it could not be read; null: the last one was read
alter table charity add column unread_on date;
-- why an older file, or one without many charities, was accepted
alter table register_import add column accepted_reason text check (btrim(accepted_reason) <> '' and length(accepted_reason) <= 500);

create or replace view known_charity with (security_invoker = true) as
  select v.charity_id, case v.country when 'US' then 'vetted-us' else 'vetted-uk' end as register,
      substr(v.charity_id, 8) as number, v.name, v.also_known_as, v.street, v.city, v.us_state as state, v.postal_code,
      null::text as ntee, null::text as subsection, null::text as foundation, null::text as deductibility,
      case when v.expires_on >= current_date then 'vetted' else 'expired' end as status,
      null::date as removed_on, null::date as delisted_on, null::bigint as assets_whole_units, null::bigint as income_whole_units,
      v.name_key, v.name_hash, null::integer as address_hash, v.search_keys, true as is_grantable,
      'vetting ' || v.vetting_id as source_file, 1 as source_line, null::bigint as source_import,
      (v.decided_at at time zone 'UTC')::date as vetted_on, null::date as unread_on
    from charity_vetting v where v.state = 'vetted'
  union all
  select c.charity_id, c.register, c.number, c.name, c.also_known_as, c.street, c.city, c.state, c.postal_code,
      c.ntee, c.subsection, c.foundation, c.deductibility, c.status, c.removed_on, c.delisted_on, c.assets_whole_units, c.income_whole_units,
      c.name_key, c.name_hash, c.address_hash, c.search_keys, c.is_grantable,
      c.source_file, c.source_line, c.source_import, null::date, c.unread_on
    from charity c;

-- The words of a load are merged on a connection of their own while the charities' indexes are built (merge-words.ts), so
-- each side drops and builds its own.
create or replace function drop_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity drop constraint charity_pkey;
  drop index public.charity_name_hash, public.charity_address_hash, public.charity_search_keys;
$$;

create or replace function build_charity_indexes() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  alter table public.charity add constraint charity_pkey primary key (charity_id);
  create index charity_name_hash on public.charity (name_hash);
  create index charity_address_hash on public.charity (address_hash) where address_hash is not null;
  create index charity_search_keys on public.charity using gin (search_keys) with (fastupdate = on);
$$;

create function drop_word_index() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  drop index public.charity_word_near_key;
$$;

create function build_word_index() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  create index charity_word_near_key on public.charity_word_near (near_key);
$$;

revoke all on function drop_word_index(), build_word_index() from public;
grant execute on function drop_word_index(), build_word_index() to registrar;

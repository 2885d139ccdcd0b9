-- Names under which a charity is known besides the register's, which the sponsor's staff enter: "doing business as", a former name, a
-- nickname. The search finds the charity by their words.
alter table charity_profile
  add column other_names text check (btrim(other_names) <> '' and length(other_names) <= 300),
  add column other_name_keys integer[] not null default '{}';
create index charity_profile_other_name_keys on charity_profile using gin (other_name_keys);
grant update (other_names, other_name_keys) on charity_profile to identity;

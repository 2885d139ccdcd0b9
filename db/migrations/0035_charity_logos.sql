-- The logo of a charity, per realm (§13): uploaded, examined and encoded again, never the address of another site. The name is that of the
-- file in the store and the end of its address.

alter table charity_profile
  drop column logo_url,
  add column logo_name text check (logo_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp|gif)$');
create unique index charity_profile_logo on charity_profile (realm, logo_name) where logo_name is not null;

-- A death certificate names the cause of death, so viewers never read one, as it is for the other documents about people.

update document set readers = case when readers = array['viewer'] then array['service_team'] else array_remove(readers, 'viewer') end
  where type = 'death-certificate' and 'viewer' = any (readers);
alter table document drop constraint not_for_viewers;
alter table document add constraint not_for_viewers
  check (type not in ('tax', 'application', 'identity', 'death-certificate', 'asset') or not 'viewer' = any (readers));

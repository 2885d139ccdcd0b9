-- Reports of Bacs about credits: ARUCS (returned) and AWACS (applied, but to be corrected), §13.

alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('nacha', 'camt.052', 'camt.053', 'camt.054', 'pain.002', 'arucs', 'awacs'));

-- Reports of Bacs about credits: ARUCS (returned) and AWACS (applied, but to be corrected), §13.

alter table bank_file drop constraint bank_file_format_check;
alter table bank_file add constraint bank_file_format_check
  check (format in ('nacha', 'camt.052', 'camt.053', 'camt.054', 'pain.002', 'arucs', 'awacs'));

-- A line of the bank that nobody matched is offered again by the next file that has it, and is then matched, once.
create function check_bank_line_match() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.payment_id, new.run_id) is distinct from (old.payment_id, old.run_id)
    and num_nonnulls(old.payment_id, old.run_id, old.same_as) > 0 then
    raise exception 'the bank line % is matched', old.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $$;
create trigger check_bank_line_match before update on bank_line for each row execute function check_bank_line_match();
grant update (payment_id, run_id) on bank_line to portal;

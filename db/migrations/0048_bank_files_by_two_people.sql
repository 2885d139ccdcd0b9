-- A bank file counts like the other commands that put money back, and may wait for a second person
-- (docs/decisions/0053-posting-requests.md). The audit log tells what was filed from what was posted. A notice of change follows its
-- proposal of bank details (docs/decisions/0051-bank-formats-and-names.md).

alter table posting_command drop constraint posting_command_kind_check;
alter table posting_command add constraint posting_command_kind_check
  check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'bank-file'));

-- A file is about many accounts.
alter table posting_request alter column account_id drop not null;
alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check
  check (kind in ('return', 'void', 'void-payment', 'receive-contribution', 'reverse-contribution', 'bank-file'));
alter table posting_request add constraint account_or_file check ((account_id is null) = (kind = 'bank-file'));
alter table posting_request add column bank_file_id uuid generated always as (case when kind = 'bank-file' then subject_id end) stored;
alter table posting_request add constraint file_of_request foreign key (book, bank_file_id) references bank_file (book, bank_file_id);
create index posting_request_of_file on posting_request (book, bank_file_id) where bank_file_id is not null;

-- A file that waits, or was declined, is stored and not applied; there is one of the same bytes, so that one request waits for it.
alter table bank_file alter column applied_by drop not null, alter column applied_by_name drop not null,
  alter column applied_at drop not null;
alter table bank_file add constraint applied_by_somebody check (num_nulls(applied_by, applied_by_name, applied_at) in (0, 3));
create unique index one_unapplied_bank_file on bank_file (book, file_hash) where applied_at is null;
grant update (file_name, applied_by, applied_by_name, applied_at) on bank_file to portal;

create function check_bank_file() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.applied_at is not null and (new.applied_by, new.applied_by_name, new.applied_at, new.file_name)
      is distinct from (old.applied_by, old.applied_by_name, old.applied_at, old.file_name) then
    raise exception 'the bank file % is applied', new.bank_file_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_file_applied_once';
  end if;
  return new;
end $$;
create trigger check_bank_file before update on bank_file for each row execute function check_bank_file();

-- The event is written with the reply, because only then is known whether the command waits for a second person.
drop trigger record_in_audit_log on idempotent_command;
create trigger record_in_audit_log after update of reply on idempotent_command for each row
  when (old.reply is null and new.reply is not null and new.audit_kind is not null)
  execute function record_command_in_audit_log();
grant update (audit_kind) on idempotent_command to portal;

-- Bank details know the notice of change that they come from. Whether a notice became a proposal is a fact of theirs alone, so that no
-- crash between the transactions of the realm and of the book can leave two answers.
alter table charity_bank_details add column notice_id uuid;
create unique index one_proposal_of_notice on charity_bank_details (realm, notice_id) where state <> 'declined';
create index bank_details_of_notice on charity_bank_details (realm, notice_id) where notice_id is not null;
grant select (notice_id, proposed_by, proposed_by_name, proposed_at, decided_by_name, decided_at, note) on charity_bank_details to portal;

alter table change_notice disable trigger check_change_notice;
with found as (
  select distinct on (n.book, n.notice_id) n.book, n.notice_id, b.realm, d.details_id
  from change_notice n
    join book b on b.book = n.book
    join payment p on p.book = n.book and p.payment_id = n.payment_id
    join charity_bank_details d on d.realm = b.realm and d.charity_id = p.charity_id and d.proposed_by = n.decided_by
      and d.reason = 'Notice of change from the bank: ' || n.correction
  where n.state = 'proposed'
  order by n.book, n.notice_id, abs(extract(epoch from d.proposed_at - n.decided_at)), d.details_id
), linked as (
  select distinct on (realm, details_id) * from found order by realm, details_id, notice_id
), marked as (
  update charity_bank_details d set notice_id = l.notice_id from linked l where d.realm = l.realm and d.details_id = l.details_id
)
update change_notice n set state = 'open', decided_by = null, decided_by_name = null, decided_at = null
  from linked l where n.book = l.book and n.notice_id = l.notice_id;
-- A proposal that is not found was entered nevertheless.
update change_notice set state = 'closed', note = 'It became a proposal of bank details.' where state = 'proposed';
alter table change_notice enable trigger check_change_notice;
alter table change_notice drop constraint change_notice_state_check;
alter table change_notice add constraint change_notice_state_check check (state in ('open', 'closed'));
alter table change_notice drop constraint nothing_to_propose;

-- Notices of before 0046 were lines of their file. One that did not become a proposal was only told on the screen: it waits for a person now.
-- Its correction is in the file alone, in a form that this program does not read again.
insert into change_notice (book, notice_id, bank_file_id, line, code, reference, traces, correction, payment_id, received_at, problem)
  select l.book, uuidv7(), l.bank_file_id, l.line, substr(l.detail, 1, 3), p.reference,
      'line ' || l.line || ' of ' || l.bank_file_id, left(l.detail, 300), l.payment_id, f.applied_at,
      'It came before notices were stored, so the portal does not have the correction. Ask the bank for it, and enter the details by hand.'
    from bank_file_line l
      join bank_file f on f.book = l.book and f.bank_file_id = l.bank_file_id
      join payment p on p.book = l.book and p.payment_id = l.payment_id
      join book b on b.book = l.book
    where l.effect = 'change' and not exists (
      select from charity_bank_details d
        where d.realm = b.realm and d.charity_id = p.charity_id and d.proposed_at >= f.applied_at
          and d.reason = 'Notice of change from the bank: ' || l.detail)
  on conflict on constraint one_change_notice do nothing;

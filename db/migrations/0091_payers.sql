-- Who gave a contribution, and how it came (docs/decisions/0082-receipts.md).

alter table contribution
  -- who gets the receipt; null until it is received, and for what was received before payers were asked for
  add column payer_kind text
    check (payer_kind in ('individual', 'joint', 'company', 'trust', 'sponsor', 'foundation', 'ira')),
  add column payer_name text check (btrim(payer_name) <> '' and length(payer_name) <= 200),
  add column payer_address text check (btrim(payer_address) <> '' and length(payer_address) <= 300),
  -- why the sponsor accepts money from an individual retirement account
  add column acceptance_reason text check (btrim(acceptance_reason) <> '' and length(acceptance_reason) <= 1000),
  add column method text check (method in ('check', 'card', 'wire', 'dtc', 'crest', 'fund-shares', 'certificate')),
  add constraint payer_is_whole check (num_nulls(payer_kind, payer_name) in (0, 2)
    and (payer_kind is not null or (payer_address is null and acceptance_reason is null))),
  add constraint only_iras_are_accepted check ((payer_kind is not distinct from 'ira') = (acceptance_reason is not null)),
  add constraint method_of_kind check (case kind
    when 'cash' then method in ('check', 'card', 'wire')
    when 'wire' then method = 'wire'
    else method in ('dtc', 'crest', 'fund-shares', 'certificate') end);
grant update (payer_kind, payer_name, payer_address, acceptance_reason, method) on contribution to portal;

-- The date of gift decides the tax year, the effective date the statement. Nobody gives after the account has it.
create function check_gift_date() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from journal_entry e
      where e.book = new.book and e.entry_id = new.entry_id and e.effective_date >= new.gift_date) then
    raise exception 'the contribution % was given after its account had it', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'gift_date_until_effective_date';
  end if;
  return new;
end $$;
comment on function check_gift_date is
  'the date of gift is not after the effective date of the entry, which the row of the contribution does not have';
create trigger check_gift_date before update on contribution
  for each row when (new.gift_date is not null and old.gift_date is distinct from new.gift_date) execute function check_gift_date();

-- Who gave, how and when, is corrected only for what was received.
create function record_correction_in_audit_log() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'received' or new.state <> 'received' then
    raise exception 'the contribution % was not received', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrected_when_received';
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'contribution-corrected', new.corrected_by, null, null, new.corrected_at,
        jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind,
          'giftDateBefore', old.gift_date, 'giftDate', new.gift_date, 'payerBefore', old.payer_kind, 'payer', new.payer_kind,
          'methodBefore', old.method, 'method', new.method)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function record_correction_in_audit_log() from public;
comment on function record_correction_in_audit_log is
  'a book writes nothing else about corrections of contributions into the audit log, and none of it without the correction';
alter table contribution
  add column corrected_by uuid,
  add column corrected_at timestamptz,
  add constraint corrected_by_somebody check (num_nulls(corrected_by, corrected_at) in (0, 2));
grant update (corrected_by, corrected_at) on contribution to portal;
create trigger record_correction_in_audit_log after update on contribution
  for each row when (old.corrected_at is distinct from new.corrected_at) execute function record_correction_in_audit_log();

-- What was given and by whom changes only with a person who corrects it.
create function refuse_unsigned_correction() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'nobody corrected the contribution %', new.contribution_id
    using errcode = 'integrity_constraint_violation', constraint = 'corrected_by_a_person';
end $$;
comment on function refuse_unsigned_correction is
  'the payer, the way and the date of gift of what was received change only in a correction, which the audit log has; this also holds against faults of the server';
create trigger corrected_by_a_person before update on contribution
  for each row when (old.gift_date is not null and old.corrected_at is not distinct from new.corrected_at
    and (old.gift_date, old.payer_kind, old.payer_name, old.payer_address, old.acceptance_reason, old.method)
      is distinct from (new.gift_date, new.payer_kind, new.payer_name, new.payer_address, new.acceptance_reason, new.method))
  execute function refuse_unsigned_correction();

alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'correct-contribution', 'bank-file',
  'suspense-item', 'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer',
  'reverse-return', 'reverse-case-entry'));

-- A return of a grant that was recorded by mistake is taken back (docs/decisions/0079-corrections.md).

alter table grant_history_entry drop constraint message_required;
alter table grant_history_entry add constraint message_required check (
  transition <> all (array['reject', 'ask-information', 'answer', 'void', 'void-payment', 'return', 'reverse-return'])
  or message is not null);
alter table grant_history_entry drop constraint transition_leads_to_status;
alter table grant_history_entry add constraint transition_leads_to_status check (to_status_code = any (
  case transition
    when 'recommend' then '{1,2}'::smallint[]
    when 'review' then '{2}'::smallint[]
    when 'ask-information' then '{2}'::smallint[]
    when 'answer' then '{2}'::smallint[]
    when 'reserve' then '{2}'::smallint[]
    when 'reopen' then '{2}'::smallint[]
    when 'approve' then '{3}'::smallint[]
    when 'unschedule' then '{3}'::smallint[]
    when 'reject-payment' then '{3}'::smallint[]
    when 'schedule' then '{4}'::smallint[]
    when 'pay' then '{6}'::smallint[]
    when 'clear' then '{8}'::smallint[]
    when 'cancel' then '{5}'::smallint[]
    when 'reject' then '{7}'::smallint[]
    when 'void' then '{7}'::smallint[]
    when 'return' then '{9}'::smallint[]
    when 'void-payment' then '{9}'::smallint[]
    -- as it was before the return, or still returned in part by another one
    when 'reverse-return' then '{6,8,9}'::smallint[]
    else '{}'::smallint[]
  end)) not valid;

alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'bank-file', 'suspense-item',
  'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer', 'reverse-return'));

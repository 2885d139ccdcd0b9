-- What a case paid to a fund, or released, by mistake is taken back (docs/decisions/0079-corrections.md).

alter table estate_event drop constraint estate_event_kind_check;
alter table estate_event add constraint estate_event_kind_check check (kind in ('opened', 'confirmed', 'cancelled', 'invited',
  'accepted', 'declined', 'redirected', 'redirection-confirmed', 'released', 'distributed', 'reversed', 'completed'));

alter table posting_request drop constraint posting_request_kind_check;
alter table posting_request add constraint posting_request_kind_check check (kind in ('return', 'void', 'void-payment',
  'receive-contribution', 'reverse-contribution', 'move-contribution', 'bounce-contribution', 'bank-file', 'suspense-item',
  'bank-debit', 'posting-batch', 'reverse-posting-batch', 'reverse-entry', 'reverse-transfer', 'reverse-return',
  'reverse-case-entry'));

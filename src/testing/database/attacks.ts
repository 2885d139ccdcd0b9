// SQL that a compromised portal could run on its connections (src/server/db/isolation/forbidden-changes.test.ts). `:name` stands for an id of the test’s rows.

const noPrivilege = '42501'
const refused = '23000'

/** What the statement tries to have, as which role, and PostgreSQL’s code that refuses it. */
type Attack = [what: string, role: string, statement: string, code: string]

const largeObjects: Attack[] = ['portal', 'identity', 'registrar', 'worker'].flatMap(role =>
  [
    'select lo_create(0)',
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'stored for another book')`,
    `select lo_import('/etc/hostname')`,
    `select lo_put(1, 0, 'x')`,
    'select lo_get(1)',
    'select lo_open(1, 131072)',
    'select lo_unlink(1)',
  ].map((statement): Attack => [`a large object (${statement})`, role, statement, noPrivilege]),
)

const authority: Attack[] = [
  [
    'a role for oneself',
    'identity',
    `insert into user_role (user_id, role_code, all_actions, state, second_person, reason)
      values (:donor, 'super_user', true, 'active', 'waived', 'x')`,
    noPrivilege,
  ],
  ['more actions of a role', 'identity', 'update user_role set actions = null', noPrivilege],
  [
    'a right that waits for a second person',
    'identity',
    `update user_role set state = 'active'`,
    noPrivilege,
  ],
  ['the end of a role', 'identity', 'delete from user_role', noPrivilege],
  ['the role of the command line', 'identity', 'set role access_admin', noPrivilege],
  [
    'a role for oneself',
    'portal',
    `insert into user_role (realm, user_id, role_code, all_actions, state, second_person, reason)
      values ('npt', :donor, 'super_user', true, 'active', 'waived', 'x')`,
    noPrivilege,
  ],
  ['the role of the command line', 'portal', 'set role access_admin', noPrivilege],
  ['access for a leaver', 'identity', 'update app_user set has_access = true', noPrivilege],
  ['access for a person who died', 'portal', 'update app_user set has_access = true', noPrivilege],
  ['another realm for a person', 'identity', `update app_user set realm = 'ubs'`, noPrivilege],
  ['the session of another person', 'identity', 'update session set user_id = :staff', noPrivilege],
  ['a session at another client', 'identity', `update session set client = 'ubs'`, noPrivilege],
  ['an older session that lives on', 'identity', 'update session set created_at = now()', noPrivilege],
  [
    'a session that ended',
    'identity',
    `update session set ended_at = now(), end_reason = 'x'; update session set ended_at = null, end_reason = null`,
    refused,
  ],
  [
    'the password of another person',
    'identity',
    'update password_credential set user_id = :staff',
    noPrivilege,
  ],
  ['the passkey of another person', 'identity', 'update passkey set user_id = :staff', noPrivilege],
  [
    'the one-time codes of another person',
    'identity',
    'update one_time_code set user_id = :staff',
    noPrivilege,
  ],
  ['the backup codes of another person', 'identity', 'update backup_code set user_id = :staff', noPrivilege],
  ['the device of another person', 'identity', 'update remembered_device set user_id = :staff', noPrivilege],
  ['the link of another person', 'identity', 'update one_time_link set user_id = :staff', noPrivilege],
  [
    'another person in a fund',
    'portal',
    'update party set user_id = :staff where user_id is not null',
    refused,
  ],
  [
    'a relationship that ended',
    'portal',
    `update account_relationship set ended_at = now() where account_role_code = 'viewer';
     update account_relationship set account_role_code = 'donor'`,
    noPrivilege,
  ],
  ['grants by the advisor', 'portal', 'update fund_account set advisor_may_grant = true', refused],
  [
    'the funds of a fund that closes',
    'portal',
    `update fund_account set successor_account_id = (
     select account_id from fund_account where account_id <> :fund limit 1) where account_id = :fund`,
    refused,
  ],
]

const grants: Attack[] = [
  [
    'an approval without a step',
    'portal',
    'update grant_recommendation set transaction_status_code = 3 where grant_id = :grant',
    refused,
  ],
  [
    'a review without a step',
    'portal',
    `update grant_recommendation set transaction_status_code = 2, review_state = 'information_needed'
     where grant_id = :grant`,
    refused,
  ],
  [
    'another reference of a payment',
    'portal',
    `update grant_recommendation set payment_reference = 'GRANT-1' where grant_id = :paid`,
    refused,
  ],
  [
    'another day of a payment',
    'portal',
    `update grant_recommendation set paid_on = '2020-01-01' where grant_id = :paid`,
    refused,
  ],
  [
    'a return without a step',
    'portal',
    `update grant_recommendation set transaction_status_code = 9, outcome = 'returned',
     returned_minor = amount_minor where grant_id = :paid`,
    refused,
  ],
  [
    'another amount',
    'portal',
    'update grant_recommendation set amount_minor = 1 where grant_id = :grant',
    noPrivilege,
  ],
  [
    'another charity',
    'portal',
    `update grant_recommendation set charity_id = 'US-EIN-1' where grant_id = :grant`,
    noPrivilege,
  ],
  [
    'a step without its status',
    'portal',
    `insert into grant_history_entry (grant_id, step, transition, to_status_code, actor_user_id,
     actor_name, actor_side) values (:grant, 99, 'cancel', 5, :staff, 'x', 'sponsor')`,
    refused,
  ],
  [
    'a payment by another name',
    'portal',
    `insert into grant_history_entry (grant_id, step, transition, to_status_code, actor_user_id,
     actor_name, actor_side) values (:approved, 99, 'schedule', 6, :staff, 'x', 'sponsor')`,
    '23514',
  ],
  [
    'a status of an earlier step',
    'portal',
    `insert into grant_history_entry (grant_id, step, transition, to_status_code, actor_user_id,
     actor_name, actor_side, recorded_in) values (:grant, 99, 'approve', 3, :staff, 'x', 'sponsor', pg_current_xact_id())`,
    noPrivilege,
  ],
  ['a step that never was', 'portal', 'delete from grant_history_entry', noPrivilege],
]

const payments: Attack[] = [
  [
    'another payee of a sent payment',
    'portal',
    `update payment set payee_name = 'Mallory Ltd' where grant_id = :paid`,
    refused,
  ],
  [
    'another address of a sent payment',
    'portal',
    `update payment set payee_address = 'x' where grant_id = :paid`,
    refused,
  ],
  [
    'another account of a sent payment',
    'portal',
    'update payment set bank_details_id = :anything where grant_id = :paid',
    refused,
  ],
  ['another place in a sent file', 'portal', 'update payment set place = 77 where grant_id = :paid', refused],
  [
    'another letter of a sent payment',
    'portal',
    `update payment set letter = '{}' where grant_id = :paid`,
    refused,
  ],
  [
    'the removal of a sent payment',
    'portal',
    `update payment set removed_at = now(), removed_by_name = 'x', removed_reason = 'x'
     where grant_id = :paid`,
    refused,
  ],
  [
    'another payee of an approved payment',
    'portal',
    `update payment set payee_name = 'Mallory Ltd' where grant_id = :approved`,
    refused,
  ],
  [
    'the refusal of a payment that the bank does not have',
    'portal',
    `update payment set rejected_at = now(), rejected_reason = 'x',
     was_paid = false where grant_id = :approved`,
    refused,
  ],
  ['another amount of a payment', 'portal', 'update payment set amount_minor = 1', noPrivilege],
  ['a payment of another grant', 'portal', 'update payment set grant_id = :grant', noPrivilege],
  [
    'another file of a sent run',
    'portal',
    `update payment_run set file_ciphertext = '\\x00', file_hash = repeat('0', 64)
     where state = 'sent'`,
    refused,
  ],
  [
    'another file of an approved run',
    'portal',
    `update payment_run set file_ciphertext = '\\x00' where state = 'approved'`,
    refused,
  ],
  [
    'another approver of a run',
    'portal',
    `update payment_run set approved_by = :staff, approved_by_name = 'x' where state <> 'created'`,
    refused,
  ],
  [
    'a sent run that is open again',
    'portal',
    `update payment_run set state = 'created', approved_by = null, approved_by_name = null,
     approved_at = null, released_by = null, released_by_name = null, released_at = null, sent_by = null, sent_by_name = null, sent_at = null,
     file_name = null, file_hash = null, file_ciphertext = null, key_id = null, data_key = null where state = 'sent'`,
    refused,
  ],
  [
    'a run that is sent without its event',
    'portal',
    `update payment_run set released_by = :staff, released_by_name = 'x',
     released_at = now() where run_id = :approvedRun`,
    refused,
  ],
  ['other bank details', 'identity', `update charity_bank_details set ciphertext = '\\x00'`, noPrivilege],
  [
    'other deciders of bank details',
    'identity',
    `update charity_bank_details set decided_by = :staff where state = 'confirmed'`,
    refused,
  ],
  [
    'bank details that are undecided again',
    'identity',
    `update charity_bank_details set state = 'proposed', note = null,
     decided_by = null, decided_by_name = null, decided_at = null where state = 'confirmed'`,
    refused,
  ],
]

const history: Attack[] = [
  ['another posting', 'portal', 'update posting set amount_minor = 1', noPrivilege],
  ['a posting that never was', 'portal', 'delete from posting', noPrivilege],
  ['another balance', 'portal', 'update account_balance set spendable_minor = 1', noPrivilege],
  ['another change', 'portal', `update change_record set actor_name = 'x'`, noPrivilege],
  ['another event', 'identity', `update audit_event set kind = 'x'`, noPrivilege],
  ['an event that never was', 'identity', 'delete from audit_event', noPrivilege],
]

export const attacks: readonly Attack[] = [...largeObjects, ...authority, ...grants, ...payments, ...history]

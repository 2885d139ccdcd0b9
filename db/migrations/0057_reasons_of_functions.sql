-- Why each function exists, as comments of the functions, which db/schema.sql shows beside their definitions.

comment on function accepts_posting is
  'Says which entries an account of each status takes, so that an account that is not active receives only what its status allows. A fund can become immobile while its payment is at the bank: what left is recorded nevertheless.';
comment on function add_charity_words is
  'Adds the words of a vetted organization’s name to the dictionary, so that a search with a typing error finds it. The dictionary is shared: it tells another realm a word at most, never an organization.';
comment on function append_to_audit_chain is
  'Adds an event to the hash chain of its realm at commit, under a lock of the realm, so that the chain has no gap and no fork. Nobody else may write to the chain.';
comment on function application_is_open_to is
  'Says whether a starter or a signer may still read an application: it closes 30 days after its decision, and with their relationship to its account. One rule for the application, the list and the signed document.';
comment on function apply_postings is
  'Keeps balances and subtotals equal to the postings, in the transaction of the entry. It refuses entries that the account’s status does not allow and grants above the available balance, also from commands that run at the same time.';
comment on function audit_hash is
  'Hashes an event’s fields, each with its length, so that different events never have the same input. src/server/audit/event-hash.ts repeats it, so that verification need not trust the database.';
comment on function book is
  'Returns the book of the connection’s login role, which no SQL on the connection can change; null for other roles. It has no search path, so that PostgreSQL inlines it into the policies.';
comment on function build_charity_indexes is
  'Builds the indexes of the register again after a large load. Only the owner of a table may do so, hence SECURITY DEFINER.';
comment on function build_word_index is
  'Builds the index of the dictionary again after a large load. A load merges words on a second connection, hence a function beside build_charity_indexes.';
comment on function change_digest is
  'Hashes a change record, so that the audit log holds its digest and a later edit shows. src/server/changes/change-digest.queries.ts repeats it.';
comment on function check_application_state is
  'Allows only the transitions of an application’s state machine, and submission only when all have signed.';
comment on function check_bank_file is 'Keeps who applied a bank file, and when: a file is applied once.';
comment on function check_bank_line_match is
  'Keeps the match of a bank line: it is matched once, so that one line never confirms two payments.';
comment on function check_case_shares is
  'Checks at commit that the shares of an estate case are the whole, so that no part of the balance is left over or promised twice.';
comment on function check_case_state is
  'Allows only the transitions of an estate case. A case cannot be cancelled once money has left, and ends as closed only with a closed fund.';
comment on function check_change_notice is 'Keeps the decision about a notice of change: it is taken once.';
comment on function check_content_decision is
  'Refuses that an editor approves a text that needs two people, that a text goes live before its time, and that a version is unscheduled once it is live.';
comment on function check_content_version is
  'Allows one version of a text to wait for approval at a time. Submitting locks the row of the text, so that two submissions are not checked at once.';
comment on function check_contribution_assets is
  'Checks at commit that contributions of securities list their assets, and others list none.';
comment on function check_contribution_document_state is
  'Allows only the transitions of a contribution’s document, and the state signed only when all have signed.';
comment on function check_contribution_state is
  'Allows only the transitions of a contribution. A reversal needs the entry that reverses its own, and an account that still has the money.';
comment on function check_document_state is
  'Allows only the transitions of a document: what was removed or quarantined does not come back.';
comment on function check_due_work is 'Keeps finished work finished, so that what was done is not done again.';
comment on function check_entry is
  'Checks at commit that an entry is complete and balanced, and that a transfer moves money only between funds. It waits for the commit, because an entry and its postings are separate rows.';
comment on function check_envelope_state is 'Allows only the transitions of an envelope, and the state signed only when all have signed.';
comment on function check_estate_share is
  'Keeps where a share goes once it is ready or declined. Only a redirection that a second person confirmed changes it.';
comment on function check_grant_occurrence is
  'Keeps the outcome of a schedule’s date, and its days, so that a date recommends its grant once.';
comment on function check_payment_run is
  'Allows only the transitions of a payment run. What was approved stays, and so does the file that the bank receives.';
comment on function check_plan_total is 'Checks at commit that the shares of a legacy plan are the whole, or that there are none.';
comment on function check_posting_request is 'Keeps the decision about a request that waits for a second person: it is taken once.';
comment on function check_signature is 'Lets signers decide once and in their order, while the envelope is out, and nobody in two places.';
comment on function check_transfer is
  'Keeps the decision about a transfer. An approval needs an entry that moves this amount between these funds.';
comment on function check_vetting is 'Allows only the transitions of a vetting, and its approval only with a supporting document.';
comment on function check_vetting_paper is
  'Accepts supporting documents only while a vetting is undecided, and ten at most. It locks the vetting, so that documents added together are counted.';
comment on function complete_audit_event is
  'Adds the session and the client of the command to an event, so that no writer can forget them.';
comment on function drop_charity_indexes is
  'Drops the indexes of the register before a large load, which takes a fifth of the time without them. Only the owner of a table may do so, hence SECURITY DEFINER.';
comment on function drop_word_index is
  'Drops the index of the dictionary before a large load. A load merges words on a second connection, hence a function beside drop_charity_indexes.';
comment on function end_advisor_granting is
  'Ends the consent to grants by the advisor with the advisor’s relationship: it was given to one advisor, and the next does not inherit it.';
comment on function flush_charity_search_index is
  'Flushes the pending list of the search index after a small load. The list makes inserts fast and searches slow.';
comment on function index_account_names is
  'Keeps the parts of account names by which staff search. It runs as the owner, because the program’s roles may not write the index.';
comment on function limit_application_papers is
  'Refuses what people add to an application that has 50 supporting documents. It locks the application, so that documents added together are counted.';
comment on function limit_documents is
  'Refuses what people add to an account that has 1000 documents. It locks the account, so that documents added together are counted.';
comment on function limit_households is
  'Limits a person to 200 households. The advisory lock makes additions by the same person wait for each other.';
comment on function limit_staff_documents is
  'Limits a realm to 1000 documents of staff. The advisory lock makes additions in the same realm wait for each other.';
comment on function name_and_access is
  'Marks the name of a person whose access has ended, for whoever decides about what that person filed.';
comment on function name_command is
  'Stores who runs the command in the transaction, so that complete_audit_event finds the session and address.';
comment on function name_key is
  'Returns a name in the form in which names are compared: lower case, without accents, signs and repeated spaces.';
comment on function name_parts is
  'Returns the parts under which a name is found: each word, and each of its ends. Ends are cut at 32 characters, since a search also compares the whole name.';
comment on function names_of_donors is
  'Returns the donors of an account as lists name them. Names of people who do not share their contact details are those that were typed.';
comment on function notify_access_change_of_person is
  'Tells every instance at commit whose access has changed, so that no cache grants what was withdrawn (docs/decisions/0010-access-cache.md). The payload is a digest of the user ID.';
comment on function notify_access_change_to_all is
  'Tells every instance at commit to read all access again, where a change concerns more than one known person (docs/decisions/0010-access-cache.md).';
comment on function notify_content_change is
  'Tells every instance at commit which client’s texts have changed, so that caches read them again.';
comment on function realm is
  'Returns the realm of the connection’s login role, which no SQL on the connection can change; null for other roles. It has no search path, so that PostgreSQL inlines it into the policies.';
comment on function record_application_in_audit_log is
  'Records an application’s event in the audit log of the realm, to which the roles of a book cannot write.';
comment on function record_case_in_audit_log is
  'Records an estate case’s event in the audit log of the realm, to which the roles of a book cannot write.';
comment on function record_change_in_audit_log is
  'Records a change of an account in the audit log of the realm, with a digest of its record instead of its contents.';
comment on function record_command is
  'Records a command of a book in the audit log of the realm, to which the roles of a book cannot write. It accepts only the kinds of events that have no row of their own.';
comment on function record_command_in_audit_log is
  'Records a command that posts money in the audit log of the realm, to which the roles of a book cannot write.';
comment on function record_contribution_in_audit_log is
  'Records what happens to a contribution in the audit log of the realm, to which the roles of a book cannot write.';
comment on function record_document_in_audit_log is
  'Records documents that were added, removed or downloaded in the audit log of the realm, with the digest of the file.';
comment on function record_envelope_in_audit_log is
  'Records what happens to an envelope in the audit log of the realm, with the place of the signer instead of a name.';
comment on function record_import_in_audit_log is
  'Records an import of a register in the audit log of every realm, because the register belongs to all.';
comment on function refuse_change is 'Keeps tables of record append-only, so that history is corrected by a further row.';
comment on function refuse_change_of_payment is
  'Keeps a payment as it was approved and as the bank was sent it. Only a refusal of the bank is added later.';
comment on function refuse_closing_with_balance is
  'Refuses to close an account that still has money. It locks the balance, so that no entry is posted at the same time.';
comment on function refuse_decided_payee_change is 'Keeps the decision about a change of a payee: it is taken once.';
comment on function refuse_end_of_last_donor is
  'Leaves every account a donor or a joint donor (§14), except the account of a donor who died. The lock makes two donors who remove each other wait.';
comment on function refuse_final_change is 'Keeps a value that was set once. The trigger’s argument names it.';
comment on function refuse_grant_on_hold is 'Refuses to approve, schedule or pay a grant that is on hold.';
comment on function refuse_other_account is
  'Ties what belongs to an application to the account that the application becomes, and to no other.';
comment on function refuse_other_person is
  'Lets a relationship move only from a person without a login to one with a login, who then decides about sharing contact details.';
comment on function refuse_other_reply is 'Keeps the reply of an idempotent command, so that a repeated request gets the first one.';
comment on function refuse_own_grant is 'Refuses that people approve or pay a grant that they recommended.';
comment on function refuse_payment_outside_run is 'Lets only a payment run that was sent pay a grant.';
comment on function refuse_release_of_run is
  'Refuses to release a run to the bank while one of its grants cannot be paid, for instance because of a hold.';
comment on function refuse_second_decision is 'Keeps the decision of a signer of a contribution’s document: it is taken once.';
comment on function refuse_unconfirmed_payee is
  'Lets a charity’s payee change only to what a second person confirmed last. The server checks this too; the trigger also holds against its faults.';
comment on function require_change_record is
  'Checks at commit that a change of an account has its record, so that no update leaves the history behind.';
comment on function require_event_of_run is
  'Checks at commit that a payment run’s state has its event, so that no update leaves the history behind.';
comment on function require_reference_of_payment is
  'Lets a grant carry only the reference of its own payment, by which the bank’s statement finds it.';
comment on function require_step_of_grant is
  'Checks at commit that a change of a grant has its step of this transaction, so that no update leaves the history behind.';

-- The schema of today, after all migrations, for reading: npm run db:types writes this file from the database, and a test
-- compares both (tools/describe-schema.test.ts). The migrations beside it create the database and give more reasons.
-- Which role may do what is in src/server/db/isolation/privileges/; the tables of the job queue belong to graphile-worker.

create domain book_name as text constraint book_name_check CHECK (VALUE ~ '^[a-z][a-z0-9_]{1,30}$'::text);
create domain currency_code as text constraint currency_code_check CHECK (VALUE = ANY (ARRAY['USD'::text, 'GBP'::text]));
create extension fuzzystrmatch;
create sequence content_revision;
create sequence posting_batch_number;
create sequence transaction_number;
create sequence vetted_organization_number;

create table access_resumption (
  realm book_name not null default realm(),
  resumption_id uuid not null default uuidv7(),
  user_id uuid not null,
  reason text not null,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  state text not null default 'requested'::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint access_resumption_pkey PRIMARY KEY (realm, resumption_id),
  constraint access_resumption_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint access_resumption_check CHECK ((state = 'requested'::text) = (decided_at IS NULL)),
  constraint access_resumption_check1 CHECK (num_nulls(decided_by, decided_at) <> 1),
  constraint access_resumption_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint access_resumption_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint access_resumption_state_check CHECK (state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text])),
  constraint asked_by_another CHECK (asked_by <> user_id),
  constraint resumption_confirmed_by_another CHECK (state <> 'confirmed'::text OR decided_by <> asked_by AND decided_by <> user_id)
);
CREATE UNIQUE INDEX access_resumption_open ON access_resumption (realm, user_id) WHERE (state = 'requested'::text);
alter table access_resumption enable row level security, force row level security;
create policy realm_of_connection on access_resumption to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER final_decision BEFORE UPDATE ON access_resumption FOR EACH ROW WHEN (old.decided_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the decision about a suspended person');

create table account_application (
  book book_name not null default book(),
  application_id uuid not null default uuidv7(),
  reference bigint not null default nextval('transaction_number'::regclass),
  client text not null,
  state text not null default 'draft'::text,
  draft jsonb not null,
  revision integer not null default 1,
  started_by uuid not null,
  started_by_name text not null,
  started_as text not null,
  started_at timestamp with time zone not null,
  idempotency_key uuid not null,
  changed_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  owner_id uuid,
  owner_name text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  message text,
  duplicates jsonb,
  duplicates_found_at timestamp with time zone,
  account_id uuid,
  erased_at timestamp with time zone,
  attempt smallint not null default 0,
  provider text,
  document jsonb,
  document_made_at timestamp with time zone,
  envelope_id text,
  asked_at timestamp with time zone,
  document_id uuid,
  constraint account_application_pkey PRIMARY KEY (book, application_id),
  constraint account_application_book_reference_key UNIQUE (book, reference),
  constraint one_application_per_account UNIQUE (book, account_id),
  constraint one_application_per_envelope UNIQUE (book, provider, envelope_id),
  constraint started_once UNIQUE (book, started_by, idempotency_key),
  constraint account_application_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint account_application_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint account_application_attempt_check CHECK (attempt >= 0),
  constraint account_application_check CHECK ((state = 'accepted'::text) = (account_id IS NOT NULL)),
  constraint account_application_check1 CHECK (document_id IS NULL OR account_id IS NOT NULL),
  constraint account_application_check2 CHECK ((owner_id IS NULL) = (owner_name IS NULL)),
  constraint account_application_check3 CHECK (num_nulls(decided_by, decided_by_name, decided_at) =
    CASE
    WHEN state = ANY (ARRAY['accepted'::text, 'declined'::text]) THEN 0
    ELSE 3
    END),
  constraint account_application_check4 CHECK ((state <> ALL (ARRAY['asked'::text, 'declined'::text])) OR message IS NOT NULL),
  constraint account_application_check5 CHECK (state = 'draft'::text OR state = 'withdrawn'::text OR submitted_at IS NOT NULL OR state = 'signing'::text),
  constraint account_application_check6 CHECK ((state <> ALL (ARRAY['signing'::text, 'submitted'::text, 'asked'::text, 'accepted'::text])) OR num_nulls(provider, document, document_made_at) = 0),
  constraint account_application_check7 CHECK (envelope_id IS NULL OR provider IS NOT NULL),
  constraint account_application_client_check CHECK (client ~ '^[a-z0-9]{1,40}$'::text),
  constraint account_application_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint account_application_document_check CHECK (jsonb_typeof(document) = 'object'::text AND octet_length(document::text) <= 1048576),
  constraint account_application_draft_check CHECK (jsonb_typeof(draft) = 'object'::text AND octet_length(draft::text) <= 131072),
  constraint account_application_duplicates_check CHECK (jsonb_typeof(duplicates) = 'array'::text),
  constraint account_application_envelope_id_check CHECK (length(envelope_id) >= 1 AND length(envelope_id) <= 200),
  constraint account_application_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 1000),
  constraint account_application_owner_name_check CHECK (btrim(owner_name) <> ''::text),
  constraint account_application_provider_check CHECK (provider ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint account_application_revision_check CHECK (revision > 0),
  constraint account_application_started_as_check CHECK (started_as = ANY (ARRAY['donor'::text, 'advisor'::text, 'banker'::text, 'staff'::text])),
  constraint account_application_started_by_name_check CHECK (btrim(started_by_name) <> ''::text),
  constraint account_application_state_check CHECK (state = ANY (ARRAY['draft'::text, 'signing'::text, 'submitted'::text, 'asked'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])),
  constraint not_own_application CHECK (decided_by IS NULL OR decided_by <> started_by)
);
CREATE INDEX account_application_of_starter ON account_application (book, started_by, changed_at DESC);
CREATE INDEX account_application_queue ON account_application (book, submitted_at, application_id) WHERE (state = ANY (ARRAY['submitted'::text, 'asked'::text]));
CREATE INDEX account_application_unfinished ON account_application (book, asked_at NULLS FIRST) WHERE ((state = 'signing'::text) OR ((state = 'accepted'::text) AND (document_id IS NULL)));
alter table account_application enable row level security, force row level security;
create policy book_of_connection on account_application
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_state BEFORE UPDATE ON account_application FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_application_state();

create table account_balance (
  book book_name not null,
  account_id uuid not null,
  spendable_minor bigint not null default 0,
  excluded_minor bigint not null default 0,
  pending_minor bigint not null default 0,
  constraint account_balance_pkey PRIMARY KEY (book, account_id),
  constraint account_balance_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id)
);
alter table account_balance enable row level security, force row level security;
create policy book_of_connection on account_balance
    using (book::text = book())
    with check (book::text = book());

create table account_name_part (
  book book_name not null,
  part text not null,
  account_name_key text not null,
  fund_id bigint not null,
  constraint account_name_part_pkey PRIMARY KEY (book, part, account_name_key, fund_id)
);
alter table account_name_part enable row level security, force row level security;
create policy book_of_connection on account_name_part
    using (book::text = book())
    with check (book::text = book());

create table account_relationship (
  book book_name not null default book(),
  relationship_id uuid not null default uuidv7(),
  account_id uuid not null,
  party_id uuid not null,
  account_role_code text not null,
  since date not null default CURRENT_DATE,
  ended_at timestamp with time zone,
  revision integer not null default 1,
  contact_sharing text not null default 'not-asked'::text,
  contact_decided_at timestamp with time zone,
  entered_first_name text,
  entered_last_name text,
  entered_email text,
  constraint account_relationship_pkey PRIMARY KEY (book, relationship_id),
  constraint account_relationship_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint account_relationship_book_party_id_fkey FOREIGN KEY (book, party_id) REFERENCES party(book, party_id),
  constraint account_relationship_account_role_code_check CHECK (account_role_code = ANY (ARRAY['donor'::text, 'joint_donor'::text, 'viewer'::text, 'primary_advisor'::text, 'banker'::text, 'service_team'::text, 'successor'::text, 'charitable_beneficiary'::text])),
  constraint account_relationship_contact_sharing_check CHECK (contact_sharing = ANY (ARRAY['not-asked'::text, 'waiting'::text, 'accepted'::text, 'declined'::text])),
  constraint account_relationship_entered_email_check CHECK (POSITION(('@'::text) IN (entered_email)) > 1),
  constraint account_relationship_entered_first_name_check CHECK (length(entered_first_name) <= 200),
  constraint account_relationship_entered_last_name_check CHECK (btrim(entered_last_name) <> ''::text AND length(entered_last_name) <= 200),
  constraint account_relationship_revision_check CHECK (revision > 0),
  constraint contact_decision CHECK ((contact_decided_at IS NOT NULL) = (contact_sharing = ANY (ARRAY['accepted'::text, 'declined'::text]))),
  constraint entered_person CHECK (num_nulls(entered_first_name, entered_last_name, entered_email) = 0 OR (contact_sharing = ANY (ARRAY['not-asked'::text, 'accepted'::text])))
);
CREATE INDEX account_relationship_of_account ON account_relationship (book, account_id);
CREATE INDEX account_relationship_of_party ON account_relationship (book, party_id, account_id) WHERE (ended_at IS NULL);
CREATE INDEX contact_waiting ON account_relationship (book, party_id) WHERE ((contact_sharing = 'waiting'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX current_relationship ON account_relationship (book, account_id, party_id, account_role_code) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX one_primary_advisor ON account_relationship (book, account_id) WHERE ((account_role_code = 'primary_advisor'::text) AND (ended_at IS NULL));
alter table account_relationship enable row level security, force row level security;
create policy book_of_connection on account_relationship
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER end_advisor_granting AFTER UPDATE OF ended_at ON account_relationship FOR EACH ROW WHEN (new.account_role_code = 'primary_advisor'::text AND old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION end_advisor_granting();
CREATE TRIGGER end_is_final BEFORE UPDATE OF ended_at ON account_relationship FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the end of a relationship');
CREATE TRIGGER last_donor AFTER UPDATE ON account_relationship FOR EACH ROW WHEN ((old.account_role_code = ANY (ARRAY['donor'::text, 'joint_donor'::text])) AND old.ended_at IS NULL AND (new.ended_at IS NOT NULL OR (new.account_role_code <> ALL (ARRAY['donor'::text, 'joint_donor'::text])))) EXECUTE FUNCTION refuse_end_of_last_donor();
CREATE TRIGGER notify_access_change AFTER INSERT OR DELETE OR UPDATE ON account_relationship FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON account_relationship FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER relationship_keeps_person BEFORE UPDATE OF party_id ON account_relationship FOR EACH ROW WHEN (new.party_id IS DISTINCT FROM old.party_id) EXECUTE FUNCTION refuse_other_person();

create table account_statement (
  book book_name not null default book(),
  document_id uuid not null,
  account_id uuid not null,
  from_day date not null,
  to_day date not null,
  sha256 bytea not null,
  recorded_at timestamp with time zone not null,
  figures_snapshot pg_snapshot not null,
  figures jsonb not null,
  constraint account_statement_pkey PRIMARY KEY (book, document_id),
  constraint account_statement_book_account_id_from_day_to_day_key UNIQUE (book, account_id, from_day, to_day),
  constraint account_statement_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint account_statement_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint account_statement_check CHECK (from_day <= to_day),
  constraint account_statement_figures_check CHECK (jsonb_typeof(figures) = 'object'::text),
  constraint account_statement_sha256_check CHECK (octet_length(sha256) = 32)
);
alter table account_statement enable row level security, force row level security;
create policy book_of_connection on account_statement
    using (book::text = book())
    with check (book::text = book());

create table app_user (
  realm book_name not null default realm(),
  user_id uuid not null default uuidv7(),
  sso_id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  has_access boolean not null,
  force_email_change boolean not null default false,
  remembered_currency currency_code,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  suspended_by uuid,
  suspension_reason text,
  constraint app_user_pkey PRIMARY KEY (realm, user_id),
  constraint app_user_realm_sso_id_key UNIQUE (realm, sso_id),
  constraint app_user_email_check CHECK (POSITION(('@'::text) IN (email)) > 1),
  constraint app_user_sso_id_check CHECK (sso_id = lower(btrim(sso_id)) AND sso_id <> ''::text),
  constraint app_user_suspension_reason_check CHECK (btrim(suspension_reason) <> ''::text AND length(suspension_reason) <= 1000),
  constraint suspended_with_reason CHECK (num_nulls(suspended_at, suspension_reason) <> 1),
  constraint suspended_without_access CHECK (suspended_at IS NULL OR NOT has_access)
);
CREATE INDEX app_user_email ON app_user (realm, lower(email));
alter table app_user enable row level security, force row level security;
create policy end_of_login_owner on app_user for update to postgres
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_book on app_user for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_book_owner on app_user for select to postgres
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on app_user to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER notify_access_change AFTER DELETE OR UPDATE ON app_user FOR EACH ROW EXECUTE FUNCTION notify_access_change_of_person();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON app_user FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();

create table application_event (
  book book_name not null default book(),
  event_id bigint not null generated always as identity,
  application_id uuid not null,
  kind text not null,
  user_id uuid,
  session_id uuid,
  address inet,
  by_name text not null,
  by_sponsor boolean not null,
  text text,
  at timestamp with time zone not null,
  constraint application_event_pkey PRIMARY KEY (book, event_id),
  constraint application_event_book_application_id_fkey FOREIGN KEY (book, application_id) REFERENCES account_application(book, application_id),
  constraint application_event_by_name_check CHECK (btrim(by_name) <> ''::text),
  constraint application_event_kind_check CHECK (kind = ANY (ARRAY['started'::text, 'sent-to-sign'::text, 'signed'::text, 'signature-declined'::text, 'submitted'::text, 'asked'::text, 'answered'::text, 'returned-to-draft'::text, 'withdrawn'::text, 'claimed'::text, 'released'::text, 'accepted'::text, 'declined'::text, 'erased'::text])),
  constraint application_event_text_check CHECK (btrim(text) <> ''::text AND length(text) <= 2000)
);
CREATE INDEX event_of_application ON application_event (book, application_id, event_id);
alter table application_event enable row level security, force row level security;
create policy book_of_connection on application_event
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER record_in_audit_log AFTER INSERT ON application_event FOR EACH ROW EXECUTE FUNCTION record_application_in_audit_log();

create table application_signer (
  book book_name not null default book(),
  application_id uuid not null,
  attempt smallint not null,
  signer_id uuid not null default uuidv7(),
  routing_order smallint not null,
  user_id uuid,
  name text not null,
  email text not null,
  state text not null default 'waiting'::text,
  decided_at timestamp with time zone,
  reason text,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  links smallint not null default 0,
  constraint application_signer_pkey PRIMARY KEY (book, application_id, attempt, signer_id),
  constraint one_turn_each_application UNIQUE (book, application_id, attempt, routing_order),
  constraint application_signer_book_application_id_fkey FOREIGN KEY (book, application_id) REFERENCES account_application(book, application_id),
  constraint application_signer_attempt_check CHECK (attempt > 0),
  constraint application_signer_check CHECK ((state = 'waiting'::text) = (decided_at IS NULL)),
  constraint application_signer_check1 CHECK (reason IS NULL OR state = 'declined'::text),
  constraint application_signer_check2 CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
  constraint application_signer_check3 CHECK (link_hash IS NULL OR user_id IS NULL),
  constraint application_signer_email_check CHECK (POSITION(('@'::text) IN (email)) > 1),
  constraint application_signer_link_hash_check CHECK (octet_length(link_hash) = 32),
  constraint application_signer_links_check CHECK (links >= 0 AND links <= 20),
  constraint application_signer_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint application_signer_reason_check CHECK (length(reason) <= 2000),
  constraint application_signer_routing_order_check CHECK (routing_order >= 1 AND routing_order <= 20),
  constraint application_signer_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'signed'::text, 'declined'::text]))
);
CREATE UNIQUE INDEX application_link ON application_signer (book, link_hash) WHERE (link_hash IS NOT NULL);
CREATE UNIQUE INDEX application_signer_of_user ON application_signer (book, application_id, attempt, user_id);
CREATE INDEX application_signer_waiting ON application_signer (book, user_id) WHERE (user_id IS NOT NULL);
alter table application_signer enable row level security, force row level security;
create policy book_of_connection on application_signer
    using (book::text = book())
    with check (book::text = book());

create table applied_migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint applied_migration_pkey PRIMARY KEY (name)
);

create table audit_checkpoint (
  realm book_name not null default realm(),
  number bigint not null,
  seq bigint not null,
  hash bytea not null,
  at timestamp with time zone not null,
  constraint audit_checkpoint_pkey PRIMARY KEY (realm, number),
  constraint audit_checkpoint_hash_check CHECK (octet_length(hash) = 32),
  constraint audit_checkpoint_number_check CHECK (number > 0),
  constraint audit_checkpoint_seq_check CHECK (seq > 0)
);
alter table audit_checkpoint enable row level security, force row level security;
create policy realm_of_connection on audit_checkpoint
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_checkpoint FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_event (
  realm book_name not null,
  seq bigint not null,
  at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  kind text not null,
  user_id uuid,
  actor_user_id uuid,
  session_id uuid,
  address inet,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_event_pkey PRIMARY KEY (realm, seq),
  constraint audit_event_detail_check CHECK (jsonb_typeof(detail) = 'object'::text AND octet_length(detail::text) <= 8192),
  constraint audit_event_hash_check CHECK (octet_length(hash) = 32),
  constraint audit_event_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,39}$'::text),
  constraint audit_event_previous_hash_check CHECK (octet_length(previous_hash) = 32),
  constraint audit_event_seq_check CHECK (seq > 0)
);
CREATE INDEX audit_event_at ON audit_event (realm, at, seq);
CREATE INDEX audit_event_from ON audit_event (realm, address, at, seq) WHERE (address IS NOT NULL);
CREATE INDEX audit_event_of_kind ON audit_event (realm, kind, at, seq);
CREATE INDEX audit_event_of_user ON audit_event (realm, user_id, at, seq) WHERE (user_id IS NOT NULL);
alter table audit_event enable row level security, force row level security;
create policy every_realm_of_import on audit_event to postgres
    using (SESSION_USER::text = 'registrar'::text)
    with check (SESSION_USER::text = 'registrar'::text);
create policy realm_of_book on audit_event to postgres
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text))
    with check (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on audit_event
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_inbox (
  realm book_name not null default realm(),
  entry_id uuid not null default uuidv7(),
  at timestamp with time zone not null,
  kind text not null,
  user_id uuid,
  actor_user_id uuid,
  session_id uuid,
  address inet,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_inbox_pkey PRIMARY KEY (realm, entry_id)
);
alter table audit_inbox enable row level security, force row level security;
create policy every_realm_of_import on audit_inbox to postgres
    using (SESSION_USER::text = 'registrar'::text)
    with check (SESSION_USER::text = 'registrar'::text);
create policy realm_of_book on audit_inbox to postgres
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text))
    with check (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on audit_inbox
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE CONSTRAINT TRIGGER append_to_audit_chain AFTER INSERT ON audit_inbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION append_to_audit_chain();
CREATE TRIGGER complete_audit_event BEFORE INSERT ON audit_inbox FOR EACH ROW EXECUTE FUNCTION complete_audit_event();

create table audit_verification (
  realm book_name not null default realm(),
  verification_id uuid not null default uuidv7(),
  at timestamp with time zone not null,
  events bigint not null,
  last_hash bytea,
  finding text,
  constraint audit_verification_pkey PRIMARY KEY (realm, verification_id),
  constraint audit_verification_events_check CHECK (events >= 0)
);
alter table audit_verification enable row level security, force row level security;
create policy realm_of_connection on audit_verification
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_verification FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON audit_verification FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table backup_code (
  realm book_name not null default realm(),
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint backup_code_pkey PRIMARY KEY (realm, user_id, code_hash),
  constraint backup_code_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint backup_code_code_hash_check CHECK (octet_length(code_hash) = 32)
);
alter table backup_code enable row level security, force row level security;
create policy realm_of_connection on backup_code to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table bank_file (
  book book_name not null default book(),
  bank_file_id uuid not null,
  file_hash text not null,
  file_name text not null,
  format text not null,
  file_ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  applied_by uuid,
  applied_by_name text,
  applied_at timestamp with time zone,
  constraint bank_file_pkey PRIMARY KEY (book, bank_file_id),
  constraint applied_by_somebody CHECK (num_nulls(applied_by, applied_by_name, applied_at) = ANY (ARRAY[0, 3])),
  constraint bank_file_file_hash_check CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint bank_file_file_name_check CHECK (length(file_name) <= 200),
  constraint bank_file_format_check CHECK (format = ANY (ARRAY['nacha'::text, 'camt.052'::text, 'camt.053'::text, 'camt.054'::text, 'pain.002'::text, 'arucs'::text, 'awacs'::text, 'bai2'::text, 'csv'::text]))
);
CREATE INDEX bank_file_by_hash ON bank_file (book, file_hash);
CREATE INDEX bank_file_by_key ON bank_file (key_id, bank_file_id);
CREATE UNIQUE INDEX one_unapplied_bank_file ON bank_file (book, file_hash) WHERE (applied_at IS NULL);
alter table bank_file enable row level security, force row level security;
create policy book_of_connection on bank_file
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_bank_file BEFORE UPDATE ON bank_file FOR EACH ROW EXECUTE FUNCTION check_bank_file();

create table bank_file_answer (
  book book_name not null default book(),
  bank_file_id uuid not null,
  line integer not null,
  question text not null,
  is_confirmed boolean not null,
  constraint bank_file_answer_pkey PRIMARY KEY (book, bank_file_id, line),
  constraint bank_file_answer_book_bank_file_id_fkey FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint bank_file_answer_line_check CHECK (line > 0)
);
alter table bank_file_answer enable row level security, force row level security;
create policy book_of_connection on bank_file_answer
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON bank_file_answer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON bank_file_answer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table bank_file_line (
  book book_name not null default book(),
  bank_file_id uuid not null,
  line integer not null,
  payment_id uuid not null,
  effect text not null,
  amount_minor bigint,
  detail text not null,
  done_at timestamp with time zone,
  failure text,
  bank_line_id uuid,
  message text,
  bank_reference text,
  booked_on date,
  is_another boolean not null default false,
  constraint bank_file_line_pkey PRIMARY KEY (book, bank_file_id, line),
  constraint bank_file_line_book_bank_file_id_fkey FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint bank_file_line_book_bank_line_id_fkey FOREIGN KEY (book, bank_line_id) REFERENCES bank_line(book, bank_line_id),
  constraint bank_file_line_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint bank_file_line_amount_minor_check CHECK (amount_minor > 0),
  constraint bank_file_line_bank_reference_check CHECK (length(bank_reference) <= 140),
  constraint bank_file_line_effect_check CHECK (effect = ANY (ARRAY['cleared'::text, 'returned'::text, 'rejected'::text, 'change'::text])),
  constraint bank_file_line_line_check CHECK (line > 0),
  constraint bank_file_line_message_check CHECK (length(message) <= 1000)
);
CREATE INDEX bank_file_line_to_do ON bank_file_line (book, bank_file_id, line) WHERE (done_at IS NULL);
CREATE INDEX bank_file_line_waiting ON bank_file_line (book, payment_id) WHERE ((done_at IS NULL) AND (failure IS NULL));
alter table bank_file_line enable row level security, force row level security;
create policy book_of_connection on bank_file_line
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER line_is_done BEFORE UPDATE ON bank_file_line FOR EACH ROW WHEN (old.done_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('a line of a bank file');

create table bank_line (
  book book_name not null default book(),
  bank_line_id uuid not null,
  bank_account text not null,
  booked_on date not null,
  is_credit boolean not null,
  is_reversal boolean not null,
  amount_minor bigint not null,
  bank_entry_id uuid not null,
  entry_is_credit boolean not null,
  entry_amount_minor bigint not null,
  reference text,
  parts integer not null,
  part_position integer not null,
  part_reference text,
  occurrence integer not null default 1,
  end_to_end_id text,
  detail text not null,
  counterparty text,
  bank_file_id uuid not null,
  line integer not null,
  stated_in uuid,
  part_of uuid,
  same_as uuid,
  payment_id uuid,
  run_id uuid,
  constraint bank_line_pkey PRIMARY KEY (book, bank_line_id),
  constraint one_bank_line UNIQUE NULLS NOT DISTINCT (book, bank_account, booked_on, entry_is_credit, entry_amount_minor, reference, is_credit, amount_minor, part_position, part_reference, part_of, occurrence),
  constraint bank_line_book_bank_file_id_fkey FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint bank_line_book_part_of_fkey FOREIGN KEY (book, part_of) REFERENCES bank_line(book, bank_line_id),
  constraint bank_line_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint bank_line_book_run_id_fkey FOREIGN KEY (book, run_id) REFERENCES payment_run(book, run_id),
  constraint bank_line_book_same_as_fkey FOREIGN KEY (book, same_as) REFERENCES bank_line(book, bank_line_id),
  constraint bank_line_book_stated_in_fkey FOREIGN KEY (book, stated_in) REFERENCES bank_file(book, bank_file_id),
  constraint bank_line_amount_minor_check CHECK (amount_minor > 0),
  constraint bank_line_bank_account_check CHECK (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$'::text AND length(bank_account) <= 60),
  constraint bank_line_check CHECK (payment_id IS NULL OR run_id IS NULL),
  constraint bank_line_counterparty_check CHECK (length(counterparty) <= 140),
  constraint bank_line_detail_check CHECK (length(detail) <= 500),
  constraint bank_line_end_to_end_id_check CHECK (length(end_to_end_id) <= 140),
  constraint bank_line_entry_amount_minor_check CHECK (entry_amount_minor > 0),
  constraint bank_line_line_check CHECK (line > 0),
  constraint bank_line_occurrence_check CHECK (occurrence > 0),
  constraint bank_line_part_position_check CHECK (part_position > 0),
  constraint bank_line_part_reference_check CHECK (btrim(part_reference) <> ''::text AND length(part_reference) <= 140),
  constraint bank_line_parts_check CHECK (parts > 0),
  constraint bank_line_reference_check CHECK (btrim(reference) <> ''::text AND length(reference) <= 140)
);
CREATE INDEX bank_line_by_day ON bank_line (book, bank_account, booked_on);
CREATE INDEX bank_line_by_reference ON bank_line (book, bank_account, reference) WHERE (reference IS NOT NULL);
CREATE INDEX bank_line_of_entry ON bank_line (book, bank_entry_id);
CREATE INDEX bank_line_of_file ON bank_line (book, bank_file_id, line);
CREATE INDEX bank_line_of_payment ON bank_line (book, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX bank_line_parts ON bank_line (book, part_of) WHERE (part_of IS NOT NULL);
CREATE INDEX bank_line_repeats ON bank_line (book, same_as) WHERE (same_as IS NOT NULL);
CREATE INDEX bank_line_stated ON bank_line (book, stated_in, bank_line_id) WHERE (stated_in IS NOT NULL);
alter table bank_line enable row level security, force row level security;
create policy book_of_connection on bank_line
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_bank_line_match BEFORE UPDATE ON bank_line FOR EACH ROW EXECUTE FUNCTION check_bank_line_match();
CREATE TRIGGER check_bank_line_part BEFORE INSERT ON bank_line FOR EACH ROW WHEN (new.part_of IS NOT NULL) EXECUTE FUNCTION check_bank_line_part();

create table bank_line_explanation (
  book book_name not null default book(),
  bank_line_id uuid not null,
  kind text not null,
  note text not null,
  explained_by uuid not null,
  explained_by_name text not null,
  explained_at timestamp with time zone not null,
  explanation_id uuid not null,
  credit_line_id uuid,
  withdrawn_by uuid,
  withdrawn_by_name text,
  withdrawn_at timestamp with time zone,
  withdrawn_reason text,
  constraint bank_line_explanation_pkey PRIMARY KEY (book, explanation_id),
  constraint bank_line_explanation_book_bank_line_id_fkey FOREIGN KEY (book, bank_line_id) REFERENCES bank_line(book, bank_line_id),
  constraint bank_line_explanation_book_credit_line_id_fkey FOREIGN KEY (book, credit_line_id) REFERENCES bank_line(book, bank_line_id),
  constraint bank_line_explanation_explained_by_name_check CHECK (btrim(explained_by_name) <> ''::text),
  constraint bank_line_explanation_kind_check CHECK (kind = ANY (ARRAY['fee'::text, 'own-transfer'::text, 'direct-debit'::text, 'sent-on'::text, 'returned-deposit'::text, 'other'::text])),
  constraint bank_line_explanation_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint bank_line_explanation_withdrawn_by_name_check CHECK (btrim(withdrawn_by_name) <> ''::text),
  constraint bank_line_explanation_withdrawn_reason_check CHECK (btrim(withdrawn_reason) <> ''::text AND length(withdrawn_reason) <= 1000),
  constraint only_transfers_are_paired CHECK (credit_line_id IS NULL OR kind = 'own-transfer'::text),
  constraint withdrawn_whole CHECK (num_nulls(withdrawn_by, withdrawn_by_name, withdrawn_at, withdrawn_reason) = ANY (ARRAY[0, 4]))
);
CREATE UNIQUE INDEX bank_line_explained_once ON bank_line_explanation (book, bank_line_id) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX own_transfer_paired_once ON bank_line_explanation (book, credit_line_id) WHERE ((withdrawn_at IS NULL) AND (credit_line_id IS NOT NULL));
alter table bank_line_explanation enable row level security, force row level security;
create policy book_of_connection on bank_line_explanation
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON bank_line_explanation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_bank_line_explanation BEFORE INSERT ON bank_line_explanation FOR EACH ROW EXECUTE FUNCTION check_bank_line_explanation();
CREATE TRIGGER never_deleted BEFORE DELETE ON bank_line_explanation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_is_final BEFORE UPDATE ON bank_line_explanation FOR EACH ROW WHEN (old.withdrawn_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the withdrawal of an explanation');

create table bank_reconciliation (
  book book_name not null default book(),
  bank_account text not null,
  month date not null,
  figures jsonb not null,
  note text,
  signed_by uuid not null,
  signed_by_name text not null,
  signed_at timestamp with time zone not null,
  constraint one_bank_reconciliation PRIMARY KEY (book, bank_account, month),
  constraint bank_reconciliation_bank_account_check CHECK (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$'::text AND length(bank_account) <= 60),
  constraint bank_reconciliation_figures_check CHECK (jsonb_typeof(figures) = 'object'::text),
  constraint bank_reconciliation_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint bank_reconciliation_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint bank_reconciliation_signed_by_name_check CHECK (btrim(signed_by_name) <> ''::text)
);
alter table bank_reconciliation enable row level security, force row level security;
create policy book_of_connection on bank_reconciliation
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON bank_reconciliation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON bank_reconciliation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_bank_reconciliation BEFORE INSERT ON bank_reconciliation FOR EACH ROW EXECUTE FUNCTION check_bank_reconciliation();

create table bank_statement (
  book book_name not null default book(),
  bank_statement_id uuid not null default uuidv7(),
  bank_account text not null,
  reference text,
  opens_on date,
  closed_on date not null,
  opening_minor bigint,
  closing_minor bigint,
  bank_file_id uuid not null,
  constraint bank_statement_pkey PRIMARY KEY (book, bank_statement_id),
  constraint one_bank_statement UNIQUE NULLS NOT DISTINCT (book, bank_account, closed_on, reference, opens_on, opening_minor, closing_minor),
  constraint bank_statement_book_bank_file_id_fkey FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint bank_statement_bank_account_check CHECK (bank_account ~ '^[0-9A-Z]+/[0-9A-Z]+$'::text AND length(bank_account) <= 60),
  constraint bank_statement_check CHECK (opens_on <= closed_on),
  constraint bank_statement_reference_check CHECK (btrim(reference) <> ''::text AND length(reference) <= 140)
);
alter table bank_statement enable row level security, force row level security;
create policy book_of_connection on bank_statement
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON bank_statement FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON bank_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table book (
  book book_name not null,
  realm book_name not null,
  currency currency_code not null,
  constraint book_pkey PRIMARY KEY (book),
  constraint book_book_currency_key UNIQUE (book, currency)
);
alter table book enable row level security, force row level security;
create policy book_of_connection on book for select
    using (book::text = book());
create policy every_book_of_import on book for select to postgres
    using (SESSION_USER::text = 'registrar'::text);
CREATE TRIGGER notify_access_change AFTER DELETE OR UPDATE ON book FOR EACH ROW EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON book FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();

create table book_check (
  book book_name not null default book(),
  check_id uuid not null default uuidv7(),
  day date not null,
  checked_at timestamp with time zone not null,
  compared jsonb not null,
  difference_count integer not null,
  answered_by uuid,
  answered_by_name text,
  answered_at timestamp with time zone,
  answer text,
  constraint book_check_pkey PRIMARY KEY (book, check_id),
  constraint one_check_a_day UNIQUE (book, day),
  constraint answer_of_difference CHECK (answered_at IS NULL OR difference_count > 0),
  constraint book_check_answer_check CHECK (btrim(answer) <> ''::text AND length(answer) <= 1000),
  constraint book_check_answered_by_name_check CHECK (btrim(answered_by_name) <> ''::text),
  constraint book_check_check CHECK (num_nulls(answered_by, answered_by_name, answered_at, answer) = ANY (ARRAY[0, 4])),
  constraint book_check_compared_check CHECK (jsonb_typeof(compared) = 'object'::text),
  constraint book_check_difference_count_check CHECK (difference_count >= 0)
);
CREATE INDEX book_check_unanswered ON book_check (book) WHERE ((difference_count > 0) AND (answered_at IS NULL));
alter table book_check enable row level security, force row level security;
create policy book_of_connection on book_check
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER answer_book_check_once BEFORE UPDATE ON book_check FOR EACH ROW EXECUTE FUNCTION answer_book_check_once();
CREATE TRIGGER record_in_audit_log AFTER INSERT ON book_check FOR EACH ROW WHEN (new.difference_count > 0) EXECUTE FUNCTION record_book_check_in_audit_log();

create table book_check_difference (
  book book_name not null default book(),
  check_id uuid not null,
  number integer not null,
  part text not null,
  place text not null,
  finding text not null,
  constraint book_check_difference_pkey PRIMARY KEY (book, check_id, number),
  constraint book_check_difference_book_check_id_fkey FOREIGN KEY (book, check_id) REFERENCES book_check(book, check_id),
  constraint book_check_difference_finding_check CHECK (btrim(finding) <> ''::text AND length(finding) <= 500),
  constraint book_check_difference_number_check CHECK (number > 0),
  constraint book_check_difference_part_check CHECK (part = ANY (ARRAY['balances'::text, 'pending-grants'::text, 'payment-runs'::text, 'audit-log'::text, 'change-records'::text, 'certificates'::text, 'files'::text])),
  constraint book_check_difference_place_check CHECK (btrim(place) <> ''::text AND length(place) <= 200)
);
alter table book_check_difference enable row level security, force row level security;
create policy book_of_connection on book_check_difference
    using (book::text = book())
    with check (book::text = book());

create table caused_mail (
  realm book_name not null default realm(),
  day date not null,
  sender_hash bytea not null,
  address_hash bytea not null,
  mails smallint not null,
  constraint caused_mail_pkey PRIMARY KEY (realm, day, sender_hash, address_hash),
  constraint caused_mail_address_hash_check CHECK (octet_length(address_hash) = 32),
  constraint caused_mail_mails_check CHECK (mails >= 1 AND mails <= 1000),
  constraint caused_mail_sender_hash_check CHECK (octet_length(sender_hash) = 32)
);
alter table caused_mail enable row level security, force row level security;
create policy realm_of_connection on caused_mail to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table change_notice (
  book book_name not null default book(),
  notice_id uuid not null,
  bank_file_id uuid not null,
  line integer not null,
  code text not null,
  reference text,
  traces text not null,
  correction text not null,
  payment_id uuid,
  received_at timestamp with time zone not null,
  state text not null default 'open'::text,
  problem text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  note text,
  constraint change_notice_pkey PRIMARY KEY (book, notice_id),
  constraint one_change_notice UNIQUE NULLS NOT DISTINCT (book, traces, code, reference, correction),
  constraint change_notice_book_bank_file_id_fkey FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint change_notice_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint change_notice_check CHECK (num_nulls(decided_by, decided_by_name, decided_at) =
    CASE state
    WHEN 'open'::text THEN 3
    ELSE 0
    END),
  constraint change_notice_check1 CHECK ((state = 'closed'::text) = (note IS NOT NULL)),
  constraint change_notice_code_check CHECK (length(code) >= 1 AND length(code) <= 3),
  constraint change_notice_correction_check CHECK (btrim(correction) <> ''::text AND length(correction) <= 300),
  constraint change_notice_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint change_notice_line_check CHECK (line > 0),
  constraint change_notice_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint change_notice_problem_check CHECK (btrim(problem) <> ''::text AND length(problem) <= 500),
  constraint change_notice_reference_check CHECK (btrim(reference) <> ''::text AND length(reference) <= 140),
  constraint change_notice_state_check CHECK (state = ANY (ARRAY['open'::text, 'closed'::text])),
  constraint change_notice_traces_check CHECK (length(traces) <= 140)
);
CREATE INDEX change_notice_decided ON change_notice (book, decided_at DESC, notice_id) WHERE (state <> 'open'::text);
CREATE INDEX change_notice_open ON change_notice (book, received_at, notice_id) WHERE (state = 'open'::text);
alter table change_notice enable row level security, force row level security;
create policy book_of_connection on change_notice
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_change_notice BEFORE UPDATE ON change_notice FOR EACH ROW EXECUTE FUNCTION check_change_notice();

create table change_record (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  account_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  revision integer not null,
  kind text not null,
  before_change jsonb not null,
  after_change jsonb not null,
  actor_user_id uuid not null,
  actor_name text not null,
  actor_side text not null,
  on_behalf_of uuid,
  session_id uuid,
  address inet,
  at timestamp with time zone not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint change_record_pkey PRIMARY KEY (book, change_id),
  constraint one_change_per_revision UNIQUE (book, subject_id, revision),
  constraint change_record_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint change_record_actor_name_check CHECK (btrim(actor_name) <> ''::text),
  constraint change_record_actor_side_check CHECK (actor_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint change_record_after_change_check CHECK (jsonb_typeof(after_change) = 'object'::text),
  constraint change_record_before_change_check CHECK (jsonb_typeof(before_change) = 'object'::text),
  constraint change_record_check CHECK ((octet_length(before_change::text) + octet_length(after_change::text)) <= 65536),
  constraint change_record_kind_check CHECK (kind = ANY (ARRAY['account-opened'::text, 'account-renamed'::text, 'account-status-set'::text, 'advisor-granting-set'::text, 'endowment-set'::text, 'legacy-plan-saved'::text, 'relationship-added'::text, 'relationship-ended'::text, 'relationship-invited'::text, 'contact-sharing-set'::text, 'person-updated'::text, 'schedule-made'::text, 'schedule-changed'::text])),
  constraint change_record_revision_check CHECK (revision > 0),
  constraint change_record_subject_check CHECK (subject = ANY (ARRAY['account'::text, 'relationship'::text, 'person'::text, 'schedule'::text]))
);
CREATE INDEX change_of_account ON change_record (book, account_id, at DESC);
alter table change_record enable row level security, force row level security;
create policy book_of_connection on change_record
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON change_record FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON change_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER record_in_audit_log AFTER INSERT ON change_record FOR EACH ROW EXECUTE FUNCTION record_change_in_audit_log();

create table charity (
  charity_id text not null,
  register text not null,
  number text not null,
  name text not null,
  also_known_as text,
  street text,
  city text,
  state text,
  postal_code text,
  group_number text,
  subsection text,
  affiliation text,
  classification text,
  ruling_month text,
  deductibility text,
  foundation text,
  organization text,
  status text,
  removed_on date,
  tax_period text,
  ntee text,
  assets_whole_units bigint,
  income_whole_units bigint,
  revenue_whole_units bigint,
  name_key text not null,
  name_hash integer not null,
  address_hash integer,
  search_keys integer[] not null,
  is_grantable boolean not null,
  row_hash bigint not null,
  source_file text not null,
  source_line integer not null,
  source_import bigint not null,
  first_import bigint not null,
  changed_import bigint not null,
  delisted_import bigint,
  delisted_on date,
  unread_on date,
  constraint charity_pkey PRIMARY KEY (charity_id),
  constraint charity_charity_id_check CHECK (length(charity_id) >= 13 AND length(charity_id) <= 20),
  constraint charity_check CHECK ((delisted_import IS NULL) = (delisted_on IS NULL)),
  constraint charity_check1 CHECK ((register = 'irs-bmf'::text) = (charity_id ~~ 'US-EIN-%'::text)),
  constraint charity_check2 CHECK ((register = 'uk'::text) = (charity_id ~~ 'GB-%'::text)),
  constraint charity_name_check CHECK (name <> ''::text),
  constraint charity_register_check CHECK (register = ANY (ARRAY['irs-bmf'::text, 'uk'::text])),
  constraint charity_source_line_check CHECK (source_line > 0)
);
CREATE INDEX charity_address_hash ON charity (address_hash) WHERE (address_hash IS NOT NULL);
CREATE INDEX charity_name_hash ON charity (name_hash);
CREATE INDEX charity_search_keys ON charity USING gin (search_keys) WITH (fastupdate='on');

create table charity_bank_details (
  realm book_name not null default realm(),
  details_id uuid not null,
  charity_id text not null,
  country text not null,
  holder_name text not null,
  last_four text not null,
  ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  state text not null default 'proposed'::text,
  reason text not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  note text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  replaced_at timestamp with time zone,
  account_kind text not null default 'checking'::text,
  notice_id uuid,
  constraint charity_bank_details_pkey PRIMARY KEY (realm, details_id),
  constraint charity_bank_details_account_kind_check CHECK (account_kind = ANY (ARRAY['checking'::text, 'savings'::text])),
  constraint charity_bank_details_check CHECK ((state = 'proposed'::text) = (decided_at IS NULL)),
  constraint charity_bank_details_check1 CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  constraint charity_bank_details_check2 CHECK ((decided_at IS NULL) = (decided_by_name IS NULL)),
  constraint charity_bank_details_check3 CHECK ((decided_at IS NULL) = (note IS NULL)),
  constraint charity_bank_details_check4 CHECK ((state = 'replaced'::text) = (replaced_at IS NOT NULL)),
  constraint charity_bank_details_check5 CHECK (country = 'US'::text OR account_kind = 'checking'::text),
  constraint charity_bank_details_country_check CHECK (country = ANY (ARRAY['US'::text, 'GB'::text])),
  constraint charity_bank_details_holder_name_check CHECK (btrim(holder_name) <> ''::text AND length(holder_name) <= 120),
  constraint charity_bank_details_last_four_check CHECK (last_four ~ '^[0-9A-Z]{1,4}$'::text),
  constraint charity_bank_details_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint charity_bank_details_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint charity_bank_details_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'declined'::text, 'replaced'::text])),
  constraint two_people CHECK ((state <> ALL (ARRAY['confirmed'::text, 'replaced'::text])) OR decided_by <> proposed_by)
);
CREATE INDEX bank_details_by_key ON charity_bank_details (key_id, details_id);
CREATE INDEX bank_details_of_charity ON charity_bank_details (realm, charity_id, proposed_at DESC);
CREATE INDEX bank_details_of_notice ON charity_bank_details (realm, notice_id) WHERE (notice_id IS NOT NULL);
CREATE UNIQUE INDEX one_confirmed_bank_details ON charity_bank_details (realm, charity_id) WHERE (state = 'confirmed'::text);
CREATE UNIQUE INDEX one_proposal_of_notice ON charity_bank_details (realm, notice_id) WHERE (state <> 'declined'::text);
CREATE UNIQUE INDEX one_proposed_bank_details ON charity_bank_details (realm, charity_id) WHERE (state = 'proposed'::text);
alter table charity_bank_details enable row level security, force row level security;
create policy realm_of_book on charity_bank_details for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on charity_bank_details to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER decision_is_final BEFORE UPDATE OF state, note, decided_by, decided_by_name, decided_at, replaced_at ON charity_bank_details FOR EACH ROW WHEN (old.state <> 'proposed'::text AND (old.state <> 'confirmed'::text OR new.state <> 'replaced'::text OR old.note IS DISTINCT FROM new.note OR old.decided_by IS DISTINCT FROM new.decided_by OR old.decided_by_name IS DISTINCT FROM new.decided_by_name OR old.decided_at IS DISTINCT FROM new.decided_at)) EXECUTE FUNCTION refuse_final_change('the decision about bank details');

create table charity_list_entry (
  book book_name not null default book(),
  account_id uuid not null,
  charity_id text not null,
  added_by uuid not null,
  added_at timestamp with time zone not null default now(),
  note text,
  saved_name text,
  saved_outcome text,
  constraint charity_list_entry_pkey PRIMARY KEY (book, account_id, charity_id),
  constraint charity_list_entry_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint charity_list_entry_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 500),
  constraint charity_list_entry_saved_outcome_check CHECK (saved_outcome = ANY (ARRAY['yes'::text, 'no'::text, 'person'::text]))
);
alter table charity_list_entry enable row level security, force row level security;
create policy book_of_connection on charity_list_entry
    using (book::text = book())
    with check (book::text = book());

create table charity_payee_change (
  realm book_name not null default realm(),
  change_id uuid not null,
  charity_id text not null,
  before_payee jsonb not null,
  default_payment_type_code smallint,
  payee_name text,
  payee_address text,
  payee_email text,
  state text not null default 'proposed'::text,
  reason text not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  note text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  constraint charity_payee_change_pkey PRIMARY KEY (realm, change_id),
  constraint charity_payee_change_check CHECK ((state = 'proposed'::text) = (decided_at IS NULL)),
  constraint charity_payee_change_check1 CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  constraint charity_payee_change_check2 CHECK ((decided_at IS NULL) = (decided_by_name IS NULL)),
  constraint charity_payee_change_check3 CHECK ((decided_at IS NULL) = (note IS NULL)),
  constraint charity_payee_change_default_payment_type_code_check CHECK (default_payment_type_code > 0),
  constraint charity_payee_change_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint charity_payee_change_payee_address_check CHECK (btrim(payee_address) <> ''::text AND length(payee_address) <= 300),
  constraint charity_payee_change_payee_email_check CHECK (POSITION(('@'::text) IN (payee_email)) > 1 AND length(payee_email) <= 254),
  constraint charity_payee_change_payee_name_check CHECK (btrim(payee_name) <> ''::text AND length(payee_name) <= 120),
  constraint charity_payee_change_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint charity_payee_change_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'declined'::text])),
  constraint two_people CHECK (state <> 'confirmed'::text OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX one_proposed_payee_change ON charity_payee_change (realm, charity_id) WHERE (state = 'proposed'::text);
CREATE INDEX payee_change_of_charity ON charity_payee_change (realm, charity_id, proposed_at DESC);
alter table charity_payee_change enable row level security, force row level security;
create policy realm_of_connection on charity_payee_change to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER payee_change_is_open BEFORE UPDATE ON charity_payee_change FOR EACH ROW WHEN (old.state <> 'proposed'::text) EXECUTE FUNCTION refuse_decided_payee_change();

create table charity_profile (
  realm book_name not null default realm(),
  charity_id text not null,
  website text,
  candid_url text,
  profile_level text not null default 'NONE'::text,
  comment text,
  default_payment_type_code smallint,
  party_status text not null default 'Active'::text,
  party_grantee_status text not null default 'Accepted'::text,
  changed_at timestamp with time zone not null default now(),
  changed_by text not null,
  revision integer not null default 1,
  payee_name text,
  payee_address text,
  payee_email text,
  logo_name text,
  other_names text,
  other_name_keys integer[] not null default '{}'::integer[],
  constraint charity_profile_pkey PRIMARY KEY (realm, charity_id),
  constraint charity_profile_candid_url_check CHECK (candid_url ~* '^https?://'::text),
  constraint charity_profile_changed_by_check CHECK (changed_by <> ''::text),
  constraint charity_profile_comment_check CHECK (length(comment) <= 2000),
  constraint charity_profile_default_payment_type_code_check CHECK (default_payment_type_code > 0),
  constraint charity_profile_logo_name_check CHECK (logo_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp|gif)$'::text),
  constraint charity_profile_other_names_check CHECK (btrim(other_names) <> ''::text AND length(other_names) <= 300),
  constraint charity_profile_party_grantee_status_check CHECK (party_grantee_status = ANY (ARRAY['Accepted'::text, 'Review'::text, 'Rejected'::text])),
  constraint charity_profile_party_status_check CHECK (party_status = ANY (ARRAY['Active'::text, 'Deleted'::text])),
  constraint charity_profile_payee_address_check CHECK (btrim(payee_address) <> ''::text AND length(payee_address) <= 300),
  constraint charity_profile_payee_email_check CHECK (POSITION(('@'::text) IN (payee_email)) > 1 AND length(payee_email) <= 254),
  constraint charity_profile_payee_name_check CHECK (btrim(payee_name) <> ''::text AND length(payee_name) <= 120),
  constraint charity_profile_profile_level_check CHECK (profile_level = ANY (ARRAY['NONE'::text, 'BRONZE'::text, 'SILVER'::text, 'GOLD'::text, 'PLATINUM'::text])),
  constraint charity_profile_revision_check CHECK (revision > 0),
  constraint charity_profile_website_check CHECK (website ~* '^https?://'::text)
);
CREATE UNIQUE INDEX charity_profile_logo ON charity_profile (realm, logo_name) WHERE (logo_name IS NOT NULL);
CREATE INDEX charity_profile_other_name_keys ON charity_profile USING gin (other_name_keys);
alter table charity_profile enable row level security, force row level security;
create policy realm_of_book on charity_profile for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on charity_profile to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER payee_is_confirmed_insert BEFORE INSERT ON charity_profile FOR EACH ROW WHEN (num_nonnulls(new.default_payment_type_code, new.payee_name, new.payee_address, new.payee_email) > 0) EXECUTE FUNCTION refuse_unconfirmed_payee();
CREATE TRIGGER payee_is_confirmed_update BEFORE UPDATE ON charity_profile FOR EACH ROW WHEN (old.default_payment_type_code IS DISTINCT FROM new.default_payment_type_code OR old.payee_name IS DISTINCT FROM new.payee_name OR old.payee_address IS DISTINCT FROM new.payee_address OR old.payee_email IS DISTINCT FROM new.payee_email) EXECUTE FUNCTION refuse_unconfirmed_payee();

create table charity_profile_change (
  realm book_name not null default realm(),
  charity_id text not null,
  revision integer not null,
  before_change jsonb not null,
  after_change jsonb not null,
  reason text not null,
  actor_user_id uuid not null,
  actor_name text not null,
  at timestamp with time zone not null,
  constraint charity_profile_change_pkey PRIMARY KEY (realm, charity_id, revision),
  constraint charity_profile_change_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint charity_profile_change_revision_check CHECK (revision > 0)
);
alter table charity_profile_change enable row level security, force row level security;
create policy realm_of_connection on charity_profile_change to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON charity_profile_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON charity_profile_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table charity_proposal (
  book book_name not null default book(),
  proposal_id uuid not null,
  proposal_number bigint not null default nextval('transaction_number'::regclass),
  account_id uuid not null,
  name text not null,
  town text not null,
  number text,
  website text,
  why text not null,
  state text not null default 'received'::text,
  message text,
  charity_id text,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint charity_proposal_pkey PRIMARY KEY (book, proposal_id),
  constraint charity_proposal_book_proposal_number_key UNIQUE (book, proposal_number),
  constraint charity_proposal_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint charity_proposal_check CHECK ((state = 'received'::text) = (decided_at IS NULL)),
  constraint charity_proposal_check1 CHECK (state <> 'accepted'::text OR charity_id IS NOT NULL),
  constraint charity_proposal_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 1000),
  constraint charity_proposal_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint charity_proposal_number_check CHECK (btrim(number) <> ''::text AND length(number) <= 40),
  constraint charity_proposal_state_check CHECK (state = ANY (ARRAY['received'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])),
  constraint charity_proposal_town_check CHECK (btrim(town) <> ''::text AND length(town) <= 100),
  constraint charity_proposal_website_check CHECK (website ~* '^https?://'::text AND length(website) <= 300),
  constraint charity_proposal_why_check CHECK (btrim(why) <> ''::text AND length(why) <= 2000)
);
CREATE INDEX charity_proposal_of_account ON charity_proposal (book, account_id, proposed_at DESC);
alter table charity_proposal enable row level security, force row level security;
create policy book_of_connection on charity_proposal
    using (book::text = book())
    with check (book::text = book());

create table charity_proposal_paper (
  book book_name not null default book(),
  proposal_id uuid not null,
  document_id uuid not null,
  constraint charity_proposal_paper_pkey PRIMARY KEY (book, document_id),
  constraint charity_proposal_paper_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint charity_proposal_paper_book_proposal_id_fkey FOREIGN KEY (book, proposal_id) REFERENCES charity_proposal(book, proposal_id)
);
CREATE INDEX charity_proposal_paper_of ON charity_proposal_paper (book, proposal_id);
alter table charity_proposal_paper enable row level security, force row level security;
create policy book_of_connection on charity_proposal_paper
    using (book::text = book())
    with check (book::text = book());

create table charity_vetting (
  realm book_name not null default realm(),
  vetting_id uuid not null,
  charity_id text not null default ('XX-ALM-'::text || nextval('vetted_organization_number'::regclass)),
  country text not null,
  name text not null,
  also_known_as text,
  street text,
  city text not null,
  us_state text,
  postal_code text not null,
  basis text not null,
  finding text not null,
  expires_on date not null,
  proposal_id uuid,
  state text not null default 'proposed'::text,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  note text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  replaced_at timestamp with time zone,
  name_key text not null,
  name_hash integer not null,
  search_keys integer[] not null,
  constraint charity_vetting_pkey PRIMARY KEY (realm, vetting_id),
  constraint charity_vetting_also_known_as_check CHECK (btrim(also_known_as) <> ''::text AND length(also_known_as) <= 200),
  constraint charity_vetting_basis_check CHECK (basis = ANY (ARRAY['government'::text, 'church'::text, 'group-exemption'::text, 'hmrc-recognised'::text, 'due-diligence'::text])),
  constraint charity_vetting_charity_id_check CHECK (length(charity_id) <= 40 AND (charity_id ~ '^XX-ALM-[0-9]{6,12}$'::text) = (basis <> 'due-diligence'::text)),
  constraint charity_vetting_check CHECK ((state = 'proposed'::text) = (decided_at IS NULL)),
  constraint charity_vetting_check1 CHECK (num_nulls(decided_at, decided_by, decided_by_name, note) = ANY (ARRAY[0, 4])),
  constraint charity_vetting_check2 CHECK ((state = 'replaced'::text) = (replaced_at IS NOT NULL)),
  constraint charity_vetting_check3 CHECK (expires_on > (proposed_at AT TIME ZONE 'UTC'::text)::date AND expires_on <= ((proposed_at AT TIME ZONE 'UTC'::text)::date + 1100)),
  constraint charity_vetting_city_check CHECK ((btrim(city) <> ''::text OR basis = 'due-diligence'::text) AND length(city) <= 100),
  constraint charity_vetting_country_check CHECK (country = ANY (ARRAY['US'::text, 'GB'::text])),
  constraint charity_vetting_finding_check CHECK (btrim(finding) <> ''::text AND length(finding) <= 2000),
  constraint charity_vetting_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint charity_vetting_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint charity_vetting_postal_code_check CHECK ((btrim(postal_code) <> ''::text OR basis = 'due-diligence'::text) AND length(postal_code) <= 12),
  constraint charity_vetting_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'vetted'::text, 'declined'::text, 'replaced'::text])),
  constraint charity_vetting_street_check CHECK (btrim(street) <> ''::text AND length(street) <= 200),
  constraint charity_vetting_us_state_check CHECK (us_state ~ '^[A-Z]{2}$'::text),
  constraint two_people CHECK ((state <> ALL (ARRAY['vetted'::text, 'replaced'::text])) OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX one_proposed_vetting ON charity_vetting (realm, charity_id) WHERE (state = 'proposed'::text);
CREATE UNIQUE INDEX one_vetting_in_force ON charity_vetting (realm, charity_id) WHERE (state = 'vetted'::text);
CREATE INDEX vetting_of_proposal ON charity_vetting (realm, proposal_id) WHERE (proposal_id IS NOT NULL);
CREATE INDEX vettings_by_last_day ON charity_vetting (realm, expires_on) WHERE (state = 'vetted'::text);
CREATE INDEX vettings_of_charity ON charity_vetting (realm, charity_id, proposed_at DESC);
alter table charity_vetting enable row level security, force row level security;
create policy realm_of_book on charity_vetting for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on charity_vetting to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_state BEFORE UPDATE ON charity_vetting FOR EACH ROW EXECUTE FUNCTION check_vetting();

create table charity_vetting_paper (
  realm book_name not null default realm(),
  paper_id uuid not null,
  vetting_id uuid not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  ciphertext bytea not null,
  key_id text not null,
  data_key bytea not null,
  added_by uuid not null,
  added_by_name text not null,
  added_at timestamp with time zone not null,
  constraint charity_vetting_paper_pkey PRIMARY KEY (realm, paper_id),
  constraint charity_vetting_paper_realm_vetting_id_fkey FOREIGN KEY (realm, vetting_id) REFERENCES charity_vetting(realm, vetting_id),
  constraint charity_vetting_paper_bytes_check CHECK (bytes > 0),
  constraint charity_vetting_paper_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text])),
  constraint charity_vetting_paper_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 255),
  constraint charity_vetting_paper_sha256_check CHECK (octet_length(sha256) = 32)
);
CREATE INDEX papers_of_vetting ON charity_vetting_paper (realm, vetting_id, added_at);
CREATE INDEX vetting_papers_by_key ON charity_vetting_paper (key_id, paper_id);
alter table charity_vetting_paper enable row level security, force row level security;
create policy realm_of_book on charity_vetting_paper for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on charity_vetting_paper to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_paper BEFORE INSERT ON charity_vetting_paper FOR EACH ROW EXECUTE FUNCTION check_vetting_paper();

create table charity_vetting_paper_download (
  realm book_name not null default realm(),
  token_hash bytea not null,
  paper_id uuid not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null,
  started_at timestamp with time zone,
  constraint charity_vetting_paper_download_pkey PRIMARY KEY (realm, token_hash),
  constraint charity_vetting_paper_download_realm_paper_id_fkey FOREIGN KEY (realm, paper_id) REFERENCES charity_vetting_paper(realm, paper_id),
  constraint charity_vetting_paper_download_check CHECK (started_at >= issued_at),
  constraint charity_vetting_paper_download_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX charity_vetting_paper_download_issued ON charity_vetting_paper_download (realm, issued_at);
alter table charity_vetting_paper_download enable row level security, force row level security;
create policy realm_of_connection on charity_vetting_paper_download to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table charity_word (
  word text not null,
  word_key integer not null,
  frequency integer not null default 0,
  constraint charity_word_pkey PRIMARY KEY (word),
  constraint charity_word_frequency_check CHECK (frequency >= 0),
  constraint charity_word_word_check CHECK (word <> ''::text)
) with (fillfactor=60);

create table charity_word_variant (
  variant_key integer not null,
  word text not null
);
CREATE INDEX charity_word_variant_key ON charity_word_variant (variant_key);

create table cheque_box (
  book book_name not null default book(),
  box_id uuid not null default uuidv7(),
  bank_account text not null,
  first_number bigint not null,
  last_number bigint not null,
  received_on date not null,
  recorded_by uuid not null,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  constraint cheque_box_pkey PRIMARY KEY (book, box_id),
  constraint box_has_cheques CHECK ((last_number - first_number) >= 0 AND (last_number - first_number) <= 9999),
  constraint cheque_box_bank_account_check CHECK (bank_account ~ '^[0-9]{6,9}/[0-9A-Z-]{1,34}$'::text),
  constraint cheque_box_first_number_check CHECK (first_number > 0),
  constraint cheque_box_last_number_check CHECK (last_number <= '999999999999'::bigint),
  constraint cheque_box_recorded_by_name_check CHECK (btrim(recorded_by_name) <> ''::text)
);
CREATE INDEX cheque_box_by_day ON cheque_box (book, recorded_at DESC, box_id);
alter table cheque_box enable row level security, force row level security;
create policy book_of_connection on cheque_box
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON cheque_box FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON cheque_box FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER fill_cheque_box AFTER INSERT ON cheque_box FOR EACH ROW EXECUTE FUNCTION fill_cheque_box();

create table cheque_number (
  book book_name not null default book(),
  number bigint not null,
  box_id uuid not null,
  state text not null default 'blank'::text,
  payment_id uuid,
  void_reason text,
  voided_by uuid,
  voided_by_name text,
  voided_at timestamp with time zone,
  constraint cheque_number_pkey PRIMARY KEY (book, number),
  constraint cheque_number_book_box_id_fkey FOREIGN KEY (book, box_id) REFERENCES cheque_box(book, box_id),
  constraint cheque_number_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint cheque_number_state_check CHECK (state = ANY (ARRAY['blank'::text, 'issued'::text, 'void'::text])),
  constraint cheque_number_void_reason_check CHECK (btrim(void_reason) <> ''::text AND length(void_reason) <= 1000),
  constraint cheque_number_voided_by_name_check CHECK (btrim(voided_by_name) <> ''::text),
  constraint issued_number_has_its_payment CHECK (
    CASE state
    WHEN 'issued'::text THEN payment_id IS NOT NULL
    WHEN 'blank'::text THEN payment_id IS NULL
    ELSE true
    END),
  constraint void_number_is_whole CHECK (num_nonnulls(void_reason, voided_by, voided_by_name, voided_at) =
    CASE state
    WHEN 'void'::text THEN 4
    ELSE 0
    END)
);
CREATE INDEX blank_number ON cheque_number (book, number) WHERE (state = 'blank'::text);
CREATE INDEX number_of_box ON cheque_number (book, box_id, state, number);
CREATE INDEX number_of_payment ON cheque_number (book, payment_id);
CREATE UNIQUE INDEX one_issued_number_of_payment ON cheque_number (book, payment_id) WHERE (state = 'issued'::text);
CREATE INDEX void_number ON cheque_number (book, voided_at DESC, number) WHERE (state = 'void'::text);
alter table cheque_number enable row level security, force row level security;
create policy book_of_connection on cheque_number
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_cheque_number BEFORE UPDATE ON cheque_number FOR EACH ROW EXECUTE FUNCTION check_cheque_number();
CREATE TRIGGER number_is_kept BEFORE DELETE ON cheque_number FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER number_is_kept_truncate BEFORE TRUNCATE ON cheque_number FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER number_of_payment AFTER UPDATE ON cheque_number DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_payment_of_number();
CREATE TRIGGER numbers_in_order AFTER UPDATE ON cheque_number REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_numbers_in_order();

create table cheque_reprint (
  book book_name not null default book(),
  spoiled_number bigint not null,
  number bigint not null,
  run_id uuid not null,
  payment_id uuid not null,
  reason text not null,
  reprinted_by uuid not null,
  reprinted_by_name text not null,
  reprinted_at timestamp with time zone not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  constraint cheque_reprint_pkey PRIMARY KEY (book, spoiled_number),
  constraint one_reprint_of_number UNIQUE (book, number),
  constraint cheque_reprint_book_number_fkey FOREIGN KEY (book, number) REFERENCES cheque_number(book, number),
  constraint cheque_reprint_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint cheque_reprint_book_run_id_fkey FOREIGN KEY (book, run_id) REFERENCES payment_run(book, run_id),
  constraint cheque_reprint_book_spoiled_number_fkey FOREIGN KEY (book, spoiled_number) REFERENCES cheque_number(book, number),
  constraint cheque_reprint_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint cheque_reprint_reprinted_by_name_check CHECK (btrim(reprinted_by_name) <> ''::text),
  constraint reprint_has_another_number CHECK (number <> spoiled_number)
);
CREATE INDEX cheque_reprint_of_payment ON cheque_reprint (book, payment_id);
CREATE INDEX cheque_reprint_of_run ON cheque_reprint (book, run_id, number);
alter table cheque_reprint enable row level security, force row level security;
create policy book_of_connection on cheque_reprint
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON cheque_reprint FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON cheque_reprint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reprint_before_posting BEFORE INSERT ON cheque_reprint FOR EACH ROW EXECUTE FUNCTION check_cheque_reprint();

create table contact_message (
  realm book_name not null default realm(),
  message_id uuid not null default uuidv7(),
  client text not null,
  number integer not null,
  draft_key uuid not null,
  topic text not null,
  message text not null,
  user_id uuid,
  sender_name text not null,
  sender_phone text,
  reply_to text not null,
  fund_book book_name,
  fund_id bigint,
  sent_at timestamp with time zone not null,
  state text not null default 'new'::text,
  state_changed_at timestamp with time zone not null,
  handled_by uuid,
  constraint contact_message_pkey PRIMARY KEY (realm, message_id),
  constraint contact_message_realm_draft_key_key UNIQUE (realm, draft_key),
  constraint contact_message_realm_number_key UNIQUE (realm, number),
  constraint contact_message_realm_handled_by_fkey FOREIGN KEY (realm, handled_by) REFERENCES app_user(realm, user_id),
  constraint contact_message_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint contact_message_check CHECK ((fund_book IS NULL) = (fund_id IS NULL)),
  constraint contact_message_check1 CHECK (fund_id IS NULL OR user_id IS NOT NULL),
  constraint contact_message_check2 CHECK ((state = 'new'::text) = (handled_by IS NULL)),
  constraint contact_message_check3 CHECK (state_changed_at >= sent_at),
  constraint contact_message_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 4000),
  constraint contact_message_number_check CHECK (number >= 10000000 AND number <= 99999999),
  constraint contact_message_reply_to_check CHECK (reply_to ~ '^[^[:space:][:cntrl:]@,;<>"]+@[^[:space:][:cntrl:]@,;<>"]+$'::text AND length(reply_to) <= 254),
  constraint contact_message_sender_name_check CHECK (length(sender_name) >= 1 AND length(sender_name) <= 200 AND sender_name !~ '[[:cntrl:]]'::text),
  constraint contact_message_sender_phone_check CHECK (length(sender_phone) <= 40 AND sender_phone !~ '[[:cntrl:]]'::text),
  constraint contact_message_state_check CHECK (state = ANY (ARRAY['new'::text, 'in-progress'::text, 'answered'::text])),
  constraint contact_message_topic_check CHECK (topic ~ '^[a-z][a-z-]{0,39}$'::text)
);
CREATE INDEX contact_message_of_user ON contact_message (realm, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX contact_message_queue ON contact_message (realm, client, sent_at) WHERE (state <> 'answered'::text);
alter table contact_message enable row level security, force row level security;
create policy realm_of_connection on contact_message to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table content_decision (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null,
  name text not null,
  number integer not null,
  decision text not null,
  decided_by uuid not null,
  decided_at timestamp with time zone not null,
  reason text,
  live_at timestamp with time zone,
  constraint content_decision_pkey PRIMARY KEY (realm, client, kind, name, number, decision),
  constraint content_decision_realm_client_kind_name_number_fkey FOREIGN KEY (realm, client, kind, name, number) REFERENCES content_version(realm, client, kind, name, number),
  constraint content_decision_realm_decided_by_fkey FOREIGN KEY (realm, decided_by) REFERENCES app_user(realm, user_id),
  constraint content_decision_check CHECK ((decision = 'approved'::text) = (live_at IS NOT NULL) AND live_at >= decided_at),
  constraint content_decision_check1 CHECK ((decision = 'declined'::text) = (reason IS NOT NULL)),
  constraint content_decision_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text, 'unscheduled'::text])),
  constraint content_decision_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000)
);
CREATE INDEX content_live ON content_decision (realm, client, live_at) WHERE (decision = 'approved'::text);
CREATE UNIQUE INDEX content_reviewed_once ON content_decision (realm, client, kind, name, number) WHERE (decision <> 'unscheduled'::text);
alter table content_decision enable row level security, force row level security;
create policy realm_of_connection on content_decision to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON content_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON content_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_content_decision BEFORE INSERT ON content_decision FOR EACH ROW EXECUTE FUNCTION check_content_decision();
CREATE TRIGGER notify_content_change AFTER INSERT ON content_decision FOR EACH ROW WHEN (new.decision = ANY (ARRAY['approved'::text, 'unscheduled'::text])) EXECUTE FUNCTION notify_content_change();

create table content_file (
  realm book_name not null default realm(),
  file_id uuid not null default uuidv7(),
  client text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  width_px integer,
  height_px integer,
  alt text not null default ''::text,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  removed_by uuid,
  removed_at timestamp with time zone,
  constraint content_file_pkey PRIMARY KEY (realm, file_id),
  constraint content_file_realm_removed_by_fkey FOREIGN KEY (realm, removed_by) REFERENCES app_user(realm, user_id),
  constraint content_file_realm_uploaded_by_fkey FOREIGN KEY (realm, uploaded_by) REFERENCES app_user(realm, user_id),
  constraint content_file_alt_check CHECK (length(alt) <= 300),
  constraint content_file_bytes_check CHECK (bytes >= 1 AND bytes <= 20971520),
  constraint content_file_check CHECK ((media_type = 'application/pdf'::text) = (width_px IS NULL)),
  constraint content_file_check1 CHECK ((width_px IS NULL) = (height_px IS NULL)),
  constraint content_file_check2 CHECK ((removed_by IS NULL) = (removed_at IS NULL)),
  constraint content_file_client_check CHECK (client ~ '^[a-z][a-z0-9]{0,39}$'::text),
  constraint content_file_height_px_check CHECK (height_px >= 1 AND height_px <= 8192),
  constraint content_file_media_type_check CHECK (media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'image/gif'::text, 'application/pdf'::text])),
  constraint content_file_name_check CHECK (name ~ '^[a-z0-9][a-z0-9_.-]{0,119}$'::text),
  constraint content_file_sha256_check CHECK (octet_length(sha256) = 32),
  constraint content_file_width_px_check CHECK (width_px >= 1 AND width_px <= 8192)
);
CREATE INDEX content_file_of_client ON content_file (realm, client, uploaded_at DESC, file_id) WHERE (removed_at IS NULL);
alter table content_file enable row level security, force row level security;
create policy realm_of_connection on content_file to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table content_item (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null,
  name text not null,
  revision bigint not null,
  draft jsonb,
  draft_by uuid,
  draft_at timestamp with time zone,
  draft_editors uuid[] not null default '{}'::uuid[],
  constraint content_item_pkey PRIMARY KEY (realm, client, kind, name),
  constraint content_item_realm_draft_by_fkey FOREIGN KEY (realm, draft_by) REFERENCES app_user(realm, user_id),
  constraint content_item_check CHECK ((draft IS NULL) = (draft_by IS NULL) AND (draft IS NULL) = (draft_at IS NULL)),
  constraint content_item_check1 CHECK ((draft IS NULL) = (cardinality(draft_editors) = 0)),
  constraint content_item_draft_check CHECK (jsonb_typeof(draft) = 'object'::text AND octet_length(draft::text) <= 1000000),
  constraint content_item_kind_check CHECK (kind = ANY (ARRAY['block'::text, 'promo-card'::text, 'banner'::text, 'question'::text, 'deadline'::text, 'resource'::text])),
  constraint content_item_name_check CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,79}$'::text)
);
alter table content_item enable row level security, force row level security;
create policy realm_of_connection on content_item to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table content_version (
  realm book_name not null default realm(),
  client book_name not null,
  kind text not null,
  name text not null,
  number integer not null,
  change text not null,
  fields jsonb,
  publish_at timestamp with time zone,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null,
  editors uuid[] not null,
  needs_dual_control boolean not null,
  constraint content_version_pkey PRIMARY KEY (realm, client, kind, name, number),
  constraint content_version_realm_client_kind_name_fkey FOREIGN KEY (realm, client, kind, name) REFERENCES content_item(realm, client, kind, name),
  constraint content_version_realm_submitted_by_fkey FOREIGN KEY (realm, submitted_by) REFERENCES app_user(realm, user_id),
  constraint content_version_change_check CHECK (change = ANY (ARRAY['text'::text, 'hide'::text, 'return-to-common'::text])),
  constraint content_version_check CHECK (submitted_by = ANY (editors)),
  constraint content_version_check1 CHECK ((change = 'text'::text) = (fields IS NOT NULL)),
  constraint content_version_fields_check CHECK (jsonb_typeof(fields) = 'object'::text),
  constraint content_version_number_check CHECK (number > 0)
);
alter table content_version enable row level security, force row level security;
create policy realm_of_connection on content_version to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON content_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON content_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_content_version BEFORE INSERT ON content_version FOR EACH ROW EXECUTE FUNCTION check_content_version();

create table contribution (
  book book_name not null default book(),
  contribution_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'::regclass),
  account_id uuid not null,
  kind text not null,
  amount_minor bigint,
  currency currency_code not null,
  state text not null default 'expected'::text,
  needs_countersignature boolean not null,
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  session_id uuid,
  address inet,
  idempotency_key uuid not null,
  cancelled_by uuid,
  cancelled_by_name text,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  gift_date date,
  received_by uuid,
  received_by_name text,
  received_at timestamp with time zone,
  entry_id uuid,
  reversal_entry_id uuid,
  reversed_at timestamp with time zone,
  reversal_reason text,
  moved_from_id uuid,
  way text,
  sends_on date,
  sent_from text,
  note text,
  revision integer not null default 1,
  payer_kind text,
  payer_name text,
  payer_address text,
  acceptance_reason text,
  method text,
  corrected_by uuid,
  corrected_at timestamp with time zone,
  corrections integer not null default 0,
  reversal_category text,
  payer_id text generated always as (('payer '::text || md5(((account_id)::text || btrim(payer_name))))) stored,
  constraint contribution_pkey PRIMARY KEY (book, contribution_id),
  constraint contribution_book_transaction_id_key UNIQUE (book, transaction_id),
  constraint entered_once UNIQUE (book, account_id, idempotency_key),
  constraint contribution_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint contribution_book_currency_fkey FOREIGN KEY (book, currency) REFERENCES book(book, currency),
  constraint moved_from FOREIGN KEY (book, moved_from_id) REFERENCES contribution(book, contribution_id),
  constraint reversal_of_contribution FOREIGN KEY (book, reversal_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint OR state = 'cancelled'::text) NOT VALID,
  constraint announced_in_a_way CHECK (state <> 'announced'::text OR way IS NOT NULL),
  constraint category_of_reversed CHECK (reversal_category IS NULL OR state = 'reversed'::text),
  constraint contribution_acceptance_reason_check CHECK (btrim(acceptance_reason) <> ''::text AND length(acceptance_reason) <= 1000),
  constraint contribution_amount_minor_check CHECK (amount_minor > 0),
  constraint contribution_cancel_reason_check CHECK (btrim(cancel_reason) <> ''::text AND length(cancel_reason) <= 500),
  constraint contribution_cancelled_by_name_check CHECK (btrim(cancelled_by_name) <> ''::text),
  constraint contribution_check CHECK ((kind = 'securities'::text) = (amount_minor IS NULL)),
  constraint contribution_check1 CHECK (num_nulls(cancelled_by, cancelled_by_name, cancelled_at, cancel_reason) =
    CASE state
    WHEN 'cancelled'::text THEN 0
    ELSE 4
    END),
  constraint contribution_corrections_check CHECK (corrections >= 0),
  constraint contribution_entered_by_name_check CHECK (btrim(entered_by_name) <> ''::text),
  constraint contribution_kind_check CHECK (kind = ANY (ARRAY['cash'::text, 'wire'::text, 'securities'::text])),
  constraint contribution_method_check CHECK (method = ANY (ARRAY['check'::text, 'card'::text, 'wire'::text, 'dtc'::text, 'crest'::text, 'fund-shares'::text, 'certificate'::text])),
  constraint contribution_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 500),
  constraint contribution_payer_address_check CHECK (btrim(payer_address) <> ''::text AND length(payer_address) <= 300),
  constraint contribution_payer_kind_check CHECK (payer_kind = ANY (ARRAY['individual'::text, 'joint'::text, 'company'::text, 'trust'::text, 'sponsor'::text, 'foundation'::text, 'ira'::text])),
  constraint contribution_payer_name_check CHECK (btrim(payer_name) <> ''::text AND length(payer_name) <= 200),
  constraint contribution_received_by_name_check CHECK (btrim(received_by_name) <> ''::text),
  constraint contribution_reversal_category_check CHECK (reversal_category = ANY (ARRAY['mistake'::text, 'misdirected'::text, 'not-accepted'::text])),
  constraint contribution_reversal_reason_check CHECK (btrim(reversal_reason) <> ''::text AND length(reversal_reason) <= 1000),
  constraint contribution_revision_check CHECK (revision > 0),
  constraint contribution_sent_from_check CHECK (btrim(sent_from) <> ''::text AND length(sent_from) <= 120),
  constraint contribution_state_check CHECK (state = ANY (ARRAY['announced'::text, 'expected'::text, 'received'::text, 'cancelled'::text, 'reversed'::text, 'bounced'::text])),
  constraint contribution_way_check CHECK (way = ANY (ARRAY['wire'::text, 'check'::text, 'securities'::text, 'fund-shares'::text, 'sponsor'::text])),
  constraint corrected_by_somebody CHECK (num_nulls(corrected_by, corrected_at) = ANY (ARRAY[0, 2])),
  constraint counted_when_corrected CHECK (corrections = 0 OR corrected_by IS NOT NULL),
  constraint kind_of_way CHECK (way IS NULL OR kind =
    CASE way
    WHEN 'wire'::text THEN 'wire'::text
    WHEN 'check'::text THEN 'cash'::text
    WHEN 'sponsor'::text THEN 'cash'::text
    ELSE 'securities'::text
    END),
  constraint method_of_kind CHECK (
    CASE kind
    WHEN 'cash'::text THEN method = ANY (ARRAY['check'::text, 'card'::text, 'wire'::text])
    WHEN 'wire'::text THEN method = 'wire'::text
    ELSE method = ANY (ARRAY['dtc'::text, 'crest'::text, 'fund-shares'::text, 'certificate'::text])
    END),
  constraint only_iras_are_accepted CHECK ((NOT payer_kind IS DISTINCT FROM 'ira'::text) = (acceptance_reason IS NOT NULL)),
  constraint only_money_bounces CHECK (state <> 'bounced'::text OR kind = 'cash'::text),
  constraint only_what_is_announced CHECK (way IS NOT NULL OR num_nonnulls(sends_on, sent_from, note) = 0 AND revision = 1),
  constraint payer_is_whole CHECK ((num_nulls(payer_kind, payer_name) = ANY (ARRAY[0, 2])) AND (payer_kind IS NOT NULL OR payer_address IS NULL AND acceptance_reason IS NULL)),
  constraint received_by_somebody CHECK (num_nulls(gift_date, received_by, received_by_name, received_at, entry_id) =
    CASE
    WHEN state = ANY (ARRAY['received'::text, 'reversed'::text, 'bounced'::text]) THEN 0
    ELSE 5
    END),
  constraint reversed_by_an_entry CHECK (num_nulls(reversal_entry_id, reversed_at, reversal_reason) =
    CASE
    WHEN state = ANY (ARRAY['reversed'::text, 'bounced'::text]) THEN 0
    ELSE 3
    END)
);
CREATE INDEX contribution_announced ON contribution (book, entered_at) WHERE ((way IS NOT NULL) AND (state = ANY (ARRAY['announced'::text, 'expected'::text])));
CREATE INDEX contribution_by_payer ON contribution (book, payer_id) WHERE (payer_id IS NOT NULL);
CREATE INDEX contribution_entered ON contribution (book, entered_at DESC, contribution_id);
CREATE UNIQUE INDEX contribution_moved_once ON contribution (book, moved_from_id) WHERE (moved_from_id IS NOT NULL);
CREATE INDEX contribution_of_account ON contribution (book, account_id, entered_at DESC);
CREATE INDEX contribution_of_entry ON contribution (book, entry_id) WHERE (entry_id IS NOT NULL);
alter table contribution enable row level security, force row level security;
create policy book_of_connection on contribution
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_announcement BEFORE UPDATE ON contribution FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.amount_minor IS DISTINCT FROM new.amount_minor OR old.way IS DISTINCT FROM new.way OR old.sends_on IS DISTINCT FROM new.sends_on OR old.sent_from IS DISTINCT FROM new.sent_from OR old.note IS DISTINCT FROM new.note OR old.revision IS DISTINCT FROM new.revision) EXECUTE FUNCTION check_announcement();
CREATE CONSTRAINT TRIGGER check_assets AFTER INSERT ON contribution DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contribution_assets();
CREATE CONSTRAINT TRIGGER check_changed_assets AFTER UPDATE OF kind ON contribution DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contribution_assets();
CREATE TRIGGER check_disposals BEFORE UPDATE OF state ON contribution FOR EACH ROW WHEN (old.state = 'received'::text AND new.state <> 'received'::text) EXECUTE FUNCTION check_disposals_of_taken_back();
CREATE TRIGGER check_gift_date BEFORE UPDATE ON contribution FOR EACH ROW WHEN (new.gift_date IS NOT NULL AND old.gift_date IS DISTINCT FROM new.gift_date) EXECUTE FUNCTION check_gift_date();
CREATE TRIGGER check_state BEFORE UPDATE ON contribution FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_contribution_state();
CREATE TRIGGER corrected_by_a_person BEFORE UPDATE ON contribution FOR EACH ROW WHEN (old.gift_date IS NOT NULL AND old.corrections = new.corrections AND (old.gift_date IS DISTINCT FROM new.gift_date OR old.payer_kind IS DISTINCT FROM new.payer_kind OR old.payer_name IS DISTINCT FROM new.payer_name OR old.payer_address IS DISTINCT FROM new.payer_address OR old.acceptance_reason IS DISTINCT FROM new.acceptance_reason OR old.method IS DISTINCT FROM new.method)) EXECUTE FUNCTION refuse_unsigned_correction();
CREATE TRIGGER payer_is_held BEFORE UPDATE OF payer_name ON contribution FOR EACH ROW WHEN (old.payer_name IS DISTINCT FROM new.payer_name) EXECUTE FUNCTION refuse_other_payer();
CREATE CONSTRAINT TRIGGER receipt_holds AFTER UPDATE ON contribution DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.gift_date IS NOT NULL) EXECUTE FUNCTION check_receipt_of_taken_back();
CREATE TRIGGER record_cancellation_in_audit_log AFTER UPDATE ON contribution FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND new.state = 'cancelled'::text) EXECUTE FUNCTION record_contribution_in_audit_log();
CREATE TRIGGER record_correction_in_audit_log AFTER UPDATE ON contribution FOR EACH ROW WHEN (old.corrections IS DISTINCT FROM new.corrections OR old.corrected_by IS DISTINCT FROM new.corrected_by OR old.corrected_at IS DISTINCT FROM new.corrected_at) EXECUTE FUNCTION record_correction_in_audit_log();
CREATE TRIGGER record_entry_in_audit_log AFTER INSERT ON contribution FOR EACH ROW EXECUTE FUNCTION record_contribution_in_audit_log();
CREATE TRIGGER record_receipt_in_audit_log AFTER UPDATE ON contribution FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND new.state = 'received'::text) EXECUTE FUNCTION record_contribution_in_audit_log();

create table contribution_asset (
  book book_name not null default book(),
  contribution_id uuid not null,
  line smallint not null,
  ticker text,
  description text not null,
  quantity numeric(18,6) not null,
  constraint contribution_asset_pkey PRIMARY KEY (book, contribution_id, line),
  constraint contribution_asset_book_contribution_id_fkey FOREIGN KEY (book, contribution_id) REFERENCES contribution(book, contribution_id),
  constraint contribution_asset_description_check CHECK (btrim(description) <> ''::text AND length(description) <= 120),
  constraint contribution_asset_line_check CHECK (line >= 1 AND line <= 20),
  constraint contribution_asset_quantity_check CHECK (quantity > 0::numeric),
  constraint contribution_asset_ticker_check CHECK (ticker ~ '^[A-Z0-9][A-Z0-9.-]{0,11}$'::text)
);
alter table contribution_asset enable row level security, force row level security;
create policy book_of_connection on contribution_asset
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER check_assets AFTER INSERT ON contribution_asset DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contribution_assets();
CREATE TRIGGER check_removal BEFORE DELETE ON contribution_asset FOR EACH ROW EXECUTE FUNCTION check_removed_assets();

create table contribution_document (
  book book_name not null default book(),
  contribution_document_id uuid not null default uuidv7(),
  contribution_id uuid not null,
  account_id uuid not null,
  kind text not null,
  client text not null,
  provider text not null,
  file_name text not null,
  template_version integer not null,
  content jsonb not null,
  state text not null default 'preparing'::text,
  prepared_by uuid not null,
  prepared_by_name text not null,
  prepared_at timestamp with time zone not null,
  sending_since timestamp with time zone,
  envelope_id text,
  asked_at timestamp with time zone,
  void_requested_at timestamp with time zone,
  void_reason text,
  ended_at timestamp with time zone,
  document_id uuid,
  constraint contribution_document_pkey PRIMARY KEY (book, contribution_document_id),
  constraint one_document_per_envelope UNIQUE (book, provider, envelope_id),
  constraint contribution_document_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint contribution_document_book_contribution_id_fkey FOREIGN KEY (book, contribution_id) REFERENCES contribution(book, contribution_id),
  constraint contribution_document_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint contribution_document_check CHECK ((state <> ALL (ARRAY['pending'::text, 'signed'::text, 'filed'::text])) OR envelope_id IS NOT NULL),
  constraint contribution_document_check1 CHECK (envelope_id IS NULL OR sending_since IS NOT NULL),
  constraint contribution_document_check2 CHECK ((state = ANY (ARRAY['declined'::text, 'voided'::text, 'filed'::text])) = (ended_at IS NOT NULL)),
  constraint contribution_document_check3 CHECK ((state = 'filed'::text) = (document_id IS NOT NULL)),
  constraint contribution_document_check4 CHECK ((void_requested_at IS NULL) = (void_reason IS NULL)),
  constraint contribution_document_client_check CHECK (client ~ '^[a-z0-9]{1,40}$'::text),
  constraint contribution_document_content_check CHECK (jsonb_typeof(content) = 'object'::text AND octet_length(content::text) <= 1048576),
  constraint contribution_document_envelope_id_check CHECK (length(envelope_id) >= 1 AND length(envelope_id) <= 200),
  constraint contribution_document_file_name_check CHECK (btrim(file_name) <> ''::text AND length(file_name) <= 120),
  constraint contribution_document_kind_check CHECK (kind = ANY (ARRAY['letter-of-authorization'::text, 'gift-agreement'::text])),
  constraint contribution_document_prepared_by_name_check CHECK (btrim(prepared_by_name) <> ''::text),
  constraint contribution_document_provider_check CHECK (provider ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint contribution_document_state_check CHECK (state = ANY (ARRAY['preparing'::text, 'pending'::text, 'signed'::text, 'declined'::text, 'voided'::text, 'filed'::text])),
  constraint contribution_document_template_version_check CHECK (template_version >= 0),
  constraint contribution_document_void_reason_check CHECK (btrim(void_reason) <> ''::text AND length(void_reason) <= 500)
);
CREATE INDEX contribution_document_of_contribution ON contribution_document (book, contribution_id, prepared_at DESC);
CREATE INDEX contribution_document_pending ON contribution_document (book, account_id, prepared_at) WHERE (state = 'pending'::text);
CREATE INDEX contribution_document_unfinished ON contribution_document (book, asked_at NULLS FIRST) WHERE (state = ANY (ARRAY['preparing'::text, 'pending'::text, 'signed'::text]));
CREATE UNIQUE INDEX one_open_document ON contribution_document (book, contribution_id) WHERE (state <> ALL (ARRAY['declined'::text, 'voided'::text]));
alter table contribution_document enable row level security, force row level security;
create policy book_of_connection on contribution_document
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_state BEFORE UPDATE ON contribution_document FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_contribution_document_state();

create table contribution_holding (
  book book_name not null default book(),
  holding_id uuid not null default uuidv7(),
  contribution_id uuid not null,
  line smallint not null,
  account_id uuid not null,
  property text not null,
  identifier_type text,
  identifier text,
  units numeric(18,6) not null,
  gift_value_minor bigint not null,
  valuation jsonb not null,
  source text not null,
  constraint contribution_holding_pkey PRIMARY KEY (book, holding_id),
  constraint contribution_holding_book_contribution_id_line_key UNIQUE (book, contribution_id, line),
  constraint contribution_holding_book_holding_id_account_id_key UNIQUE (book, holding_id, account_id),
  constraint contribution_holding_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint contribution_holding_book_contribution_id_line_fkey FOREIGN KEY (book, contribution_id, line) REFERENCES contribution_asset(book, contribution_id, line),
  constraint contribution_holding_check CHECK (num_nulls(identifier_type, identifier) = ANY (ARRAY[0, 2])),
  constraint contribution_holding_gift_value_minor_check CHECK (gift_value_minor > 0),
  constraint contribution_holding_identifier_check CHECK (identifier ~ '^[A-Z0-9*@#]{7,12}$'::text),
  constraint contribution_holding_identifier_type_check CHECK (identifier_type = ANY (ARRAY['isin'::text, 'cusip'::text, 'sedol'::text])),
  constraint contribution_holding_property_check CHECK (property = ANY (ARRAY['listed'::text, 'fund-shares'::text, 'private-shares'::text, 'property'::text])),
  constraint contribution_holding_source_check CHECK (btrim(source) <> ''::text AND length(source) <= 120),
  constraint contribution_holding_units_check CHECK (units > 0::numeric),
  constraint contribution_holding_valuation_check CHECK (jsonb_typeof(valuation) = 'object'::text)
);
alter table contribution_holding enable row level security, force row level security;
create policy book_of_connection on contribution_holding
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER check_holdings AFTER INSERT ON contribution_holding DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_holdings();

create table contribution_receipt (
  book book_name not null default book(),
  receipt_id uuid not null default uuidv7(),
  year smallint not null,
  number integer not null,
  contribution_id uuid not null,
  account_id uuid not null,
  payer_kind text not null,
  payer_name text not null,
  gift_date date not null,
  amount_minor bigint,
  currency currency_code not null,
  facts jsonb not null,
  issued_at timestamp with time zone not null,
  state text not null default 'issued'::text,
  ended_at timestamp with time zone,
  supersedes_id uuid,
  document_id uuid,
  constraint contribution_receipt_pkey PRIMARY KEY (book, receipt_id),
  constraint receipt_number UNIQUE (book, year, number),
  constraint contribution_receipt_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint contribution_receipt_book_contribution_id_fkey FOREIGN KEY (book, contribution_id) REFERENCES contribution(book, contribution_id),
  constraint contribution_receipt_book_currency_fkey FOREIGN KEY (book, currency) REFERENCES book(book, currency),
  constraint contribution_receipt_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint contribution_receipt_book_supersedes_id_fkey FOREIGN KEY (book, supersedes_id) REFERENCES contribution_receipt(book, receipt_id),
  constraint contribution_receipt_amount_minor_check CHECK (amount_minor > 0),
  constraint contribution_receipt_check CHECK ((state = 'issued'::text) = (ended_at IS NULL)),
  constraint contribution_receipt_facts_check CHECK (jsonb_typeof(facts) = 'object'::text AND octet_length(facts::text) <= 65536),
  constraint contribution_receipt_number_check CHECK (number > 0),
  constraint contribution_receipt_payer_kind_check CHECK (payer_kind = ANY (ARRAY['individual'::text, 'joint'::text, 'company'::text, 'trust'::text, 'sponsor'::text, 'foundation'::text, 'ira'::text])),
  constraint contribution_receipt_payer_name_check CHECK (btrim(payer_name) <> ''::text AND length(payer_name) <= 200),
  constraint contribution_receipt_state_check CHECK (state = ANY (ARRAY['issued'::text, 'superseded'::text, 'withdrawn'::text])),
  constraint contribution_receipt_year_check CHECK (year >= 2000 AND year <= 2200)
);
CREATE UNIQUE INDEX one_receipt_per_contribution ON contribution_receipt (book, contribution_id) WHERE (state = 'issued'::text);
CREATE INDEX receipt_of_contribution ON contribution_receipt (book, contribution_id, issued_at DESC);
CREATE INDEX receipt_of_payer ON contribution_receipt (book, account_id, gift_date) WHERE (state = 'issued'::text);
CREATE UNIQUE INDEX receipt_superseded_once ON contribution_receipt (book, supersedes_id) WHERE (supersedes_id IS NOT NULL);
CREATE INDEX receipt_without_document ON contribution_receipt (book, issued_at) WHERE ((state = 'issued'::text) AND (document_id IS NULL));
alter table contribution_receipt enable row level security, force row level security;
create policy book_of_connection on contribution_receipt
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_end BEFORE UPDATE ON contribution_receipt FOR EACH ROW EXECUTE FUNCTION check_receipt_end();
CREATE TRIGGER number_receipt BEFORE INSERT ON contribution_receipt FOR EACH ROW EXECUTE FUNCTION number_receipt();

create table contribution_signer (
  book book_name not null default book(),
  contribution_document_id uuid not null,
  signer_id text not null,
  user_id uuid,
  name text not null,
  email text not null,
  routing_order smallint not null,
  state text not null default 'waiting'::text,
  decided_at timestamp with time zone,
  reason text,
  constraint contribution_signer_pkey PRIMARY KEY (book, contribution_document_id, signer_id),
  constraint one_turn_each UNIQUE (book, contribution_document_id, routing_order),
  constraint contribution_signer_book_contribution_document_id_fkey FOREIGN KEY (book, contribution_document_id) REFERENCES contribution_document(book, contribution_document_id),
  constraint contribution_signer_check CHECK (reason IS NULL OR state = 'declined'::text),
  constraint contribution_signer_check1 CHECK ((state = 'waiting'::text) = (decided_at IS NULL)),
  constraint contribution_signer_email_check CHECK (POSITION(('@'::text) IN (email)) > 1),
  constraint contribution_signer_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint contribution_signer_reason_check CHECK (length(reason) <= 2000),
  constraint contribution_signer_routing_order_check CHECK (routing_order >= 1 AND routing_order <= 100),
  constraint contribution_signer_signer_id_check CHECK (length(signer_id) >= 1 AND length(signer_id) <= 100),
  constraint contribution_signer_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'signed'::text, 'declined'::text]))
);
CREATE UNIQUE INDEX one_place_per_signing_user ON contribution_signer (book, contribution_document_id, user_id);
alter table contribution_signer enable row level security, force row level security;
create policy book_of_connection on contribution_signer
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER one_decision BEFORE UPDATE ON contribution_signer FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION refuse_second_decision();

create table default_account (
  realm book_name not null default realm(),
  user_id uuid not null,
  for_book book_name not null,
  fund_id bigint not null,
  constraint default_account_pkey PRIMARY KEY (realm, user_id, for_book),
  constraint default_account_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id)
);
alter table default_account enable row level security, force row level security;
create policy realm_of_connection on default_account to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table default_grant (
  book book_name not null default book(),
  default_grant_id uuid not null default uuidv7(),
  account_id uuid not null,
  letter_id uuid not null,
  charity_id text not null,
  charity_name text not null,
  amount_minor bigint not null,
  reason text not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  state text not null default 'proposed'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  decision_reason text,
  grant_id uuid,
  constraint default_grant_pkey PRIMARY KEY (book, default_grant_id),
  constraint one_grant_of_default UNIQUE (book, grant_id),
  constraint default_grant_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint default_grant_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint default_grant_book_letter_id_fkey FOREIGN KEY (book, letter_id) REFERENCES inactive_fund_step(book, step_id),
  constraint confirmed_default_has_its_grant CHECK ((state = 'confirmed'::text) = (grant_id IS NOT NULL)),
  constraint declined_with_a_reason CHECK ((state = 'declined'::text) = (decision_reason IS NOT NULL)),
  constraint default_grant_amount_minor_check CHECK (amount_minor > 0),
  constraint default_grant_charity_name_check CHECK (btrim(charity_name) <> ''::text),
  constraint default_grant_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint default_grant_decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 3])),
  constraint default_grant_decision_reason_check CHECK (btrim(decision_reason) <> ''::text AND length(decision_reason) <= 1000),
  constraint default_grant_is_decided CHECK ((state = 'proposed'::text) = (decided_by IS NULL)),
  constraint default_grant_proposed_by_name_check CHECK (btrim(proposed_by_name) <> ''::text),
  constraint default_grant_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint default_grant_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'confirmed'::text, 'declined'::text])),
  constraint two_people_for_a_default CHECK (state <> 'confirmed'::text OR decided_by <> proposed_by)
);
CREATE INDEX default_grant_of_account ON default_grant (book, account_id, proposed_at DESC);
CREATE UNIQUE INDEX one_default_grant_of_letter ON default_grant (book, letter_id) WHERE (state = 'confirmed'::text);
CREATE UNIQUE INDEX one_open_default_grant ON default_grant (book, account_id) WHERE (state = 'proposed'::text);
alter table default_grant enable row level security, force row level security;
create policy book_of_connection on default_grant
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER decision_is_final BEFORE UPDATE ON default_grant FOR EACH ROW WHEN (old.decided_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the decision about a default grant');

create table document (
  book book_name not null default book(),
  document_id uuid not null default uuidv7(),
  account_id uuid,
  type text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  readers text[] not null,
  state text not null default 'storing'::text,
  finding text,
  cause text,
  key_id text not null,
  data_key bytea,
  added_by uuid,
  session_id uuid,
  address inet,
  added_at timestamp with time zone not null,
  storing_since timestamp with time zone not null default clock_timestamp(),
  stored_at timestamp with time zone,
  removal_listed_at timestamp with time zone,
  removed_at timestamp with time zone,
  removal_reason text,
  bytes_removed_at timestamp with time zone,
  application_id uuid,
  constraint document_pkey PRIMARY KEY (book, document_id),
  constraint document_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint document_book_application_id_fkey FOREIGN KEY (book, application_id) REFERENCES account_application(book, application_id),
  constraint document_bytes_check CHECK (bytes >= 1 AND bytes <= 26214400),
  constraint document_cause_check CHECK (length(cause) >= 1 AND length(cause) <= 200),
  constraint document_check CHECK ((state = 'removed'::text) = (removed_at IS NOT NULL)),
  constraint document_check1 CHECK ((removed_at IS NULL) = (removal_reason IS NULL)),
  constraint document_check2 CHECK ((state = 'removed'::text) = (data_key IS NULL)),
  constraint document_check3 CHECK (state <> 'quarantined'::text OR finding IS NOT NULL),
  constraint document_check4 CHECK (state <> 'stored'::text OR stored_at IS NOT NULL AND finding IS NULL),
  constraint document_check5 CHECK (bytes_removed_at IS NULL OR state = 'removed'::text),
  constraint document_data_key_check CHECK (octet_length(data_key) = 61),
  constraint document_finding_check CHECK (length(finding) >= 1 AND length(finding) <= 200),
  constraint document_key_id_check CHECK (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  constraint document_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text])),
  constraint document_name_check CHECK (length(name) >= 3 AND length(name) <= 120 AND name !~ '[[:cntrl:]/\\<>:"|?*%;]'::text AND name !~ '^[. ]'::text),
  constraint document_readers_check CHECK (cardinality(readers) > 0 AND readers <@ ARRAY['donor'::text, 'joint_donor'::text, 'viewer'::text, 'primary_advisor'::text, 'banker'::text, 'service_team'::text]),
  constraint document_removal_reason_check CHECK (removal_reason = ANY (ARRAY['abandoned'::text, 'retention'::text, 'quarantine'::text])),
  constraint document_sha256_check CHECK (octet_length(sha256) = 32),
  constraint document_state_check CHECK (state = ANY (ARRAY['storing'::text, 'stored'::text, 'quarantined'::text, 'removed'::text])),
  constraint document_type_check CHECK (type = ANY (ARRAY['statement'::text, 'contribution'::text, 'application'::text, 'identity'::text, 'tax'::text, 'agreement'::text, 'instruction'::text, 'death-certificate'::text, 'asset'::text, 'correspondence'::text, 'other'::text])),
  constraint not_for_viewers CHECK ((type <> ALL (ARRAY['tax'::text, 'application'::text, 'identity'::text, 'death-certificate'::text, 'asset'::text])) OR NOT ('viewer'::text = ANY (readers))),
  constraint of_account_or_application CHECK (num_nonnulls(account_id, application_id) > 0)
);
CREATE INDEX document_bytes_to_remove ON document (book, removed_at) WHERE ((state = 'removed'::text) AND (bytes_removed_at IS NULL));
CREATE INDEX document_of_account ON document (book, account_id, added_at DESC, document_id) WHERE (state <> 'removed'::text);
CREATE INDEX document_of_application ON document (book, application_id, added_at) WHERE ((application_id IS NOT NULL) AND (state <> 'removed'::text));
CREATE INDEX document_to_clean ON document (book, state, storing_since) WHERE (state = ANY (ARRAY['storing'::text, 'quarantined'::text]));
CREATE UNIQUE INDEX one_document_per_cause ON document (book, cause) WHERE (state <> 'removed'::text);
alter table document enable row level security, force row level security;
create policy book_of_connection on document
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_document_state BEFORE UPDATE ON document FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_document_state();
CREATE TRIGGER limit_application_papers BEFORE INSERT ON document FOR EACH ROW WHEN (new.application_id IS NOT NULL AND new.added_by IS NOT NULL) EXECUTE FUNCTION limit_application_papers();
CREATE TRIGGER limit_documents BEFORE INSERT ON document FOR EACH ROW WHEN (new.added_by IS NOT NULL) EXECUTE FUNCTION limit_documents();
CREATE TRIGGER one_account BEFORE UPDATE ON document FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id) EXECUTE FUNCTION refuse_other_account();
CREATE TRIGGER record_in_audit_log AFTER UPDATE ON document FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND new.removal_reason IS DISTINCT FROM 'abandoned'::text) EXECUTE FUNCTION record_document_in_audit_log();

create table document_download (
  book book_name not null default book(),
  token_hash bytea not null,
  document_id uuid,
  user_id uuid not null,
  session_id uuid not null,
  address inet,
  issued_at timestamp with time zone not null,
  started_at timestamp with time zone,
  application_id uuid,
  sha256 bytea,
  constraint document_download_pkey PRIMARY KEY (book, token_hash),
  constraint document_download_book_application_id_fkey FOREIGN KEY (book, application_id) REFERENCES account_application(book, application_id),
  constraint document_download_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint document_download_check CHECK (started_at >= issued_at),
  constraint document_download_sha256_check CHECK (octet_length(sha256) = 32),
  constraint document_download_token_hash_check CHECK (octet_length(token_hash) = 32),
  constraint of_document_or_application CHECK (num_nonnulls(document_id, application_id) > 0),
  constraint sent_digest CHECK ((sha256 IS NOT NULL) = (document_id IS NULL AND started_at IS NOT NULL))
);
CREATE INDEX document_download_issued ON document_download (book, issued_at);
alter table document_download enable row level security, force row level security;
create policy book_of_connection on document_download
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER record_in_audit_log AFTER UPDATE ON document_download FOR EACH ROW WHEN (old.started_at IS NULL AND new.started_at IS NOT NULL) EXECUTE FUNCTION record_document_in_audit_log();

create table due_work (
  book book_name not null default book(),
  work text not null,
  day date not null,
  attempts integer not null default 0,
  last_error text,
  next_attempt_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint due_work_pkey PRIMARY KEY (book, work, day),
  constraint due_work_book_fkey FOREIGN KEY (book) REFERENCES book(book),
  constraint due_work_attempts_check CHECK (attempts >= 0),
  constraint due_work_last_error_check CHECK (length(last_error) <= 500),
  constraint due_work_work_check CHECK (work ~ '^[a-z][a-z-]{0,59}$'::text)
);
CREATE INDEX due_work_unfinished ON due_work (book, work, day) WHERE (finished_at IS NULL);
alter table due_work enable row level security, force row level security;
create policy book_of_connection on due_work
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_due_work BEFORE UPDATE ON due_work FOR EACH ROW WHEN (old.finished_at IS NOT NULL) EXECUTE FUNCTION check_due_work();

create table ending_check (
  realm book_name not null default realm(),
  checked_at timestamp with time zone not null,
  endings jsonb not null,
  constraint ending_check_pkey PRIMARY KEY (realm),
  constraint ending_check_endings_check CHECK (jsonb_typeof(endings) = 'array'::text AND octet_length(endings::text) <= 131072)
);
alter table ending_check enable row level security, force row level security;
create policy realm_of_connection on ending_check to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table entry_kind (
  kind text not null,
  transaction_type_name text not null,
  constraint entry_kind_pkey PRIMARY KEY (kind)
);

create table envelope (
  book book_name not null default book(),
  envelope_id uuid not null default uuidv7(),
  account_id uuid,
  client text not null,
  request_key text not null,
  subject text not null,
  document_name text not null,
  state text not null default 'preparing'::text,
  created_at timestamp with time zone not null,
  state_since timestamp with time zone not null default clock_timestamp(),
  void_reason text,
  application_id uuid,
  constraint envelope_pkey PRIMARY KEY (book, envelope_id),
  constraint one_envelope_per_request UNIQUE (book, request_key),
  constraint envelope_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint envelope_book_application_id_fkey FOREIGN KEY (book, application_id) REFERENCES account_application(book, application_id),
  constraint envelope_check CHECK ((state = 'voided'::text) = (void_reason IS NOT NULL)),
  constraint envelope_client_check CHECK (client ~ '^[a-z0-9]{1,40}$'::text),
  constraint envelope_document_name_check CHECK (btrim(document_name) <> ''::text AND length(document_name) <= 120),
  constraint envelope_request_key_check CHECK (length(request_key) >= 1 AND length(request_key) <= 200),
  constraint envelope_state_check CHECK (state = ANY (ARRAY['preparing'::text, 'sent'::text, 'signed'::text, 'completed'::text, 'declined'::text, 'voided'::text])),
  constraint envelope_subject_check CHECK (btrim(subject) <> ''::text AND length(subject) <= 200),
  constraint envelope_void_reason_check CHECK (btrim(void_reason) <> ''::text AND length(void_reason) <= 1000),
  constraint of_account_or_application CHECK (num_nonnulls(account_id, application_id) > 0)
);
CREATE INDEX envelope_of_account ON envelope (book, account_id);
CREATE INDEX envelope_to_seal ON envelope (book, state_since) WHERE (state = 'signed'::text);
alter table envelope enable row level security, force row level security;
create policy book_of_connection on envelope
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_envelope_state BEFORE UPDATE ON envelope FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_envelope_state();
CREATE TRIGGER one_account BEFORE UPDATE ON envelope FOR EACH ROW WHEN (old.account_id IS DISTINCT FROM new.account_id) EXECUTE FUNCTION refuse_other_account();

create table envelope_event (
  book book_name not null default book(),
  event_id bigint not null generated always as identity,
  envelope_id uuid not null,
  kind text not null,
  signer_id text,
  user_id uuid,
  session_id uuid,
  address inet,
  at timestamp with time zone not null,
  digest bytea,
  constraint envelope_event_pkey PRIMARY KEY (book, event_id),
  constraint envelope_event_book_envelope_id_fkey FOREIGN KEY (book, envelope_id) REFERENCES envelope(book, envelope_id),
  constraint envelope_event_book_envelope_id_signer_id_fkey FOREIGN KEY (book, envelope_id, signer_id) REFERENCES envelope_signer(book, envelope_id, signer_id),
  constraint envelope_event_check1 CHECK ((signer_id IS NOT NULL) = (kind = ANY (ARRAY['consented'::text, 'viewed'::text, 'signed'::text, 'declined'::text]))),
  constraint envelope_event_check2 CHECK ((digest IS NOT NULL) = (kind = ANY (ARRAY['created'::text, 'consented'::text, 'completed'::text]))),
  constraint envelope_event_digest_check CHECK (octet_length(digest) = 32),
  constraint envelope_event_kind_check CHECK (kind = ANY (ARRAY['created'::text, 'consented'::text, 'viewed'::text, 'signed'::text, 'declined'::text, 'voided'::text, 'completed'::text, 'removed'::text])),
  constraint session_of_user CHECK ((user_id IS NULL) = (session_id IS NULL) AND (user_id IS NULL OR signer_id IS NOT NULL))
);
CREATE INDEX event_of_envelope ON envelope_event (book, envelope_id, event_id);
CREATE UNIQUE INDEX once_per_signer ON envelope_event (book, envelope_id, signer_id, kind) WHERE (kind = ANY (ARRAY['viewed'::text, 'signed'::text, 'declined'::text]));
alter table envelope_event enable row level security, force row level security;
create policy book_of_connection on envelope_event
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER record_in_audit_log AFTER INSERT ON envelope_event FOR EACH ROW WHEN (new.kind <> 'viewed'::text) EXECUTE FUNCTION record_envelope_in_audit_log();

create table envelope_file (
  book book_name not null default book(),
  file_id uuid not null,
  envelope_id uuid not null,
  kind text not null,
  bytes integer not null,
  sha256 bytea not null,
  state text not null default 'storing'::text,
  key_id text not null,
  data_key bytea,
  storing_since timestamp with time zone not null default clock_timestamp(),
  removal_listed_at timestamp with time zone,
  removed_at timestamp with time zone,
  bytes_removed_at timestamp with time zone,
  constraint envelope_file_pkey PRIMARY KEY (book, file_id),
  constraint envelope_file_book_envelope_id_fkey FOREIGN KEY (book, envelope_id) REFERENCES envelope(book, envelope_id),
  constraint envelope_file_bytes_check CHECK (bytes >= 1 AND bytes <= 33554432),
  constraint envelope_file_check CHECK ((state = 'removed'::text) = (data_key IS NULL)),
  constraint envelope_file_check1 CHECK ((state = 'removed'::text) = (removed_at IS NOT NULL)),
  constraint envelope_file_check2 CHECK (bytes_removed_at IS NULL OR state = 'removed'::text),
  constraint envelope_file_data_key_check CHECK (octet_length(data_key) = 61),
  constraint envelope_file_key_id_check CHECK (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  constraint envelope_file_kind_check CHECK (kind = ANY (ARRAY['original'::text, 'sealed'::text])),
  constraint envelope_file_sha256_check CHECK (octet_length(sha256) = 32),
  constraint envelope_file_state_check CHECK (state = ANY (ARRAY['storing'::text, 'stored'::text, 'removed'::text]))
);
CREATE INDEX envelope_file_to_clean ON envelope_file (book, storing_since) WHERE ((state = 'storing'::text) OR ((state = 'removed'::text) AND (bytes_removed_at IS NULL)));
CREATE UNIQUE INDEX one_stored_file ON envelope_file (book, envelope_id, kind) WHERE (state = 'stored'::text);
alter table envelope_file enable row level security, force row level security;
create policy book_of_connection on envelope_file
    using (book::text = book())
    with check (book::text = book());

create table envelope_signer (
  book book_name not null default book(),
  envelope_id uuid not null,
  signer_id text not null,
  user_id uuid,
  name text not null,
  email text not null,
  routing_order integer not null,
  state text not null default 'waiting'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  typed_name text,
  drawing jsonb,
  reason text,
  by_link boolean not null default false,
  constraint envelope_signer_pkey PRIMARY KEY (book, envelope_id, signer_id),
  constraint envelope_signer_book_envelope_id_fkey FOREIGN KEY (book, envelope_id) REFERENCES envelope(book, envelope_id),
  constraint decided_by_somebody CHECK (num_nulls(decided_by_name, decided_at) =
    CASE state
    WHEN 'waiting'::text THEN 2
    ELSE 0
    END AND (decided_by IS NULL) = (state = 'waiting'::text OR by_link)),
  constraint envelope_signer_check1 CHECK ((state = 'signed'::text) = (typed_name IS NOT NULL)),
  constraint envelope_signer_check2 CHECK ((state = 'declined'::text) = (reason IS NOT NULL)),
  constraint envelope_signer_check3 CHECK (drawing IS NULL OR state = 'signed'::text),
  constraint envelope_signer_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint envelope_signer_drawing_check CHECK (jsonb_typeof(drawing) = 'array'::text),
  constraint envelope_signer_email_check CHECK (POSITION(('@'::text) IN (email)) > 1),
  constraint envelope_signer_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint envelope_signer_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint envelope_signer_routing_order_check CHECK (routing_order >= 1 AND routing_order <= 1000),
  constraint envelope_signer_signer_id_check CHECK (length(signer_id) >= 1 AND length(signer_id) <= 100),
  constraint envelope_signer_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'signed'::text, 'declined'::text])),
  constraint envelope_signer_typed_name_check CHECK (btrim(typed_name) <> ''::text AND length(typed_name) <= 100),
  constraint link_has_no_user CHECK (NOT by_link OR user_id IS NULL),
  constraint own_place CHECK (user_id IS NULL OR decided_by = user_id)
);
CREATE UNIQUE INDEX one_place_per_user ON envelope_signer (book, envelope_id, user_id);
CREATE UNIQUE INDEX one_sponsor ON envelope_signer (book, envelope_id) WHERE ((user_id IS NULL) AND (NOT by_link));
alter table envelope_signer enable row level security, force row level security;
create policy book_of_connection on envelope_signer
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_signature BEFORE UPDATE ON envelope_signer FOR EACH ROW EXECUTE FUNCTION check_signature();

create table estate_case (
  book book_name not null default book(),
  case_id uuid not null,
  case_number bigint not null default nextval('transaction_number'::regclass),
  account_id uuid not null,
  kind text not null,
  party_id uuid,
  person_name text,
  died_on date,
  document_id uuid,
  reason text not null,
  state text not null default 'opened'::text,
  outcome text,
  status_before text not null,
  plan_version integer,
  opened_by uuid not null,
  opened_by_name text not null,
  opened_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_by_name text,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  opened_with uuid,
  constraint estate_case_pkey PRIMARY KEY (book, case_id),
  constraint estate_case_book_case_number_key UNIQUE (book, case_number),
  constraint estate_case_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint estate_case_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint estate_case_book_party_id_fkey FOREIGN KEY (book, party_id) REFERENCES party(book, party_id),
  constraint confirmed_by_another CHECK (confirmed_by <> opened_by),
  constraint confirmed_with_document CHECK (document_id IS NOT NULL OR opened_with IS NOT NULL AND (state = ANY (ARRAY['opened'::text, 'cancelled'::text]))),
  constraint estate_case_check CHECK ((kind = 'death'::text) = (party_id IS NOT NULL)),
  constraint estate_case_check1 CHECK (num_nulls(party_id, person_name, died_on) = ANY (ARRAY[0, 3])),
  constraint estate_case_check2 CHECK (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) = ANY (ARRAY[0, 3])),
  constraint estate_case_check3 CHECK ((state <> ALL (ARRAY['distributing'::text, 'completed'::text])) OR confirmed_at IS NOT NULL),
  constraint estate_case_check4 CHECK (state <> 'opened'::text OR confirmed_at IS NULL),
  constraint estate_case_check5 CHECK ((state = ANY (ARRAY['completed'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)),
  constraint estate_case_check6 CHECK ((state = 'completed'::text) = (outcome IS NOT NULL)),
  constraint estate_case_confirmed_by_name_check CHECK (btrim(confirmed_by_name) <> ''::text),
  constraint estate_case_kind_check CHECK (kind = ANY (ARRAY['death'::text, 'closing'::text])),
  constraint estate_case_opened_by_name_check CHECK (btrim(opened_by_name) <> ''::text),
  constraint estate_case_outcome_check CHECK (outcome = ANY (ARRAY['returned'::text, 'handed-over'::text, 'closed'::text])),
  constraint estate_case_person_name_check CHECK (btrim(person_name) <> ''::text),
  constraint estate_case_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint estate_case_state_check CHECK (state = ANY (ARRAY['opened'::text, 'distributing'::text, 'completed'::text, 'cancelled'::text])),
  constraint estate_case_status_before_check CHECK (status_before = ANY (ARRAY['Active'::text, 'Immobile'::text])),
  constraint opened_with_is_of_death CHECK (opened_with IS NULL OR kind = 'death'::text)
);
CREATE INDEX case_of_person ON estate_case (book, party_id) WHERE (party_id IS NOT NULL);
CREATE INDEX estate_case_queue ON estate_case (book, opened_at DESC);
CREATE UNIQUE INDEX one_case_of_death ON estate_case (book, opened_with, account_id) WHERE (opened_with IS NOT NULL);
CREATE UNIQUE INDEX one_open_case ON estate_case (book, account_id) WHERE (state = ANY (ARRAY['opened'::text, 'distributing'::text]));
alter table estate_case enable row level security, force row level security;
create policy book_of_connection on estate_case
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_state BEFORE UPDATE ON estate_case FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_case_state();
CREATE TRIGGER document_is_final BEFORE UPDATE OF document_id ON estate_case FOR EACH ROW WHEN (old.document_id IS NOT NULL AND new.document_id IS DISTINCT FROM old.document_id) EXECUTE FUNCTION refuse_final_change('the document of a case');
CREATE TRIGGER end_login AFTER UPDATE OF confirmed_at ON estate_case FOR EACH ROW WHEN (new.kind = 'death'::text AND old.confirmed_at IS NULL AND new.confirmed_at IS NOT NULL) EXECUTE FUNCTION end_login_of_deceased();

create table estate_event (
  book book_name not null default book(),
  event_id bigint not null generated always as identity,
  case_id uuid not null,
  kind text not null,
  user_id uuid,
  session_id uuid,
  address inet,
  by_name text not null,
  text text,
  at timestamp with time zone not null,
  constraint estate_event_pkey PRIMARY KEY (book, event_id),
  constraint estate_event_book_case_id_fkey FOREIGN KEY (book, case_id) REFERENCES estate_case(book, case_id),
  constraint estate_event_by_name_check CHECK (btrim(by_name) <> ''::text),
  constraint estate_event_kind_check CHECK (kind = ANY (ARRAY['opened'::text, 'confirmed'::text, 'cancelled'::text, 'invited'::text, 'accepted'::text, 'declined'::text, 'redirected'::text, 'redirection-confirmed'::text, 'released'::text, 'distributed'::text, 'reversed'::text, 'completed'::text])),
  constraint estate_event_text_check CHECK (btrim(text) <> ''::text AND length(text) <= 2000)
);
CREATE INDEX event_of_case ON estate_event (book, case_id, event_id);
alter table estate_event enable row level security, force row level security;
create policy book_of_connection on estate_event
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON estate_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON estate_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER record_in_audit_log AFTER INSERT ON estate_event FOR EACH ROW EXECUTE FUNCTION record_case_in_audit_log();

create table estate_payout (
  book book_name not null default book(),
  payout_id uuid not null default uuidv7(),
  case_id uuid not null,
  share_id uuid not null,
  amount_minor bigint not null,
  entry_id uuid,
  grant_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  constraint estate_payout_pkey PRIMARY KEY (book, payout_id),
  constraint estate_payout_book_entry_id_key UNIQUE (book, entry_id),
  constraint estate_payout_book_grant_id_key UNIQUE (book, grant_id),
  constraint estate_payout_book_case_id_fkey FOREIGN KEY (book, case_id) REFERENCES estate_case(book, case_id),
  constraint estate_payout_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint estate_payout_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint estate_payout_book_share_id_fkey FOREIGN KEY (book, share_id) REFERENCES estate_share(book, share_id),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint) NOT VALID,
  constraint estate_payout_amount_minor_check CHECK (amount_minor > 0),
  constraint estate_payout_check CHECK (num_nonnulls(entry_id, grant_id) = 1)
);
CREATE INDEX estate_payout_of_share ON estate_payout (book, share_id);
alter table estate_payout enable row level security, force row level security;
create policy book_of_connection on estate_payout
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON estate_payout FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON estate_payout FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table estate_redirection (
  book book_name not null default book(),
  redirection_id uuid not null,
  share_id uuid not null,
  to_charity_id text,
  to_account_id uuid,
  to_name text not null,
  reason text not null,
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_by_name text,
  confirmed_at timestamp with time zone,
  constraint estate_redirection_pkey PRIMARY KEY (book, redirection_id),
  constraint estate_redirection_book_share_id_fkey FOREIGN KEY (book, share_id) REFERENCES estate_share(book, share_id),
  constraint estate_redirection_book_to_account_id_fkey FOREIGN KEY (book, to_account_id) REFERENCES fund_account(book, account_id),
  constraint estate_redirection_check CHECK (num_nonnulls(to_charity_id, to_account_id) = 1),
  constraint estate_redirection_check1 CHECK (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) = ANY (ARRAY[0, 3])),
  constraint estate_redirection_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint estate_redirection_to_name_check CHECK (btrim(to_name) <> ''::text),
  constraint redirected_by_two CHECK (confirmed_by <> entered_by)
);
CREATE UNIQUE INDEX one_open_redirection ON estate_redirection (book, share_id) WHERE (confirmed_at IS NULL);
alter table estate_redirection enable row level security, force row level security;
create policy book_of_connection on estate_redirection
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER confirmation_is_final BEFORE UPDATE ON estate_redirection FOR EACH ROW WHEN (old.confirmed_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the confirmation of a redirection');

create table estate_share (
  book book_name not null default book(),
  share_id uuid not null default uuidv7(),
  case_id uuid not null,
  "position" smallint not null,
  designation text not null,
  share_hundredths integer not null,
  name text not null,
  email text,
  phone text,
  state text not null default 'waiting'::text,
  to_charity_id text,
  to_account_id uuid,
  user_id uuid,
  declined_reason text,
  decided_at timestamp with time zone,
  link_hash bytea,
  link_expires_at timestamp with time zone,
  links smallint not null default 0,
  invited_at timestamp with time zone,
  constraint estate_share_pkey PRIMARY KEY (book, share_id),
  constraint estate_share_book_case_id_position_key UNIQUE (book, case_id, "position"),
  constraint estate_share_book_case_id_fkey FOREIGN KEY (book, case_id) REFERENCES estate_case(book, case_id),
  constraint estate_share_book_to_account_id_fkey FOREIGN KEY (book, to_account_id) REFERENCES fund_account(book, account_id),
  constraint estate_share_check CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
  constraint estate_share_check1 CHECK (num_nonnulls(to_charity_id, to_account_id) <= 1),
  constraint estate_share_check2 CHECK ((state = 'waiting'::text) = (decided_at IS NULL)),
  constraint estate_share_check3 CHECK (state <> 'ready'::text OR num_nonnulls(to_charity_id, to_account_id, user_id) > 0),
  constraint estate_share_declined_reason_check CHECK (length(declined_reason) <= 1000),
  constraint estate_share_designation_check CHECK (designation = ANY (ARRAY['individual'::text, 'charity'::text, 'fund'::text, 'unnamed'::text])),
  constraint estate_share_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint estate_share_link_hash_check CHECK (octet_length(link_hash) = 32),
  constraint estate_share_links_check CHECK (links >= 0 AND links <= 30),
  constraint estate_share_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint estate_share_phone_check CHECK (btrim(phone) <> ''::text AND length(phone) <= 40),
  constraint estate_share_position_check CHECK ("position" >= 1 AND "position" <= 50),
  constraint estate_share_share_hundredths_check CHECK (share_hundredths >= 1 AND share_hundredths <= 10000),
  constraint estate_share_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'declined'::text, 'ready'::text]))
);
CREATE UNIQUE INDEX estate_share_link ON estate_share (book, link_hash) WHERE (link_hash IS NOT NULL);
alter table estate_share enable row level security, force row level security;
create policy book_of_connection on estate_share
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_share BEFORE UPDATE ON estate_share FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.to_charity_id IS DISTINCT FROM new.to_charity_id OR old.to_account_id IS DISTINCT FROM new.to_account_id OR old.user_id IS DISTINCT FROM new.user_id) EXECUTE FUNCTION check_estate_share();
CREATE CONSTRAINT TRIGGER check_shares AFTER INSERT ON estate_share DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_case_shares();

create table fee_charge (
  book book_name not null default book(),
  batch_id uuid not null,
  account_id uuid not null,
  period_from date not null,
  base_from date not null,
  base_days smallint not null,
  balance_days_minor numeric not null,
  charged_days smallint not null,
  year_days smallint not null,
  kept_hundredths integer not null,
  fee_minor bigint not null,
  charged_before_minor bigint not null,
  due_minor bigint not null generated always as ((fee_minor - charged_before_minor)) stored,
  constraint fee_charge_pkey PRIMARY KEY (book, batch_id, account_id, period_from),
  constraint fee_charge_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint fee_charge_book_batch_id_fkey FOREIGN KEY (book, batch_id) REFERENCES fee_run(book, batch_id),
  constraint fee_charge_balance_days_minor_check CHECK (scale(balance_days_minor) = 0),
  constraint fee_charge_base_days_check CHECK (base_days >= 1 AND base_days <= 92),
  constraint fee_charge_charged_days_check CHECK (charged_days >= 1 AND charged_days <= 92),
  constraint fee_charge_fee_minor_check CHECK (fee_minor >= 0),
  constraint fee_charge_kept_hundredths_check CHECK (kept_hundredths >= 0 AND kept_hundredths <= 920000),
  constraint fee_charge_year_days_check CHECK (year_days = ANY (ARRAY[365, 366]))
);
CREATE INDEX fee_charge_of_account ON fee_charge (book, account_id, period_from);
alter table fee_charge enable row level security, force row level security;
create policy book_of_connection on fee_charge
    using (book::text = book())
    with check (book::text = book());

create table fee_reduction (
  book book_name not null default book(),
  reduction_id uuid not null,
  account_id uuid not null,
  schedule text not null,
  hundredths integer not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  state text not null default 'entered'::text,
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_by_name text,
  confirmed_at timestamp with time zone,
  ended_by uuid,
  ended_by_name text,
  ended_at timestamp with time zone,
  constraint fee_reduction_pkey PRIMARY KEY (book, reduction_id),
  constraint fee_reduction_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint fee_reduction_check CHECK (ends_on >= starts_on),
  constraint fee_reduction_check1 CHECK ((num_nulls(confirmed_by, confirmed_by_name, confirmed_at) = ANY (ARRAY[0, 3])) AND
    CASE state
    WHEN 'confirmed'::text THEN confirmed_by IS NOT NULL
    WHEN 'entered'::text THEN confirmed_by IS NULL
    ELSE true
    END),
  constraint fee_reduction_check2 CHECK (num_nulls(ended_by, ended_by_name, ended_at) = ANY (ARRAY[0, 3])),
  constraint fee_reduction_check3 CHECK (state <> 'withdrawn'::text OR ended_by IS NOT NULL),
  constraint fee_reduction_confirmed_by_name_check CHECK (btrim(confirmed_by_name) <> ''::text),
  constraint fee_reduction_ended_by_name_check CHECK (btrim(ended_by_name) <> ''::text),
  constraint fee_reduction_entered_by_name_check CHECK (btrim(entered_by_name) <> ''::text),
  constraint fee_reduction_hundredths_check CHECK (hundredths >= 1 AND hundredths <= 10000),
  constraint fee_reduction_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint fee_reduction_schedule_check CHECK (schedule ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint fee_reduction_state_check CHECK (state = ANY (ARRAY['entered'::text, 'confirmed'::text, 'withdrawn'::text])),
  constraint two_people_for_a_reduction CHECK (confirmed_by <> entered_by)
);
CREATE INDEX fee_reduction_of_account ON fee_reduction (book, account_id);
alter table fee_reduction enable row level security, force row level security;
create policy book_of_connection on fee_reduction
    using (book::text = book())
    with check (book::text = book());

create table fee_run (
  book book_name not null default book(),
  batch_id uuid not null,
  schedule text not null,
  title text not null,
  kind text not null,
  period_from date not null,
  period_to date not null,
  base_from date not null,
  base_to date not null,
  terms jsonb not null,
  balances_at timestamp with time zone not null default now(),
  constraint fee_run_pkey PRIMARY KEY (book, batch_id),
  constraint fee_run_book_batch_id_fkey FOREIGN KEY (book, batch_id) REFERENCES posting_batch(book, batch_id),
  constraint fee_run_check CHECK (period_to > period_from),
  constraint fee_run_check1 CHECK (base_to > base_from),
  constraint fee_run_kind_check CHECK (kind = ANY (ARRAY['administrative_fee'::text, 'investment_fee'::text])),
  constraint fee_run_schedule_check CHECK (schedule ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint fee_run_title_check CHECK (btrim(title) <> ''::text)
);
CREATE INDEX fee_run_of_schedule ON fee_run (book, schedule, period_from);
alter table fee_run enable row level security, force row level security;
create policy book_of_connection on fee_run
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_fee_run BEFORE INSERT ON fee_run FOR EACH ROW EXECUTE FUNCTION check_fee_run();

create table fee_terms_change (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  schedule text not null,
  revision integer,
  starts_on date not null,
  terms jsonb not null,
  before_terms jsonb not null,
  reason text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint fee_terms_change_pkey PRIMARY KEY (book, change_id),
  constraint one_version_of_revision UNIQUE (book, schedule, revision),
  constraint fee_terms_are_chargeable CHECK (are_fee_terms(terms) AND are_fee_terms(before_terms)),
  constraint fee_terms_are_decided CHECK ((decided_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'lapsed'::text]))),
  constraint fee_terms_are_not_backdated CHECK (starts_on >= (requested_at AT TIME ZONE 'UTC'::text)::date AND (state <> 'made'::text OR starts_on >= (decided_at AT TIME ZONE 'UTC'::text)::date)),
  constraint fee_terms_change_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint fee_terms_change_decision_reason_check CHECK (btrim(decision_reason) <> ''::text AND length(decision_reason) <= 1000),
  constraint fee_terms_change_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint fee_terms_change_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint fee_terms_change_revision_check CHECK (revision > 0),
  constraint fee_terms_change_schedule_check CHECK (schedule ~ '^[a-z][a-z0-9-]{0,39}$'::text),
  constraint fee_terms_change_something CHECK ((terms - 'from'::text) <> (before_terms - 'from'::text)),
  constraint fee_terms_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'made'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text])),
  constraint fee_terms_confirmed_in_time CHECK (state <> 'made'::text OR decided_at >= requested_at AND decided_at <= (requested_at + '7 days'::interval)),
  constraint fee_terms_decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 3])),
  constraint fee_terms_declined_with_a_reason CHECK ((state = ANY (ARRAY['declined'::text, 'withdrawn'::text])) = (decision_reason IS NOT NULL)),
  constraint fee_terms_hold_from_their_day CHECK ((terms ->> 'from'::text) = starts_on::text),
  constraint fee_terms_withdrawn_by_their_own CHECK ((state <> ALL (ARRAY['declined'::text, 'withdrawn'::text])) OR (state = 'withdrawn'::text) = (decided_by = requested_by)),
  constraint fee_terms_within_two_years CHECK (starts_on <= ((requested_at AT TIME ZONE 'UTC'::text)::date + '2 years 1 day'::interval)),
  constraint made_terms_have_their_revision CHECK ((state = 'made'::text) = (revision IS NOT NULL)),
  constraint two_people_for_fee_terms CHECK (state <> 'made'::text OR decided_by <> requested_by)
);
CREATE INDEX fee_terms_change_of_schedule ON fee_terms_change (book, schedule, requested_at DESC, change_id DESC);
CREATE UNIQUE INDEX one_waiting_fee_terms_change ON fee_terms_change (book, schedule) WHERE (state = 'waiting'::text);
alter table fee_terms_change enable row level security, force row level security;
create policy book_of_connection on fee_terms_change
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_fee_terms_change BEFORE INSERT OR UPDATE ON fee_terms_change FOR EACH ROW EXECUTE FUNCTION check_fee_terms_change();
CREATE TRIGGER fee_terms_decision_is_final BEFORE UPDATE ON fee_terms_change FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION refuse_final_change('the decision about terms of a fee');
CREATE TRIGGER keep_fee_terms_change BEFORE DELETE ON fee_terms_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_fee_terms_change_truncate BEFORE TRUNCATE ON fee_terms_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fee_write_off (
  book book_name not null default book(),
  request_id uuid not null,
  account_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  written_off_at timestamp with time zone not null,
  constraint fee_write_off_pkey PRIMARY KEY (book, request_id),
  constraint fee_write_off_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint fee_write_off_book_request_id_fkey FOREIGN KEY (book, request_id) REFERENCES posting_request(book, request_id),
  constraint fee_write_off_amount_minor_check CHECK (amount_minor > 0),
  constraint fee_write_off_kind_check CHECK (kind = ANY (ARRAY['administrative_fee'::text, 'investment_fee'::text]))
);
CREATE INDEX fee_write_off_of_account ON fee_write_off (book, account_id);
alter table fee_write_off enable row level security, force row level security;
create policy book_of_connection on fee_write_off
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON fee_write_off FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON fee_write_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_fee_write_off BEFORE INSERT ON fee_write_off FOR EACH ROW EXECUTE FUNCTION check_fee_write_off();

create table fee_write_off_part (
  book book_name not null default book(),
  request_id uuid not null,
  batch_id uuid not null,
  amount_minor bigint not null,
  constraint fee_write_off_part_pkey PRIMARY KEY (book, request_id, batch_id),
  constraint fee_write_off_part_book_batch_id_fkey FOREIGN KEY (book, batch_id) REFERENCES posting_batch(book, batch_id),
  constraint fee_write_off_part_book_request_id_fkey FOREIGN KEY (book, request_id) REFERENCES fee_write_off(book, request_id),
  constraint fee_write_off_part_amount_minor_check CHECK (amount_minor > 0)
);
CREATE INDEX fee_write_off_part_of_batch ON fee_write_off_part (book, batch_id);
alter table fee_write_off_part enable row level security, force row level security;
create policy book_of_connection on fee_write_off_part
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON fee_write_off_part FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON fee_write_off_part FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_fee_write_off_part AFTER INSERT ON fee_write_off_part FOR EACH ROW EXECUTE FUNCTION check_fee_write_off_part();

create table fund_account (
  book book_name not null default book(),
  account_id uuid not null default uuidv7(),
  fund_id bigint not null,
  account_name text not null,
  account_name_key text not null generated always as (name_key(account_name)) stored,
  account_status text not null default 'Active'::text,
  account_type text not null default 'Individual'::text,
  organization_legal_name text,
  donor_name text not null,
  write_access boolean not null default true,
  advisor_may_grant boolean not null default false,
  succession_plan_type_code text not null default 'NONE'::text,
  entered_on date not null default CURRENT_DATE,
  opened_on date,
  closed_on date,
  successor_account_id uuid,
  revision integer not null default 1,
  constraint fund_account_pkey PRIMARY KEY (book, account_id),
  constraint fund_account_book_fund_id_key UNIQUE (book, fund_id),
  constraint fund_account_book_fkey FOREIGN KEY (book) REFERENCES book(book),
  constraint fund_account_book_successor_account_id_fkey FOREIGN KEY (book, successor_account_id) REFERENCES fund_account(book, account_id),
  constraint fund_account_account_name_check CHECK (btrim(account_name) <> ''::text AND length(account_name) <= 120),
  constraint fund_account_account_status_check CHECK (account_status = ANY (ARRAY['Entered'::text, 'Active'::text, 'Immobile'::text, 'Closed'::text])),
  constraint fund_account_check CHECK (successor_account_id <> account_id),
  constraint fund_account_check1 CHECK (closed_on IS NULL OR closed_on >= opened_on),
  constraint fund_account_check2 CHECK ((account_status = 'Closed'::text) = (closed_on IS NOT NULL)),
  constraint fund_account_check3 CHECK (account_status <> 'Entered'::text OR opened_on IS NULL),
  constraint fund_account_check4 CHECK ((account_status <> ALL (ARRAY['Active'::text, 'Immobile'::text])) OR opened_on IS NOT NULL),
  constraint fund_account_fund_id_check CHECK (fund_id >= 100000 AND fund_id <= 99999999),
  constraint fund_account_revision_check CHECK (revision > 0),
  constraint fund_account_succession_plan_type_code_check CHECK (succession_plan_type_code = ANY (ARRAY['NONE'::text, 'INDIVIDUALS'::text, 'CHARITIES'::text, 'BOTH'::text, 'ENDOWED'::text]))
);
CREATE INDEX fund_account_name ON fund_account (book, account_name_key, fund_id);
CREATE UNIQUE INDEX one_general_fund ON fund_account (book) WHERE (account_type = 'General'::text);
alter table fund_account enable row level security, force row level security;
create policy book_of_connection on fund_account
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER account_is_held BEFORE UPDATE OF account_status ON fund_account FOR EACH ROW WHEN (old.account_status <> new.account_status AND (new.account_status = ANY (ARRAY['Active'::text, 'Closed'::text]))) EXECUTE FUNCTION refuse_status_of_held_account();
CREATE CONSTRAINT TRIGGER change_recorded AFTER UPDATE ON fund_account DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.account_name IS DISTINCT FROM new.account_name OR old.account_status IS DISTINCT FROM new.account_status OR new.advisor_may_grant AND NOT old.advisor_may_grant OR old.successor_account_id IS DISTINCT FROM new.successor_account_id) EXECUTE FUNCTION require_change_record();
CREATE TRIGGER closed_account_empty AFTER UPDATE OF account_status ON fund_account FOR EACH ROW WHEN (new.account_status = 'Closed'::text AND old.account_status <> 'Closed'::text) EXECUTE FUNCTION refuse_closing_with_balance();
CREATE TRIGGER index_changed_account_names AFTER UPDATE ON fund_account REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_account_names();
CREATE TRIGGER index_new_account_names AFTER INSERT ON fund_account REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_account_names();
CREATE TRIGGER notify_access_change AFTER DELETE OR UPDATE ON fund_account FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON fund_account FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();

create table fund_transfer (
  book book_name not null default book(),
  transfer_id uuid not null,
  transfer_number bigint not null default nextval('transaction_number'::regclass),
  account_id uuid not null,
  to_fund_id bigint not null,
  to_account_name text not null,
  amount_minor bigint not null,
  reason text,
  state text not null default 'requested'::text,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  message text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  to_account_id uuid,
  entry_id uuid,
  reversal_entry_id uuid,
  reversed_at timestamp with time zone,
  reversal_reason text,
  constraint fund_transfer_pkey PRIMARY KEY (book, transfer_id),
  constraint fund_transfer_book_entry_id_key UNIQUE (book, entry_id),
  constraint fund_transfer_book_transfer_number_key UNIQUE (book, transfer_number),
  constraint fund_transfer_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint fund_transfer_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint fund_transfer_book_to_account_id_fkey FOREIGN KEY (book, to_account_id) REFERENCES fund_account(book, account_id),
  constraint reversal_of_transfer FOREIGN KEY (book, reversal_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint OR (state = ANY (ARRAY['declined'::text, 'withdrawn'::text]))) NOT VALID,
  constraint fund_transfer_amount_minor_check CHECK (amount_minor > 0),
  constraint fund_transfer_check CHECK ((state = 'requested'::text) = (decided_at IS NULL)),
  constraint fund_transfer_check1 CHECK (num_nulls(decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 3])),
  constraint fund_transfer_check3 CHECK (state <> 'declined'::text OR message IS NOT NULL),
  constraint fund_transfer_check4 CHECK (to_account_id <> account_id),
  constraint fund_transfer_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint fund_transfer_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 1000),
  constraint fund_transfer_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 500),
  constraint fund_transfer_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint fund_transfer_reversal_reason_check CHECK (btrim(reversal_reason) <> ''::text AND length(reversal_reason) <= 1000),
  constraint fund_transfer_state_check CHECK (state = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'reversed'::text])),
  constraint fund_transfer_to_account_name_check CHECK (btrim(to_account_name) <> ''::text AND length(to_account_name) <= 120),
  constraint made_by_an_entry CHECK (num_nulls(to_account_id, entry_id) =
    CASE
    WHEN state = ANY (ARRAY['approved'::text, 'reversed'::text]) THEN 0
    ELSE 2
    END),
  constraint not_own_transfer CHECK (decided_by IS NULL OR (decided_by = requested_by) = (state = 'withdrawn'::text)),
  constraint reversed_by_an_entry CHECK (num_nulls(reversal_entry_id, reversed_at, reversal_reason) =
    CASE state
    WHEN 'reversed'::text THEN 0
    ELSE 3
    END)
);
CREATE INDEX fund_transfer_of_account ON fund_transfer (book, account_id, requested_at DESC);
CREATE INDEX fund_transfer_waiting ON fund_transfer (book, requested_at, transfer_id) WHERE (state = 'requested'::text);
alter table fund_transfer enable row level security, force row level security;
create policy book_of_connection on fund_transfer
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_transfer BEFORE UPDATE ON fund_transfer FOR EACH ROW EXECUTE FUNCTION check_transfer();

create table grant_basket (
  book book_name not null default book(),
  basket_id uuid not null,
  account_id uuid not null,
  source text not null,
  file_name text,
  file_sha256 bytea,
  state text not null default 'open'::text,
  started_by uuid not null,
  started_by_name text not null,
  created_at timestamp with time zone not null,
  progress integer not null default 0,
  idempotency_key uuid,
  request_sha256 bytea,
  submitted_by uuid,
  submitted_by_name text,
  submitted_at timestamp with time zone,
  grants integer,
  total_minor bigint,
  constraint grant_basket_pkey PRIMARY KEY (book, basket_id),
  constraint grant_basket_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint amount_limit CHECK (total_minor <= '500000000000000'::bigint) NOT VALID,
  constraint grant_basket_check CHECK ((source = 'file'::text) = (file_name IS NOT NULL)),
  constraint grant_basket_check1 CHECK ((source = 'file'::text) = (file_sha256 IS NOT NULL)),
  constraint grant_basket_check2 CHECK ((state = 'submitted'::text) = (submitted_at IS NOT NULL)),
  constraint grant_basket_check3 CHECK ((submitted_at IS NULL) = (idempotency_key IS NULL)),
  constraint grant_basket_check4 CHECK ((submitted_at IS NULL) = (grants IS NULL)),
  constraint grant_basket_file_name_check CHECK (btrim(file_name) <> ''::text AND length(file_name) <= 200),
  constraint grant_basket_file_sha256_check CHECK (octet_length(file_sha256) = 32),
  constraint grant_basket_grants_check CHECK (grants > 0),
  constraint grant_basket_progress_check CHECK (progress >= 0),
  constraint grant_basket_request_sha256_check CHECK (octet_length(request_sha256) = 32),
  constraint grant_basket_source_check CHECK (source = ANY (ARRAY['selection'::text, 'file'::text])),
  constraint grant_basket_state_check CHECK (state = ANY (ARRAY['open'::text, 'submitted'::text, 'discarded'::text])),
  constraint grant_basket_total_minor_check CHECK (total_minor > 0)
);
CREATE INDEX grant_basket_of_account ON grant_basket (book, account_id, created_at DESC);
CREATE INDEX grant_basket_of_file ON grant_basket (book, account_id, file_sha256) WHERE (file_sha256 IS NOT NULL);
CREATE UNIQUE INDEX grant_basket_open ON grant_basket (book, account_id) WHERE ((state = 'open'::text) AND (source = 'selection'::text));
alter table grant_basket enable row level security, force row level security;
create policy book_of_connection on grant_basket
    using (book::text = book())
    with check (book::text = book());

create table grant_certificate (
  book book_name not null,
  number bigint not null,
  grant_id uuid not null,
  step smallint not null,
  certificate text not null,
  internal text not null,
  digest bytea not null,
  constraint grant_certificate_pkey PRIMARY KEY (book, number),
  constraint one_certificate_of_step UNIQUE (book, grant_id, step),
  constraint grant_certificate_certificate_check CHECK (octet_length(certificate) <= 65536),
  constraint grant_certificate_digest_check CHECK (octet_length(digest) = 32),
  constraint grant_certificate_internal_check CHECK (octet_length(internal) <= 1048576),
  constraint grant_certificate_number_check CHECK (number > 0),
  constraint grant_certificate_step_check CHECK (step > 0)
);
alter table grant_certificate enable row level security, force row level security;
create policy book_of_connection on grant_certificate
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON grant_certificate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON grant_certificate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table grant_certificate_inbox (
  book book_name not null,
  grant_id uuid not null,
  step smallint not null,
  record text not null,
  internal text not null,
  constraint grant_certificate_inbox_pkey PRIMARY KEY (book, grant_id, step),
  constraint grant_certificate_inbox_book_grant_id_step_fkey FOREIGN KEY (book, grant_id, step) REFERENCES grant_history_entry(book, grant_id, step)
);
alter table grant_certificate_inbox enable row level security, force row level security;
create policy book_of_connection on grant_certificate_inbox
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER append_to_certificates AFTER INSERT ON grant_certificate_inbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION append_to_certificates();

create table grant_draft (
  book book_name not null default book(),
  draft_id uuid not null,
  account_id uuid not null,
  basket_id uuid,
  "position" integer not null default 0,
  content jsonb not null,
  revision integer not null default 1,
  started_by uuid not null,
  started_by_name text not null,
  changed_by_name text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint grant_draft_pkey PRIMARY KEY (book, draft_id),
  constraint grant_draft_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint grant_draft_book_basket_id_fkey FOREIGN KEY (book, basket_id) REFERENCES grant_basket(book, basket_id),
  constraint amount_limit CHECK ((content ->> 'amountMinor'::text) ~ '^\d{1,12}$'::text AND ((content ->> 'amountMinor'::text)::numeric) <= '100000000000'::bigint::numeric),
  constraint grant_draft_content_check CHECK (jsonb_typeof(content) = 'object'::text AND length(content::text) <= 8000),
  constraint grant_draft_position_check CHECK ("position" >= 0),
  constraint grant_draft_revision_check CHECK (revision > 0)
);
CREATE INDEX grant_draft_of_account ON grant_draft (book, account_id, changed_at DESC);
CREATE INDEX grant_draft_of_basket ON grant_draft (book, basket_id, "position") WHERE (basket_id IS NOT NULL);
CREATE INDEX grant_draft_old ON grant_draft (book, changed_at);
alter table grant_draft enable row level security, force row level security;
create policy book_of_connection on grant_draft
    using (book::text = book())
    with check (book::text = book());

create table grant_history_entry (
  book book_name not null default book(),
  grant_id uuid not null,
  step smallint not null,
  transition text not null,
  from_status_code smallint,
  to_status_code smallint not null,
  review_state text,
  outcome text,
  actor_user_id uuid,
  actor_name text not null,
  actor_side text not null,
  on_behalf_of uuid,
  at timestamp with time zone not null default now(),
  reason text,
  message text,
  evidence jsonb,
  entry_id uuid,
  recorded_in xid8 default pg_current_xact_id(),
  import_id bigint,
  constraint grant_history_entry_pkey PRIMARY KEY (book, grant_id, step),
  constraint grant_history_entry_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint grant_history_entry_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint grant_history_entry_actor_side_check CHECK (actor_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint grant_history_entry_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 1000),
  constraint grant_history_entry_reason_check CHECK (length(reason) <= 1300),
  constraint grant_history_entry_step_check CHECK (step >= 1 AND step <= 1000),
  constraint message_required CHECK ((transition <> ALL (ARRAY['reject'::text, 'ask-information'::text, 'answer'::text, 'void'::text, 'void-payment'::text, 'return'::text, 'reverse-return'::text])) OR message IS NOT NULL),
  constraint step_by_person_or_import CHECK (num_nonnulls(actor_user_id, import_id) = 1 AND (import_id IS NULL OR (transition = ANY (ARRAY['unschedule'::text, 'reopen'::text])))),
  constraint transition_leads_to_status CHECK (to_status_code = ANY (
    CASE transition
    WHEN 'recommend'::text THEN '{1,2}'::smallint[]
    WHEN 'review'::text THEN '{2}'::smallint[]
    WHEN 'ask-information'::text THEN '{2}'::smallint[]
    WHEN 'answer'::text THEN '{2}'::smallint[]
    WHEN 'reserve'::text THEN '{2}'::smallint[]
    WHEN 'reopen'::text THEN '{2}'::smallint[]
    WHEN 'approve'::text THEN '{3}'::smallint[]
    WHEN 'unschedule'::text THEN '{3}'::smallint[]
    WHEN 'reject-payment'::text THEN '{3}'::smallint[]
    WHEN 'schedule'::text THEN '{4}'::smallint[]
    WHEN 'pay'::text THEN '{6}'::smallint[]
    WHEN 'clear'::text THEN '{8}'::smallint[]
    WHEN 'cancel'::text THEN '{5}'::smallint[]
    WHEN 'reject'::text THEN '{7}'::smallint[]
    WHEN 'void'::text THEN '{7}'::smallint[]
    WHEN 'return'::text THEN '{9}'::smallint[]
    WHEN 'void-payment'::text THEN '{9}'::smallint[]
    WHEN 'reverse-return'::text THEN '{6,8,9}'::smallint[]
    ELSE '{}'::smallint[]
    END)) NOT VALID
);
alter table grant_history_entry enable row level security, force row level security;
create policy book_of_connection on grant_history_entry
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON grant_history_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON grant_history_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER certify_grant_step AFTER INSERT ON grant_history_entry FOR EACH ROW WHEN (new.transition = ANY (ARRAY['recommend'::text, 'approve'::text, 'pay'::text])) EXECUTE FUNCTION certify_grant_step();
CREATE TRIGGER grant_not_on_hold BEFORE INSERT ON grant_history_entry FOR EACH ROW WHEN (new.transition = ANY (ARRAY['approve'::text, 'schedule'::text, 'pay'::text])) EXECUTE FUNCTION refuse_grant_on_hold();
CREATE TRIGGER not_own_grant BEFORE INSERT ON grant_history_entry FOR EACH ROW WHEN (new.transition = ANY (ARRAY['approve'::text, 'pay'::text])) EXECUTE FUNCTION refuse_own_grant();
CREATE TRIGGER paid_by_run BEFORE INSERT ON grant_history_entry FOR EACH ROW WHEN (new.transition = 'pay'::text) EXECUTE FUNCTION refuse_payment_outside_run();
CREATE TRIGGER related_parties_cleared BEFORE INSERT ON grant_history_entry FOR EACH ROW WHEN (new.transition = 'approve'::text) EXECUTE FUNCTION refuse_related_parties();
CREATE CONSTRAINT TRIGGER step_is_that_of_the_grant AFTER INSERT ON grant_history_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_step_of_grant();

create table grant_hold (
  book book_name not null default book(),
  hold_id uuid not null,
  grant_id uuid not null,
  reason text not null,
  held_by uuid not null,
  held_by_name text not null,
  held_at timestamp with time zone not null,
  release_reason text,
  released_by uuid,
  released_by_name text,
  released_at timestamp with time zone,
  constraint grant_hold_pkey PRIMARY KEY (book, hold_id),
  constraint grant_hold_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint grant_hold_check CHECK ((released_at IS NULL) = (released_by IS NULL)),
  constraint grant_hold_check1 CHECK ((released_at IS NULL) = (released_by_name IS NULL)),
  constraint grant_hold_check2 CHECK ((released_at IS NULL) = (release_reason IS NULL)),
  constraint grant_hold_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint grant_hold_release_reason_check CHECK (btrim(release_reason) <> ''::text AND length(release_reason) <= 1000)
);
CREATE INDEX grant_hold_of ON grant_hold (book, grant_id, held_at);
CREATE UNIQUE INDEX one_open_hold ON grant_hold (book, grant_id) WHERE (released_at IS NULL);
alter table grant_hold enable row level security, force row level security;
create policy book_of_connection on grant_hold
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER release_is_final BEFORE UPDATE ON grant_hold FOR EACH ROW WHEN (old.released_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the release of a hold');

create table grant_occurrence (
  book book_name not null default book(),
  schedule_id uuid not null,
  number integer not null,
  nominal_on date not null,
  due_on date not null,
  state text not null,
  reason text,
  field text,
  grant_id uuid,
  decided_by_name text,
  decided_at timestamp with time zone not null,
  constraint grant_occurrence_pkey PRIMARY KEY (book, schedule_id, number),
  constraint grant_occurrence_book_grant_id_key UNIQUE (book, grant_id),
  constraint grant_occurrence_book_schedule_id_nominal_on_key UNIQUE (book, schedule_id, nominal_on),
  constraint grant_occurrence_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint grant_occurrence_book_schedule_id_fkey FOREIGN KEY (book, schedule_id) REFERENCES grant_schedule(book, schedule_id),
  constraint grant_occurrence_check CHECK ((state = 'recommended'::text) = (grant_id IS NOT NULL)),
  constraint grant_occurrence_check1 CHECK ((state = 'recommended'::text) = (reason IS NULL)),
  constraint grant_occurrence_number_check CHECK (number >= 0),
  constraint grant_occurrence_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 500),
  constraint grant_occurrence_state_check CHECK (state = ANY (ARRAY['recommended'::text, 'waiting'::text, 'skipped'::text]))
);
CREATE INDEX grant_occurrence_waiting ON grant_occurrence (book, schedule_id) WHERE (state = 'waiting'::text);
alter table grant_occurrence enable row level security, force row level security;
create policy book_of_connection on grant_occurrence
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_grant_occurrence BEFORE UPDATE ON grant_occurrence FOR EACH ROW EXECUTE FUNCTION check_grant_occurrence();

create table grant_owner (
  book book_name not null default book(),
  grant_id uuid not null,
  owner_id uuid not null,
  owner_name text not null,
  since timestamp with time zone not null,
  constraint grant_owner_pkey PRIMARY KEY (book, grant_id),
  constraint grant_owner_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint grant_owner_owner_name_check CHECK (btrim(owner_name) <> ''::text)
);
CREATE INDEX grant_owner_by_person ON grant_owner (book, owner_id);
alter table grant_owner enable row level security, force row level security;
create policy book_of_connection on grant_owner
    using (book::text = book())
    with check (book::text = book());

create table grant_recommendation (
  book book_name not null default book(),
  grant_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'::regclass),
  account_id uuid not null,
  charity_id text not null,
  charity_name text not null,
  amount_minor bigint not null,
  transaction_status_code smallint not null default 1,
  review_state text,
  outcome text,
  purpose_code text not null,
  purpose_text text,
  benefit_answer text,
  naming_code text not null,
  certified_at timestamp with time zone not null default now(),
  recommended_by uuid not null,
  on_behalf_of uuid,
  recommended_on date not null,
  created_at timestamp with time zone not null default now(),
  idempotency_key uuid not null,
  paid_on date,
  payment_method text,
  payment_reference text,
  returned_minor bigint not null default 0,
  schedule_id uuid,
  basket_id uuid,
  reissue_of uuid,
  case_id uuid,
  advised_by uuid,
  advised_by_name text,
  advice_channel text,
  advised_on date,
  constraint grant_recommendation_pkey PRIMARY KEY (book, grant_id),
  constraint grant_recommendation_book_account_id_idempotency_key_key UNIQUE (book, account_id, idempotency_key),
  constraint grant_recommendation_book_transaction_id_key UNIQUE (book, transaction_id),
  constraint advice_of_party FOREIGN KEY (book, advised_by) REFERENCES party(book, party_id),
  constraint grant_recommendation_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint grant_recommendation_book_basket_id_fkey FOREIGN KEY (book, basket_id) REFERENCES grant_basket(book, basket_id),
  constraint grant_recommendation_book_case_id_fkey FOREIGN KEY (book, case_id) REFERENCES estate_case(book, case_id),
  constraint grant_recommendation_book_reissue_of_fkey FOREIGN KEY (book, reissue_of) REFERENCES grant_recommendation(book, grant_id),
  constraint grant_recommendation_book_schedule_id_fkey FOREIGN KEY (book, schedule_id) REFERENCES grant_schedule(book, schedule_id),
  constraint advice_before_recommendation CHECK (advised_on <= recommended_on),
  constraint advice_is_whole CHECK (num_nulls(advised_by, advised_by_name, advice_channel, advised_on) = ANY (ARRAY[0, 4])),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint OR (transaction_status_code = ANY (ARRAY[5, 7]))) NOT VALID,
  constraint grant_recommendation_advice_channel_check CHECK (advice_channel = ANY (ARRAY['phone'::text, 'letter'::text, 'meeting'::text])),
  constraint grant_recommendation_amount_minor_check CHECK (amount_minor > 0),
  constraint grant_recommendation_benefit_answer_check CHECK (benefit_answer = ANY (ARRAY['none'::text, 'paid_otherwise'::text])),
  constraint grant_recommendation_charity_name_check CHECK (btrim(charity_name) <> ''::text),
  constraint grant_recommendation_check CHECK (returned_minor >= 0 AND returned_minor <= amount_minor),
  constraint grant_recommendation_check1 CHECK ((purpose_code = 'where_needed'::text) = (purpose_text IS NULL)),
  constraint grant_recommendation_check2 CHECK (review_state IS NULL OR transaction_status_code = 2),
  constraint grant_recommendation_check3 CHECK ((transaction_status_code <> ALL (ARRAY[6, 8, 9])) OR paid_on IS NOT NULL AND payment_method IS NOT NULL AND payment_reference IS NOT NULL),
  constraint grant_recommendation_naming_code_check CHECK (naming_code = ANY (ARRAY['fund_and_donor'::text, 'fund_only'::text, 'anonymous'::text])),
  constraint grant_recommendation_payment_method_check CHECK (payment_method = ANY (ARRAY['eft'::text, 'cheque'::text])),
  constraint grant_recommendation_payment_reference_check CHECK (btrim(payment_reference) <> ''::text),
  constraint grant_recommendation_purpose_code_check CHECK (purpose_code = ANY (ARRAY['where_needed'::text, 'in_honour'::text, 'in_memory'::text, 'programme'::text, 'other'::text])),
  constraint grant_recommendation_purpose_text_check CHECK (length(purpose_text) <= 500),
  constraint grant_recommendation_review_state_check CHECK (review_state = ANY (ARRAY['waiting_for_funds'::text, 'information_needed'::text])),
  constraint grant_recommendation_transaction_status_code_check CHECK (transaction_status_code >= 1 AND transaction_status_code <= 9),
  constraint outcome_matches_returned_amount CHECK (
    CASE outcome
    WHEN 'partly_returned'::text THEN returned_minor > 0 AND returned_minor < amount_minor
    WHEN 'returned'::text THEN returned_minor = amount_minor
    WHEN 'payment_voided'::text THEN returned_minor = amount_minor
    ELSE returned_minor = 0
    END),
  constraint outcome_matches_status CHECK (
    CASE transaction_status_code
    WHEN 5 THEN COALESCE(outcome = 'cancelled'::text, false)
    WHEN 7 THEN COALESCE(outcome = ANY (ARRAY['rejected'::text, 'voided'::text]), false)
    WHEN 9 THEN COALESCE(outcome = ANY (ARRAY['returned'::text, 'partly_returned'::text, 'payment_voided'::text]), false)
    ELSE outcome IS NULL
    END)
);
CREATE INDEX grant_of_account ON grant_recommendation (book, account_id, created_at DESC);
CREATE INDEX grant_of_case ON grant_recommendation (book, case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX grant_of_charity ON grant_recommendation (book, account_id, charity_id, created_at DESC);
CREATE INDEX grant_of_charity_in_book ON grant_recommendation (book, charity_id);
CREATE INDEX grant_of_recommender ON grant_recommendation (book, recommended_by, created_at);
CREATE INDEX grant_of_schedule ON grant_recommendation (book, schedule_id) WHERE (schedule_id IS NOT NULL);
CREATE INDEX grant_on_behalf ON grant_recommendation (book, on_behalf_of, created_at) WHERE (on_behalf_of IS NOT NULL);
CREATE INDEX grant_open ON grant_recommendation (book, account_id) WHERE (transaction_status_code = ANY (ARRAY[1, 2, 3, 4]));
CREATE INDEX grant_paid_of_account ON grant_recommendation (book, account_id, paid_on) WHERE (paid_on IS NOT NULL);
CREATE INDEX grant_queue ON grant_recommendation (book, transaction_status_code, created_at) WHERE (transaction_status_code = ANY (ARRAY[1, 2, 3, 4]));
CREATE UNIQUE INDEX one_reissue ON grant_recommendation (book, reissue_of) WHERE (reissue_of IS NOT NULL);
alter table grant_recommendation enable row level security, force row level security;
create policy book_of_connection on grant_recommendation
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER grant_has_its_step_insert AFTER INSERT ON grant_recommendation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_step_of_grant();
CREATE CONSTRAINT TRIGGER grant_has_its_step_update AFTER UPDATE ON grant_recommendation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.transaction_status_code IS DISTINCT FROM new.transaction_status_code OR old.review_state IS DISTINCT FROM new.review_state OR old.outcome IS DISTINCT FROM new.outcome OR old.paid_on IS DISTINCT FROM new.paid_on OR old.payment_method IS DISTINCT FROM new.payment_method OR old.returned_minor IS DISTINCT FROM new.returned_minor) EXECUTE FUNCTION require_step_of_grant();
CREATE TRIGGER reference_of_payment BEFORE UPDATE OF payment_reference ON grant_recommendation FOR EACH ROW WHEN (old.transaction_status_code = new.transaction_status_code AND old.payment_reference IS DISTINCT FROM new.payment_reference) EXECUTE FUNCTION require_reference_of_payment();

create table grant_return (
  book book_name not null default book(),
  return_id uuid not null default uuidv7(),
  grant_id uuid not null,
  entry_id uuid not null,
  amount_minor bigint not null,
  bank_reference text,
  returned_on date not null,
  recorded_at timestamp with time zone not null,
  constraint grant_return_pkey PRIMARY KEY (book, return_id),
  constraint grant_return_book_entry_id_key UNIQUE (book, entry_id),
  constraint grant_return_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint grant_return_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint) NOT VALID,
  constraint grant_return_amount_minor_check CHECK (amount_minor > 0),
  constraint grant_return_bank_reference_check CHECK (btrim(bank_reference) <> ''::text AND length(bank_reference) <= 140)
);
CREATE INDEX grant_return_of ON grant_return (book, grant_id, returned_on);
alter table grant_return enable row level security, force row level security;
create policy book_of_connection on grant_return
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON grant_return FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON grant_return FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table grant_schedule (
  book book_name not null default book(),
  schedule_id uuid not null,
  account_id uuid not null,
  charity_id text not null,
  charity_name text not null,
  amount_minor bigint not null,
  purpose_code text not null,
  purpose_text text,
  benefit_answer text,
  naming_code text not null,
  frequency text not null,
  starts_on date not null,
  first_number integer not null default 0,
  ends_on date,
  ends_after integer,
  state text not null default 'active'::text,
  next_number integer not null default 0,
  next_on date,
  certified_at timestamp with time zone not null,
  certified_by uuid not null,
  certified_by_name text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_by_side text not null,
  on_behalf_of uuid,
  year_sum_minor bigint not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  idempotency_key uuid not null,
  step_up_minor bigint,
  advised_by uuid,
  advised_by_name text,
  advice_channel text,
  advised_on date,
  certified_by_side text not null,
  constraint grant_schedule_pkey PRIMARY KEY (book, schedule_id),
  constraint advice_of_party FOREIGN KEY (book, advised_by) REFERENCES party(book, party_id),
  constraint grant_schedule_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint advice_is_whole CHECK (num_nulls(advised_by, advised_by_name, advice_channel, advised_on) = ANY (ARRAY[0, 4])),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint AND year_sum_minor <= '1300000000000'::bigint OR (state = ANY (ARRAY['stopped'::text, 'finished'::text]))) NOT VALID,
  constraint grant_schedule_advice_channel_check CHECK (advice_channel = ANY (ARRAY['phone'::text, 'letter'::text, 'meeting'::text])),
  constraint grant_schedule_amount_minor_check CHECK (amount_minor > 0),
  constraint grant_schedule_benefit_answer_check CHECK (benefit_answer = ANY (ARRAY['none'::text, 'paid_otherwise'::text])),
  constraint grant_schedule_certified_by_side_check CHECK (certified_by_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint grant_schedule_charity_name_check CHECK (btrim(charity_name) <> ''::text),
  constraint grant_schedule_check CHECK (ends_on IS NULL OR ends_after IS NULL),
  constraint grant_schedule_check1 CHECK ((purpose_code = 'where_needed'::text) = (purpose_text IS NULL)),
  constraint grant_schedule_check2 CHECK ((next_on IS NULL) = (state = ANY (ARRAY['stopped'::text, 'finished'::text]))),
  constraint grant_schedule_created_by_side_check CHECK (created_by_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint grant_schedule_ends_after_check CHECK (ends_after >= 1 AND ends_after <= 1200),
  constraint grant_schedule_first_number_check CHECK (first_number >= 0),
  constraint grant_schedule_frequency_check CHECK (frequency = ANY (ARRAY['once'::text, 'monthly'::text, 'quarterly'::text, 'half_yearly'::text, 'yearly'::text])),
  constraint grant_schedule_naming_code_check CHECK (naming_code = ANY (ARRAY['fund_and_donor'::text, 'fund_only'::text, 'anonymous'::text])),
  constraint grant_schedule_next_number_check CHECK (next_number >= 0),
  constraint grant_schedule_purpose_code_check CHECK (purpose_code = ANY (ARRAY['where_needed'::text, 'in_honour'::text, 'in_memory'::text, 'programme'::text, 'other'::text])),
  constraint grant_schedule_purpose_text_check CHECK (length(purpose_text) <= 500),
  constraint grant_schedule_revision_check CHECK (revision > 0),
  constraint grant_schedule_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'stopped'::text, 'finished'::text])),
  constraint grant_schedule_step_up_minor_check CHECK (step_up_minor > 0),
  constraint grant_schedule_year_sum_minor_check CHECK (year_sum_minor > 0)
);
CREATE INDEX grant_schedule_due ON grant_schedule (book, next_on, schedule_id) WHERE (next_on IS NOT NULL);
CREATE INDEX grant_schedule_of_account ON grant_schedule (book, account_id, created_at DESC);
CREATE INDEX grant_schedule_of_certifier ON grant_schedule (book, certified_by, certified_at);
CREATE INDEX grant_schedule_on_behalf ON grant_schedule (book, on_behalf_of, certified_at) WHERE (on_behalf_of IS NOT NULL);
CREATE UNIQUE INDEX schedule_by_key ON grant_schedule (book, account_id, idempotency_key);
alter table grant_schedule enable row level security, force row level security;
create policy book_of_connection on grant_schedule
    using (book::text = book())
    with check (book::text = book());

create table holding_disposal (
  book book_name not null default book(),
  disposal_id uuid not null default uuidv7(),
  holding_id uuid not null,
  account_id uuid not null,
  kind text not null,
  units numeric(18,6) not null,
  gift_value_minor bigint not null,
  proceeds_minor bigint not null,
  cost_minor bigint not null,
  disposed_on date not null,
  effective_date date not null,
  difference_entry_id uuid,
  release_entry_id uuid not null,
  fee_entry_id uuid,
  recorded_by uuid not null,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  reversed_by uuid,
  reversed_by_name text,
  reversed_at timestamp with time zone,
  reversal_reason text,
  constraint holding_disposal_pkey PRIMARY KEY (book, disposal_id),
  constraint holding_disposal_book_difference_entry_id_fkey FOREIGN KEY (book, difference_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint holding_disposal_book_fee_entry_id_fkey FOREIGN KEY (book, fee_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint holding_disposal_book_holding_id_account_id_fkey FOREIGN KEY (book, holding_id, account_id) REFERENCES contribution_holding(book, holding_id, account_id),
  constraint holding_disposal_book_release_entry_id_fkey FOREIGN KEY (book, release_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint cost_is_posted CHECK ((cost_minor = 0) = (fee_entry_id IS NULL)),
  constraint difference_is_posted CHECK ((proceeds_minor = gift_value_minor) = (difference_entry_id IS NULL)),
  constraint holding_disposal_check CHECK (cost_minor >= 0 AND cost_minor <= proceeds_minor),
  constraint holding_disposal_check1 CHECK (effective_date >= disposed_on),
  constraint holding_disposal_check2 CHECK (num_nulls(reversed_by, reversed_by_name, reversed_at, reversal_reason) = ANY (ARRAY[0, 4])),
  constraint holding_disposal_gift_value_minor_check CHECK (gift_value_minor >= 0),
  constraint holding_disposal_kind_check CHECK (kind = ANY (ARRAY['sale'::text, 'release'::text])),
  constraint holding_disposal_proceeds_minor_check CHECK (proceeds_minor > 0),
  constraint holding_disposal_recorded_by_name_check CHECK (btrim(recorded_by_name) <> ''::text),
  constraint holding_disposal_reversal_reason_check CHECK (btrim(reversal_reason) <> ''::text AND length(reversal_reason) <= 1000),
  constraint holding_disposal_reversed_by_name_check CHECK (btrim(reversed_by_name) <> ''::text),
  constraint holding_disposal_units_check CHECK (units > 0::numeric),
  constraint release_at_gift_value CHECK (kind = 'sale'::text OR proceeds_minor = gift_value_minor AND cost_minor = 0)
);
CREATE UNIQUE INDEX disposal_of_difference ON holding_disposal (book, difference_entry_id) WHERE (difference_entry_id IS NOT NULL);
CREATE UNIQUE INDEX disposal_of_fee ON holding_disposal (book, fee_entry_id) WHERE (fee_entry_id IS NOT NULL);
CREATE INDEX disposal_of_holding ON holding_disposal (book, holding_id);
CREATE UNIQUE INDEX disposal_of_release ON holding_disposal (book, release_entry_id);
alter table holding_disposal enable row level security, force row level security;
create policy book_of_connection on holding_disposal
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_disposal BEFORE INSERT ON holding_disposal FOR EACH ROW EXECUTE FUNCTION check_disposal();
CREATE TRIGGER check_disposal_reversal BEFORE UPDATE ON holding_disposal FOR EACH ROW EXECUTE FUNCTION check_disposal_reversal();

create table holding_document (
  book book_name not null default book(),
  holding_id uuid not null,
  document_id uuid not null,
  constraint holding_document_pkey PRIMARY KEY (book, holding_id, document_id),
  constraint holding_document_book_document_id_fkey FOREIGN KEY (book, document_id) REFERENCES document(book, document_id),
  constraint holding_document_book_holding_id_fkey FOREIGN KEY (book, holding_id) REFERENCES contribution_holding(book, holding_id)
);
CREATE INDEX holding_of_document ON holding_document (book, document_id);
alter table holding_document enable row level security, force row level security;
create policy book_of_connection on holding_document
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_holding_document BEFORE INSERT ON holding_document FOR EACH ROW EXECUTE FUNCTION check_holding_document();

-- the entry of a case that released the rest of a line with all excluded assets of its account; it counts while it is
-- not reversed
create table holding_release (
  book book_name not null default book(),
  holding_id uuid not null,
  entry_id uuid not null,
  constraint holding_release_pkey PRIMARY KEY (book, holding_id, entry_id),
  constraint holding_release_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint holding_release_book_holding_id_fkey FOREIGN KEY (book, holding_id) REFERENCES contribution_holding(book, holding_id)
);
alter table holding_release enable row level security, force row level security;
create policy book_of_connection on holding_release
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_holding_release BEFORE INSERT ON holding_release FOR EACH ROW EXECUTE FUNCTION check_holding_release();

create table holding_task (
  book book_name not null default book(),
  task_id uuid not null default uuidv7(),
  holding_id uuid not null,
  disposal_id uuid,
  kind text not null,
  due_on date not null,
  done_on date,
  done_by uuid,
  done_by_name text,
  note text,
  constraint holding_task_pkey PRIMARY KEY (book, task_id),
  constraint one_task_each UNIQUE NULLS NOT DISTINCT (book, holding_id, kind, disposal_id),
  constraint holding_task_book_disposal_id_fkey FOREIGN KEY (book, disposal_id) REFERENCES holding_disposal(book, disposal_id),
  constraint holding_task_book_holding_id_fkey FOREIGN KEY (book, holding_id) REFERENCES contribution_holding(book, holding_id),
  constraint holding_task_check CHECK ((kind = 'form-8282'::text) = (disposal_id IS NOT NULL)),
  constraint holding_task_check1 CHECK (num_nulls(done_on, done_by, done_by_name) = ANY (ARRAY[0, 3])),
  constraint holding_task_check2 CHECK (note IS NULL OR done_on IS NOT NULL),
  constraint holding_task_done_by_name_check CHECK (btrim(done_by_name) <> ''::text),
  constraint holding_task_kind_check CHECK (kind = ANY (ARRAY['appraisal'::text, 'form-8283'::text, 'form-8282'::text])),
  constraint holding_task_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 500)
);
alter table holding_task enable row level security, force row level security;
create policy book_of_connection on holding_task
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_task_done BEFORE UPDATE ON holding_task FOR EACH ROW EXECUTE FUNCTION check_task_done();

create table holding_valuation (
  book book_name not null default book(),
  valuation_id uuid not null default uuidv7(),
  holding_id uuid not null,
  valued_on date not null,
  value_minor bigint not null,
  source text not null,
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  constraint holding_valuation_pkey PRIMARY KEY (book, valuation_id),
  constraint holding_valuation_book_holding_id_fkey FOREIGN KEY (book, holding_id) REFERENCES contribution_holding(book, holding_id),
  constraint holding_valuation_entered_by_name_check CHECK (btrim(entered_by_name) <> ''::text),
  constraint holding_valuation_source_check CHECK (btrim(source) <> ''::text AND length(source) <= 120),
  constraint holding_valuation_value_minor_check CHECK (value_minor >= 0)
);
CREATE INDEX valuation_of_holding ON holding_valuation (book, holding_id, valued_on DESC);
alter table holding_valuation enable row level security, force row level security;
create policy book_of_connection on holding_valuation
    using (book::text = book())
    with check (book::text = book());

create table household (
  realm book_name not null default realm(),
  household_id uuid not null default uuidv7(),
  owner_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint household_pkey PRIMARY KEY (realm, household_id),
  constraint household_realm_household_id_owner_id_key UNIQUE (realm, household_id, owner_id),
  constraint household_realm_owner_id_fkey FOREIGN KEY (realm, owner_id) REFERENCES app_user(realm, user_id),
  constraint household_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 80)
);
CREATE UNIQUE INDEX one_household_per_name ON household (realm, owner_id, lower(name));
alter table household enable row level security, force row level security;
create policy realm_of_book on household for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on household to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER limit_households BEFORE INSERT ON household FOR EACH ROW EXECUTE FUNCTION limit_households();

create table household_account (
  realm book_name not null default realm(),
  owner_id uuid not null,
  for_book book_name not null,
  account_id uuid not null,
  household_id uuid not null,
  constraint household_account_pkey PRIMARY KEY (realm, owner_id, for_book, account_id),
  constraint household_account_realm_household_id_owner_id_fkey FOREIGN KEY (realm, household_id, owner_id) REFERENCES household(realm, household_id, owner_id) ON DELETE CASCADE
);
CREATE INDEX household_account_of_household ON household_account (realm, household_id);
alter table household_account enable row level security, force row level security;
create policy realm_of_book on household_account for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on household_account to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table idempotent_command (
  book book_name not null default book(),
  user_id uuid not null,
  target text not null,
  idempotency_key uuid not null,
  fingerprint bytea not null,
  at timestamp with time zone not null,
  reply jsonb,
  audit_kind text,
  detail jsonb not null default '{}'::jsonb,
  session_id uuid,
  address inet,
  constraint idempotent_command_pkey PRIMARY KEY (book, user_id, target, idempotency_key),
  constraint idempotent_command_audit_kind_check CHECK (audit_kind ~ '^(grant|grants|run|bank|bank-file|contribution|transfer|schedule|case|posting|change-notice|suspense)-[a-z-]{1,30}$'::text),
  constraint idempotent_command_detail_check CHECK (jsonb_typeof(detail) = 'object'::text AND octet_length(detail::text) <= 2000),
  constraint idempotent_command_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  constraint idempotent_command_target_check CHECK (length(target) <= 500)
);
CREATE INDEX idempotent_command_at ON idempotent_command (book, at);
alter table idempotent_command enable row level security, force row level security;
create policy book_of_connection on idempotent_command
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER name_command BEFORE INSERT ON idempotent_command FOR EACH ROW EXECUTE FUNCTION name_command();
CREATE TRIGGER one_reply BEFORE UPDATE ON idempotent_command FOR EACH ROW WHEN (old.reply IS NOT NULL) EXECUTE FUNCTION refuse_other_reply();
CREATE TRIGGER record_in_audit_log AFTER UPDATE OF reply ON idempotent_command FOR EACH ROW WHEN (old.reply IS NULL AND new.reply IS NOT NULL AND new.audit_kind IS NOT NULL) EXECUTE FUNCTION record_command_in_audit_log();

create table inactive_fund_step (
  book book_name not null default book(),
  step_id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null,
  note text,
  letter jsonb,
  by_user uuid not null,
  by_name text not null,
  at timestamp with time zone not null,
  constraint inactive_fund_step_pkey PRIMARY KEY (book, step_id),
  constraint inactive_fund_step_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint inactive_fund_step_by_name_check CHECK (btrim(by_name) <> ''::text),
  constraint inactive_fund_step_kind_check CHECK (kind = ANY (ARRAY['letter'::text, 'call'::text, 'answer'::text, 'note'::text])),
  constraint inactive_fund_step_letter_check CHECK (jsonb_typeof(letter) = 'object'::text AND octet_length(letter::text) <= 131072),
  constraint inactive_fund_step_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint letter_is_whole CHECK ((kind = 'letter'::text) = (letter IS NOT NULL)),
  constraint step_says_something CHECK (kind = 'letter'::text OR note IS NOT NULL)
);
CREATE INDEX inactive_fund_step_of_account ON inactive_fund_step (book, account_id, at DESC, step_id DESC);
alter table inactive_fund_step enable row level security, force row level security;
create policy book_of_connection on inactive_fund_step
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON inactive_fund_step FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON inactive_fund_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table invitation (
  realm book_name not null default realm(),
  user_id uuid not null,
  client text not null,
  invited_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (realm, user_id),
  constraint invitation_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint invitation_check CHECK (mailed_at >= invited_at)
);
CREATE INDEX invitation_to_mail ON invitation (realm, invited_at) WHERE (mailed_at IS NULL);
alter table invitation enable row level security, force row level security;
create policy realm_of_connection on invitation to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table journal_entry (
  book book_name not null default book(),
  entry_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'::regclass),
  kind text not null,
  currency currency_code not null,
  effective_date date not null,
  recorded_at timestamp with time zone not null default now(),
  recorded_in xid8 not null default pg_current_xact_id(),
  comment text,
  grant_id uuid,
  reverses_entry_id uuid,
  actor_user_id uuid,
  on_behalf_of_user_id uuid,
  case_id uuid,
  concerns_date date,
  corrects_entry_id uuid,
  constraint journal_entry_pkey PRIMARY KEY (book, entry_id),
  constraint journal_entry_book_transaction_id_key UNIQUE (book, transaction_id),
  constraint corrects_an_entry FOREIGN KEY (book, corrects_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint journal_entry_book_case_id_fkey FOREIGN KEY (book, case_id) REFERENCES estate_case(book, case_id),
  constraint journal_entry_book_currency_fkey FOREIGN KEY (book, currency) REFERENCES book(book, currency),
  constraint journal_entry_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint journal_entry_book_reverses_entry_id_fkey FOREIGN KEY (book, reverses_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint journal_entry_kind_fkey FOREIGN KEY (kind) REFERENCES entry_kind(kind),
  constraint concerns_an_earlier_day CHECK (concerns_date < effective_date),
  constraint journal_entry_check CHECK (kind <> 'other'::text OR btrim(COALESCE(comment, ''::text)) <> ''::text),
  constraint journal_entry_check1 CHECK ((kind = 'reversal'::text) = (reverses_entry_id IS NOT NULL)),
  constraint journal_entry_check2 CHECK (effective_date <= ((recorded_at AT TIME ZONE 'UTC'::text)::date + 1)),
  constraint reversal_or_correction CHECK (num_nonnulls(reverses_entry_id, corrects_entry_id) <= 1)
);
CREATE INDEX journal_entry_by_date ON journal_entry (book, effective_date, entry_id);
CREATE UNIQUE INDEX journal_entry_corrected_once ON journal_entry (book, corrects_entry_id) WHERE (corrects_entry_id IS NOT NULL);
CREATE INDEX journal_entry_of_case ON journal_entry (book, case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX journal_entry_of_grant ON journal_entry (book, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX journal_entry_of_kind ON journal_entry (book, kind, transaction_id);
CREATE INDEX journal_entry_recorded ON journal_entry USING brin (recorded_at);
CREATE UNIQUE INDEX journal_entry_reversed_once ON journal_entry (book, reverses_entry_id) WHERE (reverses_entry_id IS NOT NULL);
alter table journal_entry enable row level security, force row level security;
create policy book_of_connection on journal_entry
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON journal_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON journal_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_correction BEFORE INSERT ON journal_entry FOR EACH ROW WHEN (new.corrects_entry_id IS NOT NULL) EXECUTE FUNCTION check_correction();
CREATE CONSTRAINT TRIGGER entry_balanced AFTER INSERT ON journal_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry();
CREATE TRIGGER refuse_closed_month AFTER INSERT ON journal_entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

create table journal_export (
  book book_name not null default book(),
  export_id uuid not null default uuidv7(),
  month date not null,
  number integer not null,
  lines jsonb not null,
  file_name text not null,
  content bytea not null,
  digest text not null,
  exported_by uuid not null,
  exported_by_name text not null,
  exported_at timestamp with time zone not null,
  constraint journal_export_pkey PRIMARY KEY (book, export_id),
  constraint one_journal_export UNIQUE (book, month, number),
  constraint digest_of_content CHECK (digest = encode(sha256(content), 'hex'::text)),
  constraint journal_export_content_check CHECK (octet_length(content) <= 1000000),
  constraint journal_export_exported_by_name_check CHECK (btrim(exported_by_name) <> ''::text),
  constraint journal_export_file_name_check CHECK (btrim(file_name) <> ''::text AND length(file_name) <= 255),
  constraint journal_export_lines_check CHECK (jsonb_typeof(lines) = 'array'::text),
  constraint journal_export_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint journal_export_number_check CHECK (number > 0)
);
alter table journal_export enable row level security, force row level security;
create policy book_of_connection on journal_export
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON journal_export FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON journal_export FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_kind (
  ledger text not null,
  of_fund boolean not null,
  meaning text not null,
  constraint ledger_kind_pkey PRIMARY KEY (ledger),
  constraint ledger_kind_ledger_of_fund_key UNIQUE (ledger, of_fund)
);

create table legacy_plan (
  book book_name not null default book(),
  account_id uuid not null,
  version integer not null,
  instruction_id uuid,
  saved_by uuid not null,
  saved_by_name text not null,
  saved_by_side text not null,
  saved_at timestamp with time zone not null,
  constraint legacy_plan_pkey PRIMARY KEY (book, account_id, version),
  constraint legacy_plan_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint legacy_plan_book_instruction_id_fkey FOREIGN KEY (book, instruction_id) REFERENCES document(book, document_id),
  constraint legacy_plan_check CHECK ((saved_by_side = 'sponsor'::text) = (instruction_id IS NOT NULL)),
  constraint legacy_plan_saved_by_name_check CHECK (btrim(saved_by_name) <> ''::text),
  constraint legacy_plan_saved_by_side_check CHECK (saved_by_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint legacy_plan_version_check CHECK (version > 0)
);
alter table legacy_plan enable row level security, force row level security;
create policy book_of_connection on legacy_plan
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON legacy_plan FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON legacy_plan FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table legacy_plan_share (
  book book_name not null default book(),
  account_id uuid not null,
  version integer not null,
  "position" smallint not null,
  party_id uuid not null,
  designation smallint not null,
  share_hundredths integer not null,
  name text not null,
  relation text,
  email text,
  phone text,
  year_of_birth smallint,
  charity_id text,
  charity_outcome text,
  constraint legacy_plan_share_pkey PRIMARY KEY (book, account_id, version, "position"),
  constraint legacy_plan_share_book_account_id_version_charity_id_key UNIQUE (book, account_id, version, charity_id),
  constraint legacy_plan_share_book_account_id_version_party_id_key UNIQUE (book, account_id, version, party_id),
  constraint legacy_plan_share_book_account_id_version_fkey FOREIGN KEY (book, account_id, version) REFERENCES legacy_plan(book, account_id, version),
  constraint legacy_plan_share_book_party_id_fkey FOREIGN KEY (book, party_id) REFERENCES party(book, party_id),
  constraint legacy_plan_share_charity_outcome_check CHECK (charity_outcome = ANY (ARRAY['yes'::text, 'no'::text, 'person'::text])),
  constraint legacy_plan_share_check CHECK (num_nulls(charity_id, charity_outcome) =
    CASE designation
    WHEN 1 THEN 0
    ELSE 2
    END),
  constraint legacy_plan_share_check1 CHECK (designation = 0 OR num_nonnulls(relation, email, phone, year_of_birth) = 0),
  constraint legacy_plan_share_designation_check CHECK (designation = ANY (ARRAY[0, 1])),
  constraint legacy_plan_share_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint legacy_plan_share_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 200),
  constraint legacy_plan_share_phone_check CHECK (btrim(phone) <> ''::text AND length(phone) <= 40),
  constraint legacy_plan_share_position_check CHECK ("position" >= 1 AND "position" <= 50),
  constraint legacy_plan_share_relation_check CHECK (btrim(relation) <> ''::text AND length(relation) <= 60),
  constraint legacy_plan_share_share_hundredths_check CHECK (share_hundredths >= 1 AND share_hundredths <= 10000),
  constraint legacy_plan_share_year_of_birth_check CHECK (year_of_birth >= 1900 AND year_of_birth <= 2200)
);
alter table legacy_plan_share enable row level security, force row level security;
create policy book_of_connection on legacy_plan_share
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON legacy_plan_share FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON legacy_plan_share FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER check_plan_total AFTER INSERT ON legacy_plan_share DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_plan_total();

create table month_close (
  book book_name not null default book(),
  close_id uuid not null default uuidv7(),
  month date not null,
  checks jsonb not null,
  balances jsonb not null,
  note text,
  closed_by uuid not null,
  closed_by_name text not null,
  closed_at timestamp with time zone not null,
  reopening_by uuid,
  reopening_by_name text,
  reopening_at timestamp with time zone,
  reopening_reason text,
  reopened_by uuid,
  reopened_by_name text,
  reopened_at timestamp with time zone,
  constraint month_close_pkey PRIMARY KEY (book, close_id),
  constraint month_close_balances_check CHECK (jsonb_typeof(balances) = 'object'::text),
  constraint month_close_check CHECK (num_nulls(reopening_by, reopening_by_name, reopening_at, reopening_reason) = ANY (ARRAY[0, 4])),
  constraint month_close_check1 CHECK (num_nulls(reopened_by, reopened_by_name, reopened_at) = ANY (ARRAY[0, 3])),
  constraint month_close_checks_check CHECK (jsonb_typeof(checks) = 'array'::text),
  constraint month_close_closed_by_name_check CHECK (btrim(closed_by_name) <> ''::text),
  constraint month_close_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint month_close_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint month_close_reopened_by_name_check CHECK (btrim(reopened_by_name) <> ''::text),
  constraint month_close_reopening_by_name_check CHECK (btrim(reopening_by_name) <> ''::text),
  constraint month_close_reopening_reason_check CHECK (btrim(reopening_reason) <> ''::text AND length(reopening_reason) <= 1000),
  constraint reopening_was_asked_for CHECK (reopened_at IS NULL OR reopening_at IS NOT NULL),
  constraint two_people_reopen CHECK (reopened_by <> reopening_by)
);
CREATE UNIQUE INDEX one_close_of_month ON month_close (book, month) WHERE (reopened_at IS NULL);
alter table month_close enable row level security, force row level security;
create policy book_of_connection on month_close
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON month_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER check_month_close BEFORE INSERT ON month_close FOR EACH ROW EXECUTE FUNCTION check_month_close();
CREATE TRIGGER check_reopening BEFORE UPDATE ON month_close FOR EACH ROW EXECUTE FUNCTION check_reopening();
CREATE TRIGGER no_deletion BEFORE DELETE ON month_close FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table notice_switched_off (
  realm book_name not null default realm(),
  user_id uuid not null,
  kind text not null,
  constraint notice_switched_off_pkey PRIMARY KEY (realm, user_id, kind),
  constraint notice_switched_off_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint notice_switched_off_kind_check CHECK (kind ~ '^[a-z-]{1,60}$'::text)
);
alter table notice_switched_off enable row level security, force row level security;
create policy realm_of_book on notice_switched_off for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on notice_switched_off to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table oidc_payload (
  realm book_name not null default realm(),
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint oidc_payload_pkey PRIMARY KEY (realm, model, id)
);
CREATE INDEX oidc_payload_expiry ON oidc_payload (expires_at);
CREATE INDEX oidc_payload_grant ON oidc_payload (realm, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oidc_payload_uid ON oidc_payload (realm, model, uid) WHERE (uid IS NOT NULL);
alter table oidc_payload enable row level security, force row level security;
create policy realm_of_connection on oidc_payload to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table one_time_code (
  realm book_name not null default realm(),
  one_time_code_id uuid not null default uuidv7(),
  user_id uuid not null,
  encrypted_secret text not null,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_step bigint,
  last_used_at timestamp with time zone,
  constraint one_time_code_pkey PRIMARY KEY (realm, one_time_code_id),
  constraint one_time_code_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint one_time_code_check CHECK ((confirmed_at IS NULL) = (last_step IS NULL))
);
CREATE UNIQUE INDEX one_time_code_of_user ON one_time_code (realm, user_id) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX one_time_code_unconfirmed ON one_time_code (realm, user_id) WHERE (confirmed_at IS NULL);
alter table one_time_code enable row level security, force row level security;
create policy realm_of_connection on one_time_code to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table one_time_link (
  realm book_name not null default realm(),
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  new_email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  failures integer not null default 0,
  used_at timestamp with time zone,
  constraint one_time_link_pkey PRIMARY KEY (realm, user_id, purpose),
  constraint one_time_link_realm_token_hash_key UNIQUE (realm, token_hash),
  constraint one_time_link_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint one_time_link_check CHECK ((purpose = 'change-email'::text) = (new_email IS NOT NULL)),
  constraint one_time_link_check1 CHECK (expires_at > created_at),
  constraint one_time_link_purpose_check CHECK (purpose = ANY (ARRAY['set-password'::text, 'change-email'::text])),
  constraint one_time_link_token_hash_check CHECK (octet_length(token_hash) = 32)
);
alter table one_time_link enable row level security, force row level security;
create policy realm_of_connection on one_time_link to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table outgoing_mail (
  book book_name not null default book(),
  mail_id uuid not null default uuidv7(),
  client text not null,
  kind text not null,
  cause text not null,
  account_id uuid,
  from_address text not null,
  to_address text not null,
  subject text not null,
  body text not null,
  html text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  attempts smallint not null default 0,
  failed_at timestamp with time zone,
  failure text,
  claimed_until timestamp with time zone,
  encrypted_secret text,
  expires_at timestamp with time zone,
  attachment_name text,
  attachment bytea,
  constraint outgoing_mail_pkey PRIMARY KEY (book, mail_id),
  constraint outgoing_mail_book_cause_key UNIQUE (book, cause),
  constraint outgoing_mail_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint outgoing_mail_attachment_name_check CHECK (attachment_name !~ '[\r\n"]'::text),
  constraint outgoing_mail_failure_check CHECK (length(failure) <= 300),
  constraint outgoing_mail_from_address_check CHECK (POSITION(('@'::text) IN (from_address)) > 1),
  constraint outgoing_mail_subject_check CHECK (subject !~ '[\r\n]'::text),
  constraint outgoing_mail_to_address_check CHECK (POSITION(('@'::text) IN (to_address)) > 1)
);
CREATE INDEX outgoing_mail_failed ON outgoing_mail (book, created_at DESC) WHERE (sent_at IS NULL);
CREATE INDEX outgoing_mail_newest ON outgoing_mail (book, created_at DESC);
alter table outgoing_mail enable row level security, force row level security;
create policy book_of_connection on outgoing_mail
    using (book::text = book())
    with check (book::text = book());

create table party (
  book book_name not null default book(),
  party_id uuid not null default uuidv7(),
  user_id uuid,
  name text not null,
  title text not null default ''::text,
  first_name text,
  middle_name text not null default ''::text,
  last_name text,
  suffix text not null default ''::text,
  email text,
  phone_country_code text not null default ''::text,
  phone text not null default ''::text,
  alternate_phone_country_code text not null default ''::text,
  alternate_phone text not null default ''::text,
  revision integer not null default 0,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  constraint party_pkey PRIMARY KEY (book, party_id),
  constraint party_alternate_phone_country_code_check CHECK (alternate_phone_country_code ~ '^([A-Z]{2})?$'::text),
  constraint party_name_check CHECK (btrim(name) <> ''::text),
  constraint party_phone_country_code_check CHECK (phone_country_code ~ '^([A-Z]{2})?$'::text),
  constraint party_revision_check CHECK (revision >= 0)
);
CREATE UNIQUE INDEX party_of_user ON party (book, user_id) WHERE (user_id IS NOT NULL);
alter table party enable row level security, force row level security;
create policy book_of_connection on party
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER notify_access_change AFTER DELETE OR UPDATE ON party FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON party FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();
CREATE TRIGGER person_of_party_is_final BEFORE UPDATE OF user_id ON party FOR EACH ROW WHEN (old.user_id IS NOT NULL AND new.user_id IS DISTINCT FROM old.user_id) EXECUTE FUNCTION refuse_final_change('the person of a party');

create table passkey (
  realm book_name not null default realm(),
  passkey_id uuid not null default uuidv7(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  rp_id text not null,
  is_synced boolean not null,
  name text not null,
  added_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (realm, passkey_id),
  constraint passkey_realm_credential_id_key UNIQUE (realm, credential_id),
  constraint passkey_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint passkey_counter_check CHECK (counter >= 0),
  constraint passkey_credential_id_check CHECK (length(credential_id) >= 1 AND length(credential_id) <= 1400),
  constraint passkey_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE INDEX passkey_of_user ON passkey (realm, user_id);
alter table passkey enable row level security, force row level security;
create policy realm_of_connection on passkey to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table passkey_challenge (
  realm book_name not null default realm(),
  challenge text not null,
  purpose text not null,
  bound_to text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (realm, challenge),
  constraint passkey_challenge_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint passkey_challenge_purpose_check CHECK (purpose = ANY (ARRAY['add'::text, 'sign-in'::text, 'step-up'::text]))
);
CREATE INDEX passkey_challenge_bound ON passkey_challenge (realm, bound_to);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (realm, expires_at);
alter table passkey_challenge enable row level security, force row level security;
create policy realm_of_connection on passkey_challenge to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table password_credential (
  realm book_name not null default realm(),
  user_id uuid not null,
  password_hash text not null,
  changed_at timestamp with time zone not null default now(),
  constraint password_credential_pkey PRIMARY KEY (realm, user_id),
  constraint password_credential_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id)
);
alter table password_credential enable row level security, force row level security;
create policy realm_of_connection on password_credential to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table payment (
  book book_name not null default book(),
  payment_id uuid not null,
  run_id uuid not null,
  grant_id uuid not null,
  charity_id text not null,
  amount_minor bigint not null,
  reference text not null,
  payee_name text,
  payee_address text,
  payee_email text,
  bank_details_id uuid,
  last_four text,
  problem text,
  place integer,
  cheque_number bigint,
  evidence jsonb,
  letter jsonb,
  removed_at timestamp with time zone,
  removed_by_name text,
  removed_reason text,
  contacted_at timestamp with time zone,
  contacted_by_name text,
  contact_note text,
  rejected_at timestamp with time zone,
  rejected_reason text,
  was_paid boolean,
  payee_changes jsonb,
  constraint payment_pkey PRIMARY KEY (book, payment_id),
  constraint payment_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint payment_book_run_id_fkey FOREIGN KEY (book, run_id) REFERENCES payment_run(book, run_id),
  constraint amount_limit CHECK (amount_minor <= '100000000000'::bigint) NOT VALID,
  constraint payment_amount_minor_check CHECK (amount_minor > 0),
  constraint payment_check CHECK ((removed_at IS NULL) = (removed_by_name IS NULL)),
  constraint payment_check1 CHECK ((removed_at IS NULL) = (removed_reason IS NULL)),
  constraint payment_check2 CHECK ((contacted_at IS NULL) = (contacted_by_name IS NULL)),
  constraint payment_check3 CHECK ((contacted_at IS NULL) = (contact_note IS NULL)),
  constraint payment_check4 CHECK ((rejected_at IS NULL) = (rejected_reason IS NULL)),
  constraint payment_check5 CHECK ((rejected_at IS NULL) = (was_paid IS NULL)),
  constraint payment_check6 CHECK (rejected_at IS NULL OR removed_at IS NULL),
  constraint payment_cheque_number_check CHECK (cheque_number > 0),
  constraint payment_contact_note_check CHECK (btrim(contact_note) <> ''::text AND length(contact_note) <= 1000),
  constraint payment_payee_changes_check CHECK (jsonb_array_length(payee_changes) > 0),
  constraint payment_place_check CHECK (place > 0),
  constraint payment_reference_check CHECK (reference ~ '^GRANT-[0-9]+$'::text)
);
CREATE UNIQUE INDEX one_payment_of_cheque ON payment (book, cheque_number) WHERE (cheque_number IS NOT NULL);
CREATE UNIQUE INDEX one_payment_of_grant ON payment (book, grant_id) WHERE ((removed_at IS NULL) AND (rejected_at IS NULL));
CREATE UNIQUE INDEX one_place_in_run ON payment (book, run_id, place) WHERE (place IS NOT NULL);
CREATE INDEX payment_by_reference ON payment (book, reference);
CREATE INDEX payment_of_run ON payment (book, run_id, payment_id);
alter table payment enable row level security, force row level security;
create policy book_of_connection on payment
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER cheque_is_not_told BEFORE UPDATE OF cheque_number ON payment FOR EACH ROW WHEN (new.cheque_number IS NOT NULL AND new.cheque_number IS DISTINCT FROM old.cheque_number) EXECUTE FUNCTION refuse_told_cheque();
CREATE TRIGGER cheque_is_not_told_insert BEFORE INSERT ON payment FOR EACH ROW WHEN (new.cheque_number IS NOT NULL) EXECUTE FUNCTION refuse_told_cheque();
CREATE CONSTRAINT TRIGGER number_is_replaced_by_reprint AFTER UPDATE OF cheque_number ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.cheque_number IS NOT NULL AND new.cheque_number IS DISTINCT FROM old.cheque_number) EXECUTE FUNCTION require_reprint();
CREATE CONSTRAINT TRIGGER number_is_returned AFTER UPDATE OF cheque_number ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.cheque_number IS NOT NULL AND new.cheque_number IS DISTINCT FROM old.cheque_number) EXECUTE FUNCTION require_number_returned();
CREATE CONSTRAINT TRIGGER number_of_stock AFTER UPDATE OF cheque_number ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.cheque_number IS DISTINCT FROM old.cheque_number) EXECUTE FUNCTION require_number_of_stock();
CREATE CONSTRAINT TRIGGER number_of_stock_insert AFTER INSERT ON payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.cheque_number IS NOT NULL) EXECUTE FUNCTION require_number_of_stock();
CREATE TRIGGER payment_is_cleared AFTER INSERT ON payment REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unscreened_payment();
CREATE TRIGGER payment_is_final AFTER UPDATE ON payment REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_payment();

create table payment_run (
  book book_name not null default book(),
  run_id uuid not null,
  run_number integer not null,
  method text not null,
  format text not null,
  cutoff_at timestamp with time zone not null,
  payment_on date not null,
  state text not null default 'created'::text,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  approved_by uuid,
  approved_by_name text,
  approved_at timestamp with time zone,
  released_by uuid,
  released_by_name text,
  released_at timestamp with time zone,
  sent_by uuid,
  sent_by_name text,
  sent_at timestamp with time zone,
  file_name text,
  file_hash text,
  file_ciphertext bytea,
  key_id text,
  data_key bytea,
  constraint payment_run_pkey PRIMARY KEY (book, run_id),
  constraint payment_run_book_run_number_key UNIQUE (book, run_number),
  constraint payment_run_check CHECK ((method = 'cheque'::text) = (format = 'cheques'::text)),
  constraint payment_run_check1 CHECK ((state = ANY (ARRAY['approved'::text, 'sent'::text, 'rejected'::text])) = (approved_at IS NOT NULL)),
  constraint payment_run_check10 CHECK (
    CASE state
    WHEN 'sent'::text THEN sent_at IS NOT NULL
    WHEN 'rejected'::text THEN released_at IS NOT NULL
    ELSE sent_at IS NULL
    END),
  constraint payment_run_check11 CHECK ((sent_at IS NULL) = (sent_by IS NULL)),
  constraint payment_run_check12 CHECK (sent_at IS NULL OR released_at IS NOT NULL),
  constraint payment_run_check2 CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
  constraint payment_run_check3 CHECK ((approved_at IS NULL) = (file_ciphertext IS NULL)),
  constraint payment_run_check4 CHECK ((file_ciphertext IS NULL) = (file_hash IS NULL)),
  constraint payment_run_check5 CHECK ((file_ciphertext IS NULL) = (file_name IS NULL)),
  constraint payment_run_check6 CHECK ((file_ciphertext IS NULL) = (key_id IS NULL)),
  constraint payment_run_check7 CHECK ((file_ciphertext IS NULL) = (data_key IS NULL)),
  constraint payment_run_check8 CHECK (released_at IS NULL OR approved_at IS NOT NULL),
  constraint payment_run_check9 CHECK ((released_at IS NULL) = (released_by IS NULL)),
  constraint payment_run_file_hash_check CHECK (file_hash ~ '^[0-9a-f]{64}$'::text),
  constraint payment_run_format_check CHECK (format = ANY (ARRAY['nacha'::text, 'bacs18'::text, 'pain.001'::text, 'cheques'::text])),
  constraint payment_run_method_check CHECK (method = ANY (ARRAY['eft'::text, 'cheque'::text])),
  constraint payment_run_run_number_check CHECK (run_number > 0),
  constraint payment_run_state_check CHECK (state = ANY (ARRAY['created'::text, 'approved'::text, 'sent'::text, 'rejected'::text, 'cancelled'::text])),
  constraint two_people CHECK (approved_by IS NULL OR approved_by <> created_by)
);
CREATE INDEX payment_run_by_key ON payment_run (key_id, run_id) WHERE (key_id IS NOT NULL);
alter table payment_run enable row level security, force row level security;
create policy book_of_connection on payment_run
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_payment_run BEFORE UPDATE ON payment_run FOR EACH ROW EXECUTE FUNCTION check_payment_run();
CREATE TRIGGER payments_are_cleared BEFORE UPDATE ON payment_run FOR EACH ROW WHEN (old.state = 'created'::text AND new.state = 'approved'::text OR old.released_at IS NULL AND new.released_at IS NOT NULL) EXECUTE FUNCTION refuse_unscreened_run();
CREATE TRIGGER run_can_be_paid BEFORE UPDATE OF released_at ON payment_run FOR EACH ROW WHEN (old.released_at IS NULL AND new.released_at IS NOT NULL) EXECUTE FUNCTION refuse_release_of_run();
CREATE CONSTRAINT TRIGGER run_has_its_event AFTER UPDATE ON payment_run DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.released_at IS DISTINCT FROM new.released_at) EXECUTE FUNCTION require_event_of_run();
CREATE TRIGGER stop_approval BEFORE UPDATE OF state ON payment_run FOR EACH ROW WHEN (new.state = 'approved'::text AND old.state <> 'approved'::text) EXECUTE FUNCTION stop_runs_of_book();
CREATE TRIGGER stop_release BEFORE UPDATE OF released_at ON payment_run FOR EACH ROW WHEN (new.released_at IS NOT NULL AND old.released_at IS NULL) EXECUTE FUNCTION stop_runs_of_book();

create table payment_run_event (
  book book_name not null default book(),
  run_id uuid not null,
  step integer not null,
  kind text not null,
  actor_user_id uuid,
  actor_name text not null,
  at timestamp with time zone not null,
  reason text,
  constraint payment_run_event_pkey PRIMARY KEY (book, run_id, step),
  constraint payment_run_event_book_run_id_fkey FOREIGN KEY (book, run_id) REFERENCES payment_run(book, run_id),
  constraint event_by_person_or_import CHECK (actor_user_id IS NOT NULL OR kind = 'removed'::text),
  constraint payment_run_event_kind_check CHECK (kind = ANY (ARRAY['created'::text, 'checked'::text, 'removed'::text, 'approved'::text, 'withdrawn'::text, 'released'::text, 'reprinted'::text, 'sent'::text, 'rejected'::text, 'cancelled'::text])),
  constraint payment_run_event_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint payment_run_event_step_check CHECK (step > 0)
);
alter table payment_run_event enable row level security, force row level security;
create policy book_of_connection on payment_run_event
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON payment_run_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON payment_run_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table person_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  user_id uuid not null,
  revision integer not null,
  before_change jsonb not null,
  after_change jsonb not null,
  actor_user_id uuid not null,
  actor_name text not null,
  actor_side text not null,
  at timestamp with time zone not null,
  constraint person_change_pkey PRIMARY KEY (realm, change_id),
  constraint person_change_realm_user_id_revision_key UNIQUE (realm, user_id, revision),
  constraint person_change_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint person_change_actor_name_check CHECK (btrim(actor_name) <> ''::text),
  constraint person_change_actor_side_check CHECK (actor_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint person_change_after_change_check CHECK (jsonb_typeof(after_change) = 'object'::text),
  constraint person_change_before_change_check CHECK (jsonb_typeof(before_change) = 'object'::text),
  constraint person_change_revision_check CHECK (revision > 0)
);
alter table person_change enable row level security, force row level security;
create policy realm_of_connection on person_change to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON person_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON person_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table person_mail (
  realm book_name not null default realm(),
  mail_id uuid not null default uuidv7(),
  client text not null,
  kind text not null,
  cause text not null,
  from_address text not null,
  to_address text not null,
  reply_to text,
  subject text not null,
  body text not null,
  html text not null,
  encrypted_secret text,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  attempts smallint not null default 0,
  failed_at timestamp with time zone,
  failure text,
  claimed_until timestamp with time zone,
  constraint person_mail_pkey PRIMARY KEY (realm, mail_id),
  constraint person_mail_realm_cause_key UNIQUE (realm, cause),
  constraint person_mail_failure_check CHECK (length(failure) <= 300),
  constraint person_mail_from_address_check CHECK (POSITION(('@'::text) IN (from_address)) > 1),
  constraint person_mail_reply_to_check CHECK (reply_to ~ '^[^[:space:][:cntrl:]@,;<>"]+@[^[:space:][:cntrl:]@,;<>"]+$'::text),
  constraint person_mail_subject_check CHECK (subject !~ '[\r\n]'::text),
  constraint person_mail_to_address_check CHECK (POSITION(('@'::text) IN (to_address)) > 1)
);
CREATE INDEX person_mail_failed ON person_mail (realm, client, created_at DESC) WHERE (sent_at IS NULL);
CREATE INDEX person_mail_newest ON person_mail (realm, client, created_at DESC);
alter table person_mail enable row level security, force row level security;
create policy realm_of_connection on person_mail to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table person_profile (
  realm book_name not null default realm(),
  user_id uuid not null,
  revision integer not null default 0,
  title text not null default ''::text,
  middle_name text not null default ''::text,
  suffix text not null default ''::text,
  company text not null default ''::text,
  business_name text not null default ''::text,
  year_of_birth text not null default ''::text,
  address1 text not null default ''::text,
  address2 text not null default ''::text,
  city text not null default ''::text,
  state text not null default ''::text,
  province text not null default ''::text,
  postal_code text not null default ''::text,
  country text not null default ''::text,
  phone_country_code text not null default ''::text,
  phone text not null default ''::text,
  alternate_phone_country_code text not null default ''::text,
  alternate_phone text not null default ''::text,
  legacy_id2 text not null default ''::text,
  grant_naming text,
  constraint person_profile_pkey PRIMARY KEY (realm, user_id),
  constraint person_profile_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint person_profile_alternate_phone_country_code_check CHECK (alternate_phone_country_code ~ '^([A-Z]{2})?$'::text),
  constraint person_profile_country_check CHECK (country ~ '^([A-Z]{2})?$'::text),
  constraint person_profile_grant_naming_check CHECK (grant_naming = ANY (ARRAY['fund_and_donor'::text, 'fund_only'::text, 'anonymous'::text])),
  constraint person_profile_phone_country_code_check CHECK (phone_country_code ~ '^([A-Z]{2})?$'::text),
  constraint person_profile_revision_check CHECK (revision >= 0),
  constraint person_profile_year_of_birth_check CHECK (year_of_birth ~ '^([0-9]{4})?$'::text)
);
alter table person_profile enable row level security, force row level security;
create policy realm_of_book on person_profile for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on person_profile to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table positive_pay_file (
  book book_name not null default book(),
  file_id uuid not null default uuidv7(),
  number integer not null,
  layout text not null,
  issues integer not null,
  issued_minor bigint not null,
  voids integer not null,
  voided_minor bigint not null,
  file_name text not null,
  content bytea not null,
  digest text not null,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  constraint positive_pay_file_pkey PRIMARY KEY (book, file_id),
  constraint one_positive_pay_file UNIQUE (book, number),
  constraint digest_of_content CHECK (digest = encode(sha256(content), 'hex'::text)),
  constraint file_tells_something CHECK ((issues + voids) > 0),
  constraint positive_pay_file_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 2000000),
  constraint positive_pay_file_created_by_name_check CHECK (btrim(created_by_name) <> ''::text),
  constraint positive_pay_file_file_name_check CHECK (btrim(file_name) <> ''::text AND length(file_name) <= 255),
  constraint positive_pay_file_issued_minor_check CHECK (issued_minor >= 0),
  constraint positive_pay_file_issues_check CHECK (issues >= 0),
  constraint positive_pay_file_layout_check CHECK (layout = ANY (ARRAY['first-american'::text, 'chase'::text])),
  constraint positive_pay_file_number_check CHECK (number > 0),
  constraint positive_pay_file_voided_minor_check CHECK (voided_minor >= 0),
  constraint positive_pay_file_voids_check CHECK (voids >= 0)
);
alter table positive_pay_file enable row level security, force row level security;
create policy book_of_connection on positive_pay_file
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON positive_pay_file FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON positive_pay_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table positive_pay_item (
  book book_name not null default book(),
  kind text not null,
  cheque_number bigint not null,
  file_id uuid not null,
  payment_id uuid,
  amount_minor bigint not null,
  payee_name text not null,
  issued_on date not null,
  voided_on date,
  constraint positive_pay_item_pkey PRIMARY KEY (book, kind, cheque_number),
  constraint positive_pay_item_book_file_id_fkey FOREIGN KEY (book, file_id) REFERENCES positive_pay_file(book, file_id),
  constraint positive_pay_item_book_payment_id_fkey FOREIGN KEY (book, payment_id) REFERENCES payment(book, payment_id),
  constraint amount_of_payment CHECK (
    CASE
    WHEN payment_id IS NULL THEN kind = 'void'::text AND amount_minor = 0
    ELSE amount_minor > 0
    END),
  constraint positive_pay_item_cheque_number_check CHECK (cheque_number > 0),
  constraint positive_pay_item_kind_check CHECK (kind = ANY (ARRAY['issue'::text, 'void'::text])),
  constraint void_has_its_day CHECK ((kind = 'void'::text) = (voided_on IS NOT NULL))
);
CREATE INDEX positive_pay_item_of_cheque ON positive_pay_item (book, cheque_number);
alter table positive_pay_item enable row level security, force row level security;
create policy book_of_connection on positive_pay_item
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON positive_pay_item FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON positive_pay_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER void_number_of_stock BEFORE INSERT ON positive_pay_item FOR EACH ROW WHEN (new.payment_id IS NULL) EXECUTE FUNCTION require_void_number();

create table posting (
  book book_name not null default book(),
  entry_id uuid not null,
  line smallint not null,
  ledger text not null,
  of_fund boolean not null generated always as ((ledger = ANY (ARRAY['spendable'::text, 'excluded'::text, 'pending'::text]))) stored,
  account_id uuid,
  section smallint,
  effective_date date not null,
  amount_minor bigint not null,
  constraint posting_pkey PRIMARY KEY (book, entry_id, line),
  constraint posting_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint posting_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint posting_ledger_of_fund_fkey FOREIGN KEY (ledger, of_fund) REFERENCES ledger_kind(ledger, of_fund),
  constraint posting_amount_minor_check CHECK (amount_minor <> 0),
  constraint posting_check CHECK (of_fund = (account_id IS NOT NULL)),
  constraint posting_check1 CHECK (of_fund = (section IS NOT NULL)),
  constraint posting_check2 CHECK (
    CASE section
    WHEN 2 THEN ledger = 'pending'::text
    WHEN 11 THEN ledger = ANY (ARRAY['pending'::text, 'spendable'::text])
    ELSE ledger <> 'pending'::text
    END),
  constraint posting_line_check CHECK (line >= 1 AND line <= 100),
  constraint posting_section_check CHECK (section >= 1 AND section <= 11 AND section <> 10)
);
CREATE INDEX posting_by_amount ON posting (book, abs(amount_minor));
CREATE INDEX posting_excluded ON posting (book, account_id, effective_date, entry_id, line) WHERE (ledger = 'excluded'::text);
CREATE INDEX posting_of_book ON posting (book, ledger, effective_date) INCLUDE (amount_minor) WHERE (account_id IS NULL);
CREATE INDEX posting_of_section ON posting (book, account_id, section, effective_date, entry_id, line) WHERE (account_id IS NOT NULL);
CREATE INDEX posting_pending ON posting (book, account_id, effective_date) WHERE (ledger = 'pending'::text);
alter table posting enable row level security, force row level security;
create policy book_of_connection on posting
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply_postings AFTER INSERT ON posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();
CREATE CONSTRAINT TRIGGER entry_balanced AFTER INSERT ON posting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.line > 2) EXECUTE FUNCTION check_entry();
CREATE TRIGGER held_account_keeps_money AFTER INSERT ON posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_postings_of_held_account();

create table posting_batch (
  book book_name not null default book(),
  batch_id uuid not null,
  batch_number bigint not null default nextval('posting_batch_number'::regclass),
  reference text not null,
  file_name text,
  input_hash text not null,
  line_count integer not null,
  amount_minor bigint not null,
  kinds text[] not null,
  state text not null default 'entered'::text,
  entered_by uuid not null,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_by_name text,
  confirmed_at timestamp with time zone,
  applied_at timestamp with time zone,
  reversal_reason text,
  reversal_confirmed_by uuid,
  reversal_confirmed_by_name text,
  reversal_confirmed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  source text not null default 'file'::text,
  division jsonb,
  progress_at timestamp with time zone,
  rest_is_owed boolean not null default true,
  constraint posting_batch_pkey PRIMARY KEY (book, batch_id),
  constraint posting_batch_book_batch_number_key UNIQUE (book, batch_number),
  constraint division_of_batch CHECK ((division IS NOT NULL) = (source = 'division'::text)),
  constraint file_of_batch CHECK ((file_name IS NOT NULL) = (source = 'file'::text)),
  constraint posting_batch_amount_minor_check CHECK (amount_minor > 0),
  constraint posting_batch_check CHECK (num_nulls(confirmed_by, confirmed_by_name, confirmed_at) =
    CASE state
    WHEN 'entered'::text THEN 3
    ELSE 0
    END),
  constraint posting_batch_check1 CHECK ((applied_at IS NULL) = (state = ANY (ARRAY['entered'::text, 'applying'::text]))),
  constraint posting_batch_check2 CHECK (num_nulls(reversal_reason, reversal_confirmed_by, reversal_confirmed_by_name, reversal_confirmed_at) =
    CASE
    WHEN state = ANY (ARRAY['reversing'::text, 'reversed'::text]) THEN 0
    ELSE 4
    END),
  constraint posting_batch_check3 CHECK ((reversed_at IS NULL) = (state <> 'reversed'::text)),
  constraint posting_batch_confirmed_by_name_check CHECK (btrim(confirmed_by_name) <> ''::text),
  constraint posting_batch_entered_by_name_check CHECK (btrim(entered_by_name) <> ''::text),
  constraint posting_batch_file_hash_check CHECK (input_hash ~ '^[0-9a-f]{64}$'::text),
  constraint posting_batch_file_name_check CHECK (btrim(file_name) <> ''::text AND length(file_name) <= 255),
  constraint posting_batch_kinds_check CHECK (cardinality(kinds) > 0),
  constraint posting_batch_line_count_check CHECK (line_count >= 1 AND line_count <= 1000000),
  constraint posting_batch_reference_check CHECK (btrim(reference) <> ''::text AND length(reference) <= 120),
  constraint posting_batch_reversal_confirmed_by_name_check CHECK (btrim(reversal_confirmed_by_name) <> ''::text),
  constraint posting_batch_reversal_reason_check CHECK (btrim(reversal_reason) <> ''::text AND length(reversal_reason) <= 1000),
  constraint posting_batch_source_check CHECK (source = ANY (ARRAY['file'::text, 'division'::text, 'fee-run'::text, 'waiting-fees'::text])),
  constraint posting_batch_state_check CHECK (state = ANY (ARRAY['entered'::text, 'applying'::text, 'applied'::text, 'reversing'::text, 'reversed'::text])),
  constraint progress_of_batch CHECK ((progress_at IS NULL) = (state = 'entered'::text)),
  constraint two_people CHECK (confirmed_by <> entered_by)
);
CREATE UNIQUE INDEX one_posting_batch_of_file ON posting_batch (book, input_hash) WHERE (state = ANY (ARRAY['applying'::text, 'applied'::text, 'reversing'::text]));
CREATE UNIQUE INDEX one_posting_batch_of_reference ON posting_batch (book, lower(reference)) WHERE (state = ANY (ARRAY['applying'::text, 'applied'::text, 'reversing'::text]));
CREATE INDEX posting_batch_latest ON posting_batch (book, batch_number DESC);
alter table posting_batch enable row level security, force row level security;
create policy book_of_connection on posting_batch
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_confirmed_fee_run BEFORE UPDATE OF state ON posting_batch FOR EACH ROW WHEN (old.state = 'entered'::text AND new.state = 'applying'::text AND new.source = 'fee-run'::text) EXECUTE FUNCTION check_confirmed_fee_run();
CREATE TRIGGER check_posting_batch BEFORE UPDATE ON posting_batch FOR EACH ROW EXECUTE FUNCTION check_posting_batch();
CREATE TRIGGER check_terms_of_fee_run BEFORE UPDATE OF state ON posting_batch FOR EACH ROW WHEN (old.state = 'entered'::text AND new.state = 'applying'::text AND new.source = 'fee-run'::text) EXECUTE FUNCTION check_terms_of_fee_run();

create table posting_batch_line (
  book book_name not null default book(),
  batch_id uuid not null,
  line integer not null,
  account_id uuid not null,
  kind text not null,
  effective_date date not null,
  amount_minor bigint not null,
  comment text,
  state text not null default 'waiting'::text,
  posted_minor bigint,
  entry_id uuid,
  note text,
  not_reversed text,
  reversal_entry_id uuid,
  weight numeric,
  arrears_minor bigint not null default 0,
  reversed_by_itself boolean not null default false,
  constraint posting_batch_line_pkey PRIMARY KEY (book, batch_id, line),
  constraint posting_batch_line_book_entry_id_key UNIQUE (book, entry_id),
  constraint posting_batch_line_book_reversal_entry_id_key UNIQUE (book, reversal_entry_id),
  constraint posting_batch_line_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint posting_batch_line_book_batch_id_fkey FOREIGN KEY (book, batch_id) REFERENCES posting_batch(book, batch_id),
  constraint posting_batch_line_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint posting_batch_line_book_reversal_entry_id_fkey FOREIGN KEY (book, reversal_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint posting_batch_line_kind_fkey FOREIGN KEY (kind) REFERENCES entry_kind(kind),
  constraint arrears_of_fee CHECK (arrears_minor = 0 OR (kind = ANY (ARRAY['administrative_fee'::text, 'investment_fee'::text]))),
  constraint posting_batch_line_check CHECK (amount_minor <> 0 AND (kind = 'other'::text OR amount_minor > 0)),
  constraint posting_batch_line_check1 CHECK (kind <> 'other'::text OR comment IS NOT NULL),
  constraint posting_batch_line_check2 CHECK (num_nulls(entry_id, posted_minor) =
    CASE
    WHEN state = ANY (ARRAY['posted'::text, 'reversed'::text]) THEN 0
    ELSE 2
    END),
  constraint posting_batch_line_check3 CHECK ((reversal_entry_id IS NULL) = (state <> 'reversed'::text)),
  constraint posting_batch_line_check4 CHECK (state <> 'left-out'::text OR note IS NOT NULL),
  constraint posting_batch_line_comment_check CHECK (btrim(comment) <> ''::text AND length(comment) <= 300),
  constraint posting_batch_line_kind_check CHECK (kind = ANY (ARRAY['gain'::text, 'loss'::text, 'income'::text, 'administrative_fee'::text, 'investment_fee'::text, 'other'::text, 'exclude'::text, 'release'::text])),
  constraint posting_batch_line_line_check CHECK (line > 0),
  constraint posting_batch_line_not_reversed_check CHECK (btrim(not_reversed) <> ''::text AND length(not_reversed) <= 300),
  constraint posting_batch_line_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 300),
  constraint posting_batch_line_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'posted'::text, 'left-out'::text, 'reversed'::text])),
  constraint posting_batch_line_weight_check CHECK (weight > 0::numeric AND scale(weight) = 0),
  constraint reversed_by_itself_is_reversed CHECK (NOT reversed_by_itself OR state = 'reversed'::text)
);
CREATE INDEX posting_batch_line_of_account ON posting_batch_line (book, account_id);
CREATE INDEX posting_batch_line_of_fee ON posting_batch_line (book, kind, account_id) WHERE (kind = ANY (ARRAY['administrative_fee'::text, 'investment_fee'::text]));
CREATE INDEX posting_batch_line_posted ON posting_batch_line (book, batch_id, account_id, line) WHERE ((state = 'posted'::text) AND (not_reversed IS NULL));
CREATE INDEX posting_batch_line_waiting ON posting_batch_line (book, batch_id, account_id, line) WHERE (state = 'waiting'::text);
alter table posting_batch_line enable row level security, force row level security;
create policy book_of_connection on posting_batch_line
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_posting_batch_line BEFORE UPDATE ON posting_batch_line FOR EACH ROW EXECUTE FUNCTION check_posting_batch_line();

create table posting_command (
  book book_name not null default book(),
  posting_command_id uuid not null default uuidv7(),
  user_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  at timestamp with time zone not null,
  constraint posting_command_pkey PRIMARY KEY (book, posting_command_id),
  constraint posting_command_amount_minor_check CHECK (amount_minor > 0),
  constraint posting_command_kind_check CHECK (kind = ANY (ARRAY['return'::text, 'void'::text, 'void-payment'::text, 'receive-contribution'::text, 'bank-file'::text, 'suspense-item'::text, 'bank-debit'::text, 'reverse-entry'::text, 'receive-assets'::text, 'dispose-of-holding'::text]))
);
CREATE INDEX posting_command_of ON posting_command (book, user_id, at) INCLUDE (amount_minor);
alter table posting_command enable row level security, force row level security;
create policy book_of_connection on posting_command
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON posting_command FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON posting_command FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table posting_request (
  book book_name not null default book(),
  request_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  account_id uuid,
  amount_minor bigint not null,
  input jsonb not null,
  reason text,
  state text not null default 'requested'::text,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  note text,
  bank_file_id uuid generated always as (
    CASE
    WHEN (kind = 'bank-file'::text) THEN subject_id
    ELSE NULL::uuid
    END) stored,
  batch_id uuid generated always as (
    CASE
    WHEN (kind = ANY (ARRAY['posting-batch'::text, 'reverse-posting-batch'::text])) THEN subject_id
    ELSE NULL::uuid
    END) stored,
  constraint posting_request_pkey PRIMARY KEY (book, request_id),
  constraint batch_of_request FOREIGN KEY (book, batch_id) REFERENCES posting_batch(book, batch_id),
  constraint file_of_request FOREIGN KEY (book, bank_file_id) REFERENCES bank_file(book, bank_file_id),
  constraint posting_request_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint account_or_file CHECK ((account_id IS NULL) = (kind = ANY (ARRAY['bank-file'::text, 'suspense-item'::text, 'bank-debit'::text, 'posting-batch'::text, 'reverse-posting-batch'::text]))),
  constraint not_own_posting_request CHECK (decided_by IS NULL OR (decided_by = requested_by) = (state = 'withdrawn'::text)),
  constraint posting_request_amount_minor_check CHECK (amount_minor > 0),
  constraint posting_request_check CHECK (kind <> 'reverse-contribution'::text OR reason IS NOT NULL),
  constraint posting_request_check1 CHECK (num_nulls(decided_by, decided_by_name, decided_at) =
    CASE state
    WHEN 'requested'::text THEN 3
    ELSE 0
    END),
  constraint posting_request_check2 CHECK ((state = 'declined'::text) = (note IS NOT NULL)),
  constraint posting_request_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint posting_request_input_check CHECK (jsonb_typeof(input) = 'object'::text AND octet_length(input::text) <= 40000),
  constraint posting_request_kind_check CHECK (kind = ANY (ARRAY['return'::text, 'void'::text, 'void-payment'::text, 'receive-contribution'::text, 'reverse-contribution'::text, 'move-contribution'::text, 'bounce-contribution'::text, 'correct-contribution'::text, 'bank-file'::text, 'suspense-item'::text, 'bank-debit'::text, 'posting-batch'::text, 'reverse-posting-batch'::text, 'reverse-entry'::text, 'reverse-transfer'::text, 'reverse-return'::text, 'reverse-case-entry'::text, 'receive-assets'::text, 'dispose-of-holding'::text, 'reverse-disposal'::text, 'write-off-fee'::text])),
  constraint posting_request_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint posting_request_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint posting_request_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint posting_request_state_check CHECK (state = ANY (ARRAY['requested'::text, 'confirmed'::text, 'declined'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX one_open_posting_request ON posting_request (book, subject_id) WHERE (state = 'requested'::text);
CREATE INDEX posting_request_of_batch ON posting_request (book, batch_id, requested_at DESC) WHERE (batch_id IS NOT NULL);
CREATE INDEX posting_request_of_file ON posting_request (book, bank_file_id) WHERE (bank_file_id IS NOT NULL);
CREATE INDEX posting_request_waiting ON posting_request (book, requested_at, request_id) WHERE (state = 'requested'::text);
alter table posting_request enable row level security, force row level security;
create policy book_of_connection on posting_request
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER check_decision_of_credit BEFORE INSERT ON posting_request FOR EACH ROW WHEN (new.kind = ANY (ARRAY['suspense-item'::text, 'bank-debit'::text])) EXECUTE FUNCTION check_decision_of_credit();
CREATE TRIGGER check_posting_request BEFORE UPDATE ON posting_request FOR EACH ROW EXECUTE FUNCTION check_posting_request();

create table posting_subtotal (
  book book_name not null,
  account_id uuid not null,
  period text not null,
  starts_on date not null,
  section smallint not null,
  ledger text not null,
  amount_minor bigint not null,
  postings bigint not null,
  constraint posting_subtotal_pkey PRIMARY KEY (book, account_id, period, starts_on, section, ledger),
  constraint posting_subtotal_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint posting_subtotal_check CHECK (starts_on = date_trunc(period, starts_on::timestamp without time zone)),
  constraint posting_subtotal_period_check CHECK (period = ANY (ARRAY['day'::text, 'month'::text, 'year'::text])),
  constraint posting_subtotal_postings_check CHECK (postings > 0)
) with (fillfactor=80);
CREATE INDEX posting_subtotal_by_month ON posting_subtotal (book, period, starts_on) WHERE (period = ANY (ARRAY['month'::text, 'year'::text]));
alter table posting_subtotal enable row level security, force row level security;
create policy book_of_connection on posting_subtotal
    using (book::text = book())
    with check (book::text = book());

create table realm_secret (
  realm book_name not null default realm(),
  name text not null,
  value jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint realm_secret_pkey PRIMARY KEY (realm, name)
);
alter table realm_secret enable row level security, force row level security;
create policy realm_of_connection on realm_secret to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table register_change (
  import_id bigint not null,
  charity_id text not null,
  kinds text[] not null,
  before jsonb not null,
  after jsonb not null,
  constraint register_change_pkey PRIMARY KEY (import_id, charity_id),
  constraint register_change_after_check CHECK (jsonb_typeof(after) = 'object'::text AND octet_length(after::text) <= 4000),
  constraint register_change_before_check CHECK (jsonb_typeof(before) = 'object'::text AND octet_length(before::text) <= 4000),
  constraint register_change_kinds_check CHECK (cardinality(kinds) > 0 AND kinds <@ '{gone,not-eligible,to-a-person,other-class,renamed,revived,eligible,on-register}'::text[])
);

create table register_change_item (
  book book_name not null default book(),
  change_id uuid not null,
  what text not null,
  object_id text not null,
  account_id uuid,
  set_up_by uuid,
  effect text,
  constraint register_change_item_pkey PRIMARY KEY (book, change_id, what, object_id),
  constraint register_change_item_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint register_change_item_book_change_id_fkey FOREIGN KEY (book, change_id) REFERENCES register_change_review(book, change_id),
  constraint register_change_item_check CHECK ((what = ANY (ARRAY['payee'::text, 'vetting'::text])) = (account_id IS NULL)),
  constraint register_change_item_check1 CHECK (what = 'grant'::text OR effect IS NOT NULL),
  constraint register_change_item_effect_check CHECK (effect = ANY (ARRAY['flagged'::text, 'waits'::text, 'in-review'::text, 'returned'::text, 'to-return'::text, 'unchanged'::text])),
  constraint register_change_item_object_id_check CHECK (length(object_id) >= 1 AND length(object_id) <= 60),
  constraint register_change_item_what_check CHECK (what = ANY (ARRAY['grant'::text, 'schedule'::text, 'basket'::text, 'draft'::text, 'list'::text, 'plan'::text, 'payee'::text, 'vetting'::text]))
);
CREATE INDEX register_change_item_of_account ON register_change_item (book, account_id);
CREATE INDEX register_change_item_to_look_at ON register_change_item (book, change_id) WHERE ((effect IS NULL) OR (effect = 'to-return'::text));
alter table register_change_item enable row level security, force row level security;
create policy book_of_connection on register_change_item
    using (book::text = book())
    with check (book::text = book());

create table register_change_review (
  book book_name not null default book(),
  change_id uuid not null default uuidv7(),
  import_id bigint not null,
  charity_id text not null,
  charity_name text not null,
  file_name text not null,
  file_date date not null,
  kinds text[] not null,
  stops boolean not null,
  before jsonb not null,
  after jsonb not null,
  found_at timestamp with time zone not null,
  state text not null default 'open'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  reason text,
  constraint register_change_review_pkey PRIMARY KEY (book, change_id),
  constraint one_review_of_change UNIQUE (book, import_id, charity_id),
  constraint register_change_review_book_import_id_fkey FOREIGN KEY (book, import_id) REFERENCES register_comparison(book, import_id),
  constraint decided_by_a_person CHECK ((state = 'open'::text) = (decided_by IS NULL)),
  constraint decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at, reason) = ANY (ARRAY[0, 4])),
  constraint register_change_review_kinds_check CHECK (cardinality(kinds) > 0 AND kinds <@ '{gone,not-eligible,to-a-person,other-class,renamed,revived,eligible,on-register}'::text[]),
  constraint register_change_review_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint register_change_review_state_check CHECK (state = ANY (ARRAY['open'::text, 'continued'::text, 'stopped'::text]))
);
CREATE INDEX register_change_review_by_state ON register_change_review (book, state, found_at, change_id);
CREATE INDEX register_change_review_of_charity ON register_change_review (book, charity_id, import_id DESC) WHERE stops;
alter table register_change_review enable row level security, force row level security;
create policy book_of_connection on register_change_review
    using (book::text = book())
    with check (book::text = book());

create table register_comparison (
  book book_name not null default book(),
  import_id bigint not null,
  compared_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint register_comparison_pkey PRIMARY KEY (book, import_id)
);
alter table register_comparison enable row level security, force row level security;
create policy book_of_connection on register_comparison
    using (book::text = book())
    with check (book::text = book());

create table register_import (
  import_id bigint not null generated always as identity,
  register text not null,
  state text not null,
  started_by text not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  failure text,
  read_rows integer not null default 0,
  added_rows integer not null default 0,
  changed_rows integer not null default 0,
  removed_rows integer not null default 0,
  rejected_rows integer not null default 0,
  accepted_reason text,
  constraint register_import_pkey PRIMARY KEY (import_id),
  constraint register_import_accepted_reason_check CHECK (btrim(accepted_reason) <> ''::text AND length(accepted_reason) <= 500),
  constraint register_import_added_rows_check CHECK (added_rows >= 0),
  constraint register_import_changed_rows_check CHECK (changed_rows >= 0),
  constraint register_import_check CHECK ((state = 'reading'::text) = (finished_at IS NULL)),
  constraint register_import_check1 CHECK ((state = 'failed'::text) = (failure IS NOT NULL)),
  constraint register_import_read_rows_check CHECK (read_rows >= 0),
  constraint register_import_register_check CHECK (register = ANY (ARRAY['irs-bmf'::text, 'uk'::text])),
  constraint register_import_rejected_rows_check CHECK (rejected_rows >= 0),
  constraint register_import_removed_rows_check CHECK (removed_rows >= 0),
  constraint register_import_started_by_check CHECK (started_by <> ''::text),
  constraint register_import_state_check CHECK (state = ANY (ARRAY['reading'::text, 'done'::text, 'failed'::text]))
);
CREATE INDEX register_import_state ON register_import (register, state);
CREATE TRIGGER record_in_audit_log AFTER UPDATE ON register_import FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state AND new.state = 'done'::text) EXECUTE FUNCTION record_import_in_audit_log();

create table register_import_file (
  import_id bigint not null,
  "position" smallint not null,
  file_name text not null,
  sha256 text not null,
  file_date date not null,
  staged_lines integer not null default 0,
  complete boolean not null default false,
  constraint register_import_file_pkey PRIMARY KEY (import_id, "position"),
  constraint register_import_file_import_id_file_name_key UNIQUE (import_id, file_name),
  constraint register_import_file_file_name_check CHECK (file_name <> ''::text),
  constraint register_import_file_position_check CHECK ("position" >= 0),
  constraint register_import_file_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  constraint register_import_file_staged_lines_check CHECK (staged_lines >= 0)
);
CREATE INDEX register_import_file_name ON register_import_file (file_name, import_id DESC);
CREATE INDEX register_import_file_of_name ON register_import_file (file_name, file_date);

create table related_party_case (
  book book_name not null default book(),
  case_id uuid not null,
  grant_id uuid not null,
  hints text[] not null,
  note text not null,
  noted_by uuid not null,
  noted_by_name text not null,
  noted_at timestamp with time zone not null,
  outcome text,
  reason text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  constraint related_party_case_pkey PRIMARY KEY (book, case_id),
  constraint related_party_case_book_grant_id_fkey FOREIGN KEY (book, grant_id) REFERENCES grant_recommendation(book, grant_id),
  constraint another_person_decides CHECK (decided_by <> noted_by),
  constraint related_party_case_check CHECK (num_nulls(outcome, reason, decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 5])),
  constraint related_party_case_check1 CHECK (decided_at >= noted_at),
  constraint related_party_case_hints_check CHECK (cardinality(hints) <= 200),
  constraint related_party_case_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint related_party_case_outcome_check CHECK (outcome = ANY (ARRAY['no-benefit'::text, 'benefit'::text])),
  constraint related_party_case_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000)
);
CREATE UNIQUE INDEX one_open_related_party_case ON related_party_case (book, grant_id) WHERE (decided_at IS NULL);
CREATE INDEX related_party_case_of ON related_party_case (book, grant_id, noted_at);
alter table related_party_case enable row level security, force row level security;
create policy book_of_connection on related_party_case
    using (book::text = book())
    with check (book::text = book());
CREATE TRIGGER decision_is_final BEFORE UPDATE ON related_party_case FOR EACH ROW WHEN (old.decided_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the decision about related parties');

create table relationship_request (
  book book_name not null default book(),
  request_id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null,
  relationship_id uuid,
  account_role_code text,
  first_name text,
  last_name text,
  email text,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_by_side text not null,
  requested_at timestamp with time zone not null,
  state text not null default 'pending'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  message text,
  constraint relationship_request_pkey PRIMARY KEY (book, request_id),
  constraint relationship_request_book_account_id_fkey FOREIGN KEY (book, account_id) REFERENCES fund_account(book, account_id),
  constraint relationship_request_book_relationship_id_fkey FOREIGN KEY (book, relationship_id) REFERENCES account_relationship(book, relationship_id),
  constraint not_own_request CHECK ((decided_by = requested_by) = (state = 'withdrawn'::text)),
  constraint relationship_request_account_role_code_check CHECK (account_role_code = ANY (ARRAY['donor'::text, 'joint_donor'::text, 'viewer'::text, 'primary_advisor'::text, 'banker'::text, 'service_team'::text])),
  constraint relationship_request_check CHECK ((kind = 'add'::text) = (relationship_id IS NULL)),
  constraint relationship_request_check1 CHECK ((kind = 'end'::text) = (account_role_code IS NULL)),
  constraint relationship_request_check2 CHECK (num_nulls(first_name, last_name, email) =
    CASE kind
    WHEN 'add'::text THEN 0
    ELSE 3
    END),
  constraint relationship_request_check3 CHECK (num_nulls(decided_by, decided_by_name, decided_at) =
    CASE state
    WHEN 'pending'::text THEN 3
    ELSE 0
    END),
  constraint relationship_request_check4 CHECK ((state = 'declined'::text) = (message IS NOT NULL)),
  constraint relationship_request_check5 CHECK (decided_at >= requested_at),
  constraint relationship_request_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint relationship_request_email_check CHECK (POSITION(('@'::text) IN (email)) > 1),
  constraint relationship_request_first_name_check CHECK (btrim(first_name) <> ''::text),
  constraint relationship_request_kind_check CHECK (kind = ANY (ARRAY['add'::text, 'end'::text, 'change-role'::text])),
  constraint relationship_request_last_name_check CHECK (btrim(last_name) <> ''::text),
  constraint relationship_request_message_check CHECK (btrim(message) <> ''::text AND length(message) <= 1000),
  constraint relationship_request_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint relationship_request_requested_by_side_check CHECK (requested_by_side = ANY (ARRAY['fund'::text, 'sponsor'::text])),
  constraint relationship_request_state_check CHECK (state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'declined'::text, 'withdrawn'::text]))
);
CREATE UNIQUE INDEX one_request_of_relationship ON relationship_request (book, relationship_id) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX one_request_to_add ON relationship_request (book, account_id, account_role_code, lower(email), lower(first_name), lower(last_name)) WHERE ((state = 'pending'::text) AND (kind = 'add'::text));
CREATE INDEX relationship_request_of_account ON relationship_request (book, account_id) WHERE (state = 'pending'::text);
CREATE INDEX relationship_request_queue ON relationship_request (book, requested_at, request_id) WHERE (state = 'pending'::text);
alter table relationship_request enable row level security, force row level security;
create policy book_of_connection on relationship_request
    using (book::text = book())
    with check (book::text = book());

create table remembered_device (
  realm book_name not null default realm(),
  device_id uuid not null default uuidv7(),
  user_id uuid not null,
  secret_hash bytea not null,
  name text not null,
  registered_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint remembered_device_pkey PRIMARY KEY (realm, device_id),
  constraint remembered_device_realm_secret_hash_user_id_key UNIQUE (realm, secret_hash, user_id),
  constraint remembered_device_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint remembered_device_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint remembered_device_secret_hash_check CHECK (octet_length(secret_hash) = 32)
);
CREATE INDEX remembered_device_of_user ON remembered_device (realm, user_id);
alter table remembered_device enable row level security, force row level security;
create policy realm_of_connection on remembered_device to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table right_review (
  realm book_name not null default realm(),
  quarter text not null,
  opened_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  suspended integer,
  constraint right_review_pkey PRIMARY KEY (realm, quarter),
  constraint right_review_check CHECK (closes_at > opened_at),
  constraint right_review_check1 CHECK (num_nulls(closed_at, suspended) <> 1),
  constraint right_review_quarter_check CHECK (quarter ~ '^[0-9]{4}-Q[1-4]$'::text),
  constraint right_review_suspended_check CHECK (suspended >= 0)
);
alter table right_review enable row level security, force row level security;
create policy realm_of_connection on right_review to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table sanctions_entry (
  entry_id bigint not null generated always as identity,
  list text not null,
  number text not null,
  since_version bigint not null,
  until_version bigint,
  kind text not null,
  names jsonb not null,
  birth_years smallint[] not null,
  countries text[] not null,
  programs text[] not null,
  remarks text not null,
  digest text not null,
  constraint sanctions_entry_pkey PRIMARY KEY (entry_id),
  constraint sanctions_entry_list_since_version_fkey FOREIGN KEY (list, since_version) REFERENCES sanctions_list_version(list, version_id),
  constraint sanctions_entry_list_until_version_fkey FOREIGN KEY (list, until_version) REFERENCES sanctions_list_version(list, version_id),
  constraint sanctions_entry_check CHECK (until_version > since_version),
  constraint sanctions_entry_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint sanctions_entry_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'organization'::text, 'vessel'::text, 'aircraft'::text])),
  constraint sanctions_entry_names_check CHECK (jsonb_typeof(names) = 'array'::text AND jsonb_array_length(names) > 0),
  constraint sanctions_entry_number_check CHECK (number <> ''::text AND length(number) <= 40),
  constraint sanctions_entry_remarks_check CHECK (length(remarks) <= 100000)
);
CREATE UNIQUE INDEX sanctions_entry_current ON sanctions_entry (list, number) WHERE (until_version IS NULL);
CREATE INDEX sanctions_entry_since ON sanctions_entry (list, since_version);
CREATE INDEX sanctions_entry_until ON sanctions_entry (list, until_version);
CREATE TRIGGER entry_ends_once BEFORE UPDATE ON sanctions_entry FOR EACH ROW WHEN (old.until_version IS NOT NULL) EXECUTE FUNCTION refuse_ended_entry();

-- The version with the highest version_id of a list is the current one.
create table sanctions_list_version (
  version_id bigint not null generated always as identity,
  list text not null,
  list_date date not null,
  digest text not null,
  file_names text[] not null,
  entry_count integer not null,
  added_count integer not null,
  removed_count integer not null,
  changed_count integer not null,
  imported_at timestamp with time zone not null default now(),
  imported_by text not null,
  confirmed_reason text,
  common_words jsonb not null default '{}'::jsonb,
  constraint sanctions_list_version_pkey PRIMARY KEY (version_id),
  constraint sanctions_list_version_list_version_id_key UNIQUE (list, version_id),
  constraint sanctions_list_version_added_count_check CHECK (added_count >= 0),
  constraint sanctions_list_version_changed_count_check CHECK (changed_count >= 0),
  constraint sanctions_list_version_common_words_check CHECK (jsonb_typeof(common_words) = 'object'::text),
  constraint sanctions_list_version_confirmed_reason_check CHECK (btrim(confirmed_reason) <> ''::text AND length(confirmed_reason) <= 500),
  constraint sanctions_list_version_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint sanctions_list_version_entry_count_check CHECK (entry_count > 0),
  constraint sanctions_list_version_file_names_check CHECK (cardinality(file_names) >= 1 AND cardinality(file_names) <= 6),
  constraint sanctions_list_version_imported_by_check CHECK (btrim(imported_by) <> ''::text AND length(imported_by) <= 120),
  constraint sanctions_list_version_list_check CHECK (list = ANY (ARRAY['ofac'::text, 'uk'::text])),
  constraint sanctions_list_version_removed_count_check CHECK (removed_count >= 0)
);
CREATE TRIGGER record_in_audit_log AFTER INSERT ON sanctions_list_version FOR EACH ROW EXECUTE FUNCTION record_list_in_audit_log();

create table saved_view (
  book book_name not null default book(),
  view_id uuid not null default uuidv7(),
  user_id uuid not null,
  list text not null,
  name text not null,
  filters jsonb not null,
  place integer not null,
  saved_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (book, view_id),
  constraint one_place_of_saved_view UNIQUE (book, user_id, list, place),
  constraint saved_view_filters_check CHECK (jsonb_typeof(filters) = 'object'::text AND length(filters::text) <= 6000),
  constraint saved_view_list_check CHECK (list = ANY (ARRAY['all-grants'::text, 'entries'::text])),
  constraint saved_view_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 60),
  constraint saved_view_place_check CHECK (place >= 1 AND place <= 30)
);
CREATE UNIQUE INDEX one_name_of_saved_view ON saved_view (book, user_id, list, lower(name));
alter table saved_view enable row level security, force row level security;
create policy book_of_connection on saved_view
    using (book::text = book())
    with check (book::text = book());

create table screened_subject (
  realm book_name not null default realm(),
  subject_kind text not null,
  subject_id text not null,
  list text not null,
  version_id bigint not null,
  names text[] not null,
  country text,
  matcher_version integer not null,
  screened_at timestamp with time zone not null,
  birth_year smallint,
  constraint screened_subject_pkey PRIMARY KEY (realm, subject_kind, subject_id, list),
  constraint screened_subject_list_version_id_fkey FOREIGN KEY (list, version_id) REFERENCES sanctions_list_version(list, version_id),
  constraint screened_subject_list_check CHECK (list = ANY (ARRAY['ofac'::text, 'uk'::text])),
  constraint screened_subject_matcher_version_check CHECK (matcher_version > 0),
  constraint screened_subject_names_check CHECK (cardinality(names) >= 1 AND cardinality(names) <= 20),
  constraint screened_subject_subject_id_check CHECK (length(subject_id) >= 1 AND length(subject_id) <= 60),
  constraint screened_subject_subject_kind_check CHECK (subject_kind = ANY (ARRAY['charity'::text, 'person'::text, 'payer'::text]))
);
alter table screened_subject enable row level security, force row level security;
create policy realm_of_book on screened_subject to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text))
    with check (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on screened_subject to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table screening_decision (
  realm book_name not null default realm(),
  finding_id uuid not null,
  step integer not null,
  from_state text not null,
  to_state text not null,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamp with time zone not null,
  reason text not null,
  constraint screening_decision_pkey PRIMARY KEY (realm, finding_id, step),
  constraint screening_decision_realm_finding_id_fkey FOREIGN KEY (realm, finding_id) REFERENCES screening_finding(realm, finding_id),
  constraint screening_decision_from_state_check CHECK (from_state = ANY (ARRAY['open'::text, 'dismissed'::text, 'waiting'::text, 'confirmed'::text, 'lifting'::text])),
  constraint screening_decision_step_check CHECK (step > 0),
  constraint screening_decision_to_state_check CHECK (to_state = ANY (ARRAY['open'::text, 'dismissed'::text, 'waiting'::text, 'confirmed'::text, 'lifting'::text]))
);
alter table screening_decision enable row level security, force row level security;
create policy realm_of_connection on screening_decision to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER decision_is_kept BEFORE DELETE OR UPDATE ON screening_decision FOR EACH ROW EXECUTE FUNCTION refuse_change_of_screening_decision();

create table screening_finding (
  realm book_name not null default realm(),
  finding_id uuid not null default uuidv7(),
  subject_kind text not null,
  subject_id text not null,
  list text not null,
  entry_id bigint not null,
  names_digest text not null,
  our_name text not null,
  listed_name text not null,
  entry jsonb not null,
  score numeric(4,3) not null,
  working jsonb not null,
  matcher_version integer not null,
  version_id bigint not null,
  found_at timestamp with time zone not null,
  state text not null default 'open'::text,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  reason text,
  birth_year smallint,
  constraint screening_finding_pkey PRIMARY KEY (realm, finding_id),
  constraint one_finding_of_pair UNIQUE (realm, subject_kind, subject_id, entry_id, names_digest),
  constraint screening_finding_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES sanctions_entry(entry_id),
  constraint screening_finding_list_version_id_fkey FOREIGN KEY (list, version_id) REFERENCES sanctions_list_version(list, version_id),
  constraint decided_by_a_person CHECK ((state = ANY (ARRAY['open'::text, 'gone'::text])) OR decided_by IS NOT NULL),
  constraint decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at, reason) = ANY (ARRAY[0, 4])),
  constraint screening_finding_entry_check CHECK (jsonb_typeof(entry) = 'object'::text AND octet_length(entry::text) <= 65536),
  constraint screening_finding_list_check CHECK (list = ANY (ARRAY['ofac'::text, 'uk'::text])),
  constraint screening_finding_listed_name_check CHECK (btrim(listed_name) <> ''::text),
  constraint screening_finding_matcher_version_check CHECK (matcher_version > 0),
  constraint screening_finding_names_digest_check CHECK (names_digest ~ '^[0-9a-f]{64}$'::text),
  constraint screening_finding_our_name_check CHECK (btrim(our_name) <> ''::text),
  constraint screening_finding_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint screening_finding_score_check CHECK (score >= 0::numeric AND score <= 1::numeric),
  constraint screening_finding_state_check CHECK (state = ANY (ARRAY['open'::text, 'dismissed'::text, 'waiting'::text, 'confirmed'::text, 'lifting'::text, 'gone'::text])),
  constraint screening_finding_subject_id_check CHECK (length(subject_id) >= 1 AND length(subject_id) <= 60),
  constraint screening_finding_subject_kind_check CHECK (subject_kind = ANY (ARRAY['charity'::text, 'person'::text, 'payer'::text])),
  constraint screening_finding_working_check CHECK (jsonb_typeof(working) = 'object'::text AND octet_length(working::text) <= 65536)
);
CREATE INDEX finding_by_state ON screening_finding (realm, state, found_at, finding_id);
CREATE INDEX stopping_finding ON screening_finding (realm, subject_kind, subject_id) WHERE (state = ANY (ARRAY['open'::text, 'waiting'::text, 'confirmed'::text, 'lifting'::text]));
alter table screening_finding enable row level security, force row level security;
create policy realm_of_book on screening_finding to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text))
    with check (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on screening_finding to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_new_finding BEFORE INSERT ON screening_finding FOR EACH ROW EXECUTE FUNCTION check_new_finding();
CREATE TRIGGER check_screening_finding BEFORE UPDATE ON screening_finding FOR EACH ROW EXECUTE FUNCTION check_screening_finding();
CREATE TRIGGER finding_is_kept BEFORE DELETE ON screening_finding FOR EACH ROW EXECUTE FUNCTION refuse_change_of_screening_decision();

-- what staff reported to the authority about a confirmed finding; kept for ten years as the decisions are
create table screening_report (
  realm book_name not null default realm(),
  finding_id uuid not null,
  reported_on date not null,
  reference text not null,
  reported_by uuid not null,
  reported_by_name text not null,
  recorded_at timestamp with time zone not null,
  constraint screening_report_pkey PRIMARY KEY (realm, finding_id, reported_on, reference),
  constraint screening_report_realm_finding_id_fkey FOREIGN KEY (realm, finding_id) REFERENCES screening_finding(realm, finding_id),
  constraint screening_report_reference_check CHECK (btrim(reference) <> ''::text AND length(reference) <= 100)
);
alter table screening_report enable row level security, force row level security;
create policy realm_of_connection on screening_report to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER report_is_kept BEFORE DELETE OR UPDATE ON screening_report FOR EACH ROW EXECUTE FUNCTION refuse_change_of_screening_decision();
CREATE TRIGGER report_of_confirmed_finding BEFORE INSERT ON screening_report FOR EACH ROW EXECUTE FUNCTION check_screening_report();

create table session (
  realm book_name not null default realm(),
  session_id uuid not null default uuidv7(),
  user_id uuid not null,
  client text not null,
  cookie_hash bytea not null,
  former_cookie_hash bytea,
  cookie_replaced_at timestamp with time zone,
  cookie_used_at timestamp with time zone,
  id_token text,
  login_currency currency_code,
  chosen_currency currency_code,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  provider_subject text,
  provider_sid text,
  amr text[] not null default '{}'::text[],
  acr text,
  factor_verified_at timestamp with time zone,
  browser text,
  address inet,
  provider text,
  constraint session_pkey PRIMARY KEY (realm, session_id),
  constraint session_realm_cookie_hash_key UNIQUE (realm, cookie_hash),
  constraint session_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint session_browser_check CHECK (length(browser) >= 1 AND length(browser) <= 80),
  constraint session_check CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  constraint session_check1 CHECK ((former_cookie_hash IS NULL) = (cookie_replaced_at IS NULL)),
  constraint session_check2 CHECK (cookie_used_at IS NULL OR cookie_replaced_at IS NOT NULL),
  constraint session_cookie_hash_check CHECK (octet_length(cookie_hash) = 32),
  constraint session_former_cookie_hash_check CHECK (octet_length(former_cookie_hash) = 32),
  constraint session_provider_check CHECK (length(provider) >= 1 AND length(provider) <= 80),
  constraint session_provider_sid_check CHECK (length(provider_sid) >= 1 AND length(provider_sid) <= 500),
  constraint session_provider_subject_check CHECK (length(provider_subject) >= 1 AND length(provider_subject) <= 500)
);
CREATE INDEX session_of_former_cookie ON session (realm, former_cookie_hash) WHERE (former_cookie_hash IS NOT NULL);
CREATE INDEX session_of_sid ON session (realm, provider_sid) WHERE ((ended_at IS NULL) AND (provider_sid IS NOT NULL));
CREATE INDEX session_of_subject ON session (realm, provider_subject) WHERE ((ended_at IS NULL) AND (provider_subject IS NOT NULL));
CREATE INDEX session_of_user ON session (realm, user_id) WHERE (ended_at IS NULL);
alter table session enable row level security, force row level security;
create policy realm_of_book on session for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_book_owner on session for select to postgres
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on session to identity
    using (realm::text = realm())
    with check (realm::text = realm());
create policy realm_of_connection_owner on session for select to postgres
    using (realm::text = realm());
CREATE TRIGGER end_is_final BEFORE UPDATE OF ended_at ON session FOR EACH ROW WHEN (old.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change('the end of a session');
CREATE TRIGGER notify_access_change AFTER UPDATE ON session FOR EACH ROW WHEN (old.realm::text IS DISTINCT FROM new.realm::text OR old.session_id IS DISTINCT FROM new.session_id OR old.user_id IS DISTINCT FROM new.user_id OR old.client IS DISTINCT FROM new.client OR old.cookie_hash IS DISTINCT FROM new.cookie_hash OR old.ended_at IS DISTINCT FROM new.ended_at OR new.expires_at < old.expires_at) EXECUTE FUNCTION notify_access_change_of_person();
CREATE TRIGGER notify_access_change_delete AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION notify_access_change_of_person();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON session FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();

create table setting_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  client book_name not null,
  setting text not null,
  revision integer,
  value jsonb not null,
  before_value jsonb not null,
  file_value jsonb not null,
  reason text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  idempotency_key uuid not null,
  state text not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint setting_change_pkey PRIMARY KEY (realm, change_id),
  constraint one_value_of_revision UNIQUE (realm, client, setting, revision),
  constraint setting_change_asked_once UNIQUE (realm, idempotency_key),
  constraint setting_change_realm_decided_by_fkey FOREIGN KEY (realm, decided_by) REFERENCES app_user(realm, user_id),
  constraint setting_change_realm_requested_by_fkey FOREIGN KEY (realm, requested_by) REFERENCES app_user(realm, user_id),
  constraint made_has_its_revision CHECK ((state = 'made'::text) = (revision IS NOT NULL)),
  constraint no_threshold_above_the_file CHECK ((setting = ANY (ARRAY['support-hours'::text, 'grant-days'::text])) OR
    CASE
    WHEN (value #>> '{}'::text[]) ~ '^\d{1,15}$'::text AND (file_value #>> '{}'::text[]) ~ '^\d{1,15}$'::text THEN ((value #>> '{}'::text[])::numeric) <= ((file_value #>> '{}'::text[])::numeric)
    ELSE true
    END),
  constraint setting_change_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint setting_change_decision_reason_check CHECK (btrim(decision_reason) <> ''::text AND length(decision_reason) <= 1000),
  constraint setting_change_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint setting_change_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint setting_change_revision_check CHECK (revision > 0),
  constraint setting_change_setting_check CHECK (setting = ANY (ARRAY['support-hours'::text, 'grant-days'::text, 'dual-control-from'::text, 'step-up-from'::text, 'secondary-dual-control-from'::text, 'secondary-step-up-from'::text])),
  constraint setting_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'made'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text])),
  constraint setting_decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 3])),
  constraint setting_declined_with_a_reason CHECK ((state = ANY (ARRAY['declined'::text, 'withdrawn'::text])) = (decision_reason IS NOT NULL)),
  constraint setting_is_decided CHECK (
    CASE state
    WHEN 'waiting'::text THEN decided_at IS NULL
    WHEN 'lapsed'::text THEN decided_at IS NULL
    WHEN 'made'::text THEN true
    ELSE decided_at IS NOT NULL
    END),
  constraint setting_withdrawn_by_its_own CHECK ((state <> ALL (ARRAY['declined'::text, 'withdrawn'::text])) OR (state = 'withdrawn'::text) = (decided_by = requested_by)),
  constraint threshold_confirmed_in_time CHECK (state <> 'made'::text OR decided_at IS NULL OR decided_at >= requested_at AND decided_at <= (requested_at + '7 days'::interval)),
  constraint two_people_for_a_threshold CHECK (state <> 'made'::text OR (setting = ANY (ARRAY['support-hours'::text, 'grant-days'::text])) OR COALESCE(decided_by <> requested_by, false)),
  constraint value_of_setting CHECK (
    CASE setting
    WHEN 'support-hours'::text THEN jsonb_typeof(value) = 'string'::text AND length(value #>> '{}'::text[]) >= 1 AND length(value #>> '{}'::text[]) <= 200
    WHEN 'grant-days'::text THEN COALESCE(((value ->> 'decision'::text)::integer) >= 1 AND ((value ->> 'decision'::text)::integer) <= 60 AND ((value ->> 'payment'::text)::integer) >= 1 AND ((value ->> 'payment'::text)::integer) <= 60, false)
    ELSE (value #>> '{}'::text[]) ~ '^[1-9]\d{0,14}$'::text AND (file_value #>> '{}'::text[]) ~ '^\d{1,15}$'::text
    END)
);
CREATE UNIQUE INDEX one_waiting_setting_change ON setting_change (realm, client, setting) WHERE (state = 'waiting'::text);
CREATE INDEX setting_change_of_client ON setting_change (realm, client, requested_at DESC, change_id DESC);
alter table setting_change enable row level security, force row level security;
create policy realm_of_connection on setting_change to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_setting_change BEFORE INSERT OR UPDATE ON setting_change FOR EACH ROW EXECUTE FUNCTION check_setting_change();
CREATE TRIGGER keep_setting_change BEFORE DELETE ON setting_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_setting_change_truncate BEFORE TRUNCATE ON setting_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notify_setting_change AFTER INSERT OR UPDATE ON setting_change FOR EACH ROW WHEN (new.state = 'made'::text) EXECUTE FUNCTION notify_setting_change();
CREATE TRIGGER setting_decision_is_final BEFORE UPDATE ON setting_change FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION refuse_final_change('the decision about a setting');

create table sign_in_attempt (
  realm book_name not null default realm(),
  interaction text not null,
  user_id uuid not null,
  failed_attempts integer not null default 0,
  password_verified_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (realm, interaction),
  constraint sign_in_attempt_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id)
);
CREATE INDEX sign_in_attempt_expiry ON sign_in_attempt (realm, expires_at);
alter table sign_in_attempt enable row level security, force row level security;
create policy realm_of_connection on sign_in_attempt to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table sign_in_rate_limit (
  realm book_name not null default realm(),
  subject_hash bytea not null,
  failures integer not null default 0,
  blocked_until timestamp with time zone,
  last_failure_at timestamp with time zone not null default now(),
  constraint sign_in_rate_limit_pkey PRIMARY KEY (realm, subject_hash)
);
alter table sign_in_rate_limit enable row level security, force row level security;
create policy realm_of_connection on sign_in_rate_limit to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table staff_document (
  realm book_name not null default realm(),
  document_id uuid not null default uuidv7(),
  type text not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  state text not null default 'storing'::text,
  finding text,
  key_id text not null,
  data_key bytea,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  storing_since timestamp with time zone not null default clock_timestamp(),
  stored_at timestamp with time zone,
  archived_at timestamp with time zone,
  removal_listed_at timestamp with time zone,
  removed_at timestamp with time zone,
  removal_reason text,
  bytes_removed_at timestamp with time zone,
  constraint staff_document_pkey PRIMARY KEY (realm, document_id),
  constraint staff_document_realm_added_by_fkey FOREIGN KEY (realm, added_by) REFERENCES app_user(realm, user_id),
  constraint staff_document_bytes_check CHECK (bytes >= 1 AND bytes <= 26214400),
  constraint staff_document_check CHECK ((state = 'removed'::text) = (removed_at IS NOT NULL)),
  constraint staff_document_check1 CHECK ((removed_at IS NULL) = (removal_reason IS NULL)),
  constraint staff_document_check2 CHECK ((state = 'removed'::text) = (data_key IS NULL)),
  constraint staff_document_check3 CHECK (state <> 'quarantined'::text OR finding IS NOT NULL),
  constraint staff_document_check4 CHECK (state <> 'stored'::text OR stored_at IS NOT NULL AND finding IS NULL),
  constraint staff_document_check5 CHECK (removal_listed_at IS NULL OR archived_at IS NOT NULL),
  constraint staff_document_check6 CHECK (bytes_removed_at IS NULL OR state = 'removed'::text),
  constraint staff_document_data_key_check CHECK (octet_length(data_key) = 61),
  constraint staff_document_finding_check CHECK (length(finding) >= 1 AND length(finding) <= 200),
  constraint staff_document_key_id_check CHECK (key_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text),
  constraint staff_document_media_type_check CHECK (media_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text])),
  constraint staff_document_name_check CHECK (length(name) >= 3 AND length(name) <= 120 AND name !~ '[[:cntrl:]/\\<>:"|?*%;]'::text AND name !~ '^[. ]'::text),
  constraint staff_document_removal_reason_check CHECK (removal_reason = ANY (ARRAY['abandoned'::text, 'retention'::text, 'quarantine'::text])),
  constraint staff_document_sha256_check CHECK (octet_length(sha256) = 32),
  constraint staff_document_state_check CHECK (state = ANY (ARRAY['storing'::text, 'stored'::text, 'quarantined'::text, 'removed'::text])),
  constraint staff_document_type_check CHECK (type = ANY (ARRAY['agreement'::text, 'instruction'::text, 'correspondence'::text, 'tax'::text, 'other'::text]))
);
CREATE INDEX staff_document_added ON staff_document (realm, added_at DESC, document_id) WHERE (state <> 'removed'::text);
CREATE INDEX staff_document_bytes_to_remove ON staff_document (realm, removed_at) WHERE ((state = 'removed'::text) AND (bytes_removed_at IS NULL));
CREATE INDEX staff_document_to_clean ON staff_document (realm, state, storing_since) WHERE (state = ANY (ARRAY['storing'::text, 'quarantined'::text]));
alter table staff_document enable row level security, force row level security;
create policy realm_of_connection on staff_document to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_document_state BEFORE UPDATE ON staff_document FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state) EXECUTE FUNCTION check_document_state();
CREATE TRIGGER limit_documents BEFORE INSERT ON staff_document FOR EACH ROW EXECUTE FUNCTION limit_staff_documents();

create table staff_document_download (
  realm book_name not null default realm(),
  token_hash bytea not null,
  document_id uuid not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null,
  started_at timestamp with time zone,
  constraint staff_document_download_pkey PRIMARY KEY (realm, token_hash),
  constraint staff_document_download_realm_document_id_fkey FOREIGN KEY (realm, document_id) REFERENCES staff_document(realm, document_id),
  constraint staff_document_download_check CHECK (started_at >= issued_at),
  constraint staff_document_download_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX staff_document_download_issued ON staff_document_download (realm, issued_at);
alter table staff_document_download enable row level security, force row level security;
create policy realm_of_connection on staff_document_download to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table staff_set_change (
  realm book_name not null default realm(),
  change_id uuid not null default uuidv7(),
  client book_name not null,
  set_name text not null,
  role_code text not null,
  revision integer,
  title text not null,
  purpose text not null,
  actions text[] not null,
  is_given boolean not null,
  before_title text,
  before_purpose text,
  before_actions text[],
  before_is_given boolean,
  file_actions text[],
  reason text not null,
  requested_by uuid not null,
  requested_by_name text not null,
  requested_at timestamp with time zone not null,
  idempotency_key uuid not null,
  state text not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint staff_set_change_pkey PRIMARY KEY (realm, change_id),
  constraint one_state_of_set_revision UNIQUE (realm, client, set_name, revision),
  constraint staff_set_asked_once UNIQUE (realm, idempotency_key),
  constraint staff_set_change_realm_decided_by_fkey FOREIGN KEY (realm, decided_by) REFERENCES app_user(realm, user_id),
  constraint staff_set_change_realm_requested_by_fkey FOREIGN KEY (realm, requested_by) REFERENCES app_user(realm, user_id),
  constraint made_set_has_its_revision CHECK ((state = 'made'::text) = (revision IS NOT NULL)),
  constraint new_set_is_given CHECK (before_title IS NOT NULL OR is_given),
  constraint set_confirmed_by_another CHECK (state <> 'made'::text OR decided_by IS NULL OR decided_by <> requested_by),
  constraint set_confirmed_in_time CHECK (state <> 'made'::text OR decided_at IS NULL OR decided_at >= requested_at AND decided_at <= (requested_at + '7 days'::interval)),
  constraint set_decision_is_whole CHECK (num_nulls(decided_by, decided_by_name, decided_at) = ANY (ARRAY[0, 3])),
  constraint set_declined_with_a_reason CHECK ((state = ANY (ARRAY['declined'::text, 'withdrawn'::text])) = (decision_reason IS NOT NULL)),
  constraint set_is_decided CHECK (
    CASE state
    WHEN 'waiting'::text THEN decided_at IS NULL
    WHEN 'lapsed'::text THEN decided_at IS NULL
    WHEN 'made'::text THEN true
    ELSE decided_at IS NOT NULL
    END),
  constraint set_withdrawn_by_its_own CHECK ((state <> ALL (ARRAY['declined'::text, 'withdrawn'::text])) OR (state = 'withdrawn'::text) = (decided_by = requested_by)),
  constraint staff_set_change_actions_check CHECK (cardinality(actions) >= 1 AND cardinality(actions) <= 200 AND array_position(actions, NULL::text) IS NULL),
  constraint staff_set_change_decided_by_name_check CHECK (btrim(decided_by_name) <> ''::text),
  constraint staff_set_change_decision_reason_check CHECK (btrim(decision_reason) <> ''::text AND length(decision_reason) <= 1000),
  constraint staff_set_change_purpose_check CHECK (btrim(purpose) <> ''::text AND length(purpose) <= 300),
  constraint staff_set_change_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint staff_set_change_requested_by_name_check CHECK (btrim(requested_by_name) <> ''::text),
  constraint staff_set_change_revision_check CHECK (revision > 0),
  constraint staff_set_change_role_code_check CHECK (role_code = ANY (ARRAY['super_user'::text, 'auditor'::text, 'content_editor'::text])),
  constraint staff_set_change_set_name_check CHECK (set_name ~ '^[a-z][a-z-]{1,40}$'::text),
  constraint staff_set_change_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'made'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text])),
  constraint staff_set_change_title_check CHECK (btrim(title) <> ''::text AND length(title) <= 60),
  constraint state_before_set_is_whole CHECK (num_nulls(before_title, before_purpose, before_actions, before_is_given) = ANY (ARRAY[0, 4]))
);
CREATE UNIQUE INDEX one_waiting_staff_set_change ON staff_set_change (realm, client, set_name) WHERE (state = 'waiting'::text);
CREATE INDEX staff_set_change_by_requester ON staff_set_change (realm, requested_by);
CREATE INDEX staff_set_change_of_client ON staff_set_change (realm, client, requested_at DESC, change_id DESC);
alter table staff_set_change enable row level security, force row level security;
create policy realm_of_connection on staff_set_change to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_staff_set_change BEFORE INSERT OR UPDATE ON staff_set_change FOR EACH ROW EXECUTE FUNCTION check_staff_set_change();
CREATE TRIGGER keep_staff_set_change BEFORE DELETE ON staff_set_change FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_staff_set_change_truncate BEFORE TRUNCATE ON staff_set_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_set_decision_is_final BEFORE UPDATE ON staff_set_change FOR EACH ROW WHEN (old.state <> 'waiting'::text) EXECUTE FUNCTION refuse_final_change('the decision about a named set');

create table suspense_item (
  book book_name not null default book(),
  item_id uuid not null,
  bank_line_id uuid not null,
  amount_minor bigint not null,
  entry_id uuid not null,
  state text not null default 'open'::text,
  owner_id uuid,
  owner_name text,
  note text,
  ended_by uuid,
  ended_by_name text,
  ended_at timestamp with time zone,
  ending_entry_id uuid,
  reason text,
  to_book text,
  constraint suspense_item_pkey PRIMARY KEY (book, item_id),
  constraint one_suspense_item UNIQUE (book, bank_line_id),
  constraint suspense_item_book_bank_line_id_fkey FOREIGN KEY (book, bank_line_id) REFERENCES bank_line(book, bank_line_id),
  constraint suspense_item_book_ending_entry_id_fkey FOREIGN KEY (book, ending_entry_id) REFERENCES journal_entry(book, entry_id),
  constraint suspense_item_book_entry_id_fkey FOREIGN KEY (book, entry_id) REFERENCES journal_entry(book, entry_id),
  constraint suspense_item_amount_minor_check CHECK (amount_minor > 0),
  constraint suspense_item_check CHECK ((owner_id IS NULL) = (owner_name IS NULL)),
  constraint suspense_item_check1 CHECK (num_nulls(ended_by, ended_by_name, ended_at, ending_entry_id, reason) =
    CASE state
    WHEN 'open'::text THEN 5
    ELSE 0
    END),
  constraint suspense_item_check3 CHECK ((state = 'transferred'::text) = (to_book IS NOT NULL)),
  constraint suspense_item_ended_by_name_check CHECK (btrim(ended_by_name) <> ''::text),
  constraint suspense_item_note_check CHECK (btrim(note) <> ''::text AND length(note) <= 1000),
  constraint suspense_item_owner_name_check CHECK (btrim(owner_name) <> ''::text),
  constraint suspense_item_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint suspense_item_state_check CHECK (state = ANY (ARRAY['open'::text, 'explained'::text, 'matched'::text, 'returned'::text, 'transferred'::text, 'own'::text])),
  constraint suspense_item_to_book_check CHECK (length(to_book) <= 60)
);
CREATE INDEX suspense_item_of_ending ON suspense_item (book, ending_entry_id) WHERE (ending_entry_id IS NOT NULL);
CREATE INDEX suspense_item_of_entry ON suspense_item (book, entry_id);
CREATE INDEX suspense_item_open ON suspense_item (book, item_id) WHERE (state = 'open'::text);
alter table suspense_item enable row level security, force row level security;
create policy book_of_connection on suspense_item
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER check_matched_item AFTER UPDATE OF state ON suspense_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'matched'::text) EXECUTE FUNCTION check_suspense_match();
CREATE TRIGGER item_is_final BEFORE UPDATE ON suspense_item FOR EACH ROW WHEN (old.state <> 'open'::text) EXECUTE FUNCTION refuse_final_change('an item in suspense');

-- what part of a bank's credit is which contribution
create table suspense_match (
  book book_name not null default book(),
  item_id uuid not null,
  contribution_id uuid not null,
  amount_minor bigint not null,
  constraint suspense_match_pkey PRIMARY KEY (book, item_id, contribution_id),
  constraint suspense_match_book_contribution_id_fkey FOREIGN KEY (book, contribution_id) REFERENCES contribution(book, contribution_id),
  constraint suspense_match_book_item_id_fkey FOREIGN KEY (book, item_id) REFERENCES suspense_item(book, item_id),
  constraint suspense_match_amount_minor_check CHECK (amount_minor > 0)
);
CREATE INDEX suspense_match_of_contribution ON suspense_match (book, contribution_id);
alter table suspense_match enable row level security, force row level security;
create policy book_of_connection on suspense_match
    using (book::text = book())
    with check (book::text = book());
CREATE CONSTRAINT TRIGGER check_suspense_match AFTER INSERT ON suspense_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_suspense_match();

create table used_nonce (
  realm book_name not null default realm(),
  kind text not null,
  id_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_nonce_pkey PRIMARY KEY (realm, kind, id_hash),
  constraint used_nonce_id_hash_check CHECK (octet_length(id_hash) = 32),
  constraint used_nonce_kind_check CHECK (kind = ANY (ARRAY['auth-request'::text, 'assertion'::text, 'logout'::text, 'bot-check'::text]))
);
CREATE INDEX used_nonce_expiry ON used_nonce (realm, expires_at);
alter table used_nonce enable row level security, force row level security;
create policy realm_of_connection on used_nonce to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table user_identity (
  realm book_name not null default realm(),
  kind text not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  linked_at timestamp with time zone not null default now(),
  linked_by uuid,
  constraint user_identity_pkey PRIMARY KEY (realm, kind, issuer, subject),
  constraint user_identity_realm_kind_issuer_user_id_key UNIQUE (realm, kind, issuer, user_id),
  constraint user_identity_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint user_identity_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 1000),
  constraint user_identity_kind_check CHECK (kind = ANY (ARRAY['openid'::text, 'saml'::text])),
  constraint user_identity_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 500)
);
CREATE INDEX user_identity_user ON user_identity (realm, user_id);
alter table user_identity enable row level security, force row level security;
create policy realm_of_connection on user_identity to identity
    using (realm::text = realm())
    with check (realm::text = realm());

create table user_role (
  realm book_name not null default realm(),
  user_id uuid not null,
  role_code text not null,
  actions text[],
  right_id uuid not null default uuidv7(),
  all_actions boolean not null,
  set_name text,
  served_book book_name,
  state text not null,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  second_person text not null,
  reason text not null,
  given_by uuid,
  given_at timestamp with time zone not null default now(),
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspended_by uuid,
  ended_at timestamp with time zone,
  ended_by uuid,
  end_reason text,
  signed_off_at timestamp with time zone,
  signed_off_by uuid,
  idempotency_key uuid,
  constraint user_role_pkey PRIMARY KEY (realm, right_id),
  constraint user_role_given_once UNIQUE (realm, idempotency_key),
  constraint user_role_realm_user_id_fkey FOREIGN KEY (realm, user_id) REFERENCES app_user(realm, user_id),
  constraint actions_or_all CHECK ((actions IS NULL) = all_actions AND COALESCE(cardinality(actions), 1) >= 1 AND COALESCE(cardinality(actions), 1) <= 200),
  constraint active_when_confirmed CHECK (second_person <> 'needed'::text OR (state <> ALL (ARRAY['active'::text, 'suspended'::text])) OR confirmed_by IS NOT NULL),
  constraint book_of_service_team CHECK ((role_code = 'service_team'::text) = (served_book IS NOT NULL)),
  constraint confirmed_by_another CHECK (num_nulls(confirmed_by, confirmed_at) <> 1 AND (confirmed_by IS NULL OR confirmed_by <> given_by AND confirmed_by <> user_id)),
  constraint ended_with_reason CHECK ((state = ANY (ARRAY['declined'::text, 'withdrawn'::text, 'ended'::text])) = (ended_at IS NOT NULL) AND (num_nulls(ended_at, end_reason) = ANY (ARRAY[0, 2]))),
  constraint not_own_right CHECK (second_person = 'waived'::text OR given_by IS NOT NULL AND given_by <> user_id),
  constraint signed_off_by_another CHECK (num_nulls(signed_off_by, signed_off_at) <> 1 AND signed_off_by IS DISTINCT FROM user_id),
  constraint suspended_with_time CHECK (state <> 'suspended'::text OR suspended_at IS NOT NULL),
  constraint two_people_for_these_actions CHECK (second_person <> 'not needed'::text OR role_code <> 'super_user'::text OR NOT (all_actions OR actions && ARRAY['GRANT_PAY'::text, 'BANK_DETAILS_CONFIRM'::text, 'POSTING_CREATE'::text, 'PERIOD_CLOSE'::text, 'USER_MANAGE'::text])),
  constraint until_after_from CHECK (valid_until > COALESCE(valid_from, given_at)),
  constraint user_role_end_reason_check CHECK (btrim(end_reason) <> ''::text AND length(end_reason) <= 1000),
  constraint user_role_reason_check CHECK (btrim(reason) <> ''::text AND length(reason) <= 1000),
  constraint user_role_role_code_check CHECK (role_code = ANY (ARRAY['super_user'::text, 'auditor'::text, 'content_editor'::text, 'service_team'::text])),
  constraint user_role_second_person_check CHECK (second_person = ANY (ARRAY['needed'::text, 'not needed'::text, 'waived'::text])),
  constraint user_role_set_name_check CHECK (set_name ~ '^[a-z][a-z-]{1,40}$'::text),
  constraint user_role_state_check CHECK (state = ANY (ARRAY['requested'::text, 'active'::text, 'suspended'::text, 'declined'::text, 'withdrawn'::text, 'ended'::text]))
);
CREATE INDEX user_role_of_user ON user_role (realm, user_id) WHERE (ended_at IS NULL);
CREATE INDEX user_role_requested ON user_role (realm, given_at) WHERE (state = 'requested'::text);
alter table user_role enable row level security, force row level security;
create policy realm_of_book on user_role for select to portal
    using (realm::text = ((( SELECT b.realm
    FROM book b
    WHERE b.book::text = book()))::text));
create policy realm_of_connection on user_role to identity
    using (realm::text = realm())
    with check (realm::text = realm());
CREATE TRIGGER check_right BEFORE INSERT OR UPDATE ON user_role FOR EACH ROW EXECUTE FUNCTION check_right();
CREATE TRIGGER notify_access_change AFTER INSERT OR DELETE OR UPDATE ON user_role FOR EACH ROW EXECUTE FUNCTION notify_access_change_of_person();
CREATE TRIGGER notify_access_change_truncate AFTER TRUNCATE ON user_role FOR EACH STATEMENT EXECUTE FUNCTION notify_access_change_to_all();

create view applicant_to_screen with (security_invoker=true) as
 SELECT a.application_id,
    format('%s %s'::text, a.application_id, p.place) AS person_id,
    ARRAY["left"(btrim(p.name), 300)] AS names,
    "substring"(p.born, '^\s*([0-9]{4})(?:-[0-9]{2}-[0-9]{2})?\s*$'::text)::smallint AS birth_year
   FROM account_application a
     CROSS JOIN LATERAL ( SELECT 'donor '::text || d.place AS place,
            concat_ws(' '::text, d.one ->> 'firstName'::text, d.one ->> 'lastName'::text) AS name,
            d.one ->> 'birthDate'::text AS born
           FROM jsonb_array_elements(a.draft -> 'donors'::text) WITH ORDINALITY d(one, place)
        UNION ALL
         SELECT 'advisor'::text,
            concat_ws(' '::text, (a.draft -> 'advisor'::text) ->> 'firstName'::text, (a.draft -> 'advisor'::text) ->> 'lastName'::text) AS concat_ws,
            NULL::text
          WHERE ((a.draft -> 'advisor'::text) ->> 'has'::text) = 'yes'::text
        UNION ALL
         SELECT 'successor '::text || s.place,
            s.one ->> 'name'::text,
            s.one ->> 'yearOfBirth'::text
           FROM jsonb_array_elements(a.draft -> 'successors'::text) WITH ORDINALITY s(one, place)
          WHERE (s.one ->> 'charityId'::text) = ''::text) p
  WHERE (a.state = ANY (ARRAY['submitted'::text, 'asked'::text])) AND btrim(p.name) <> ''::text;

create view charity_to_screen with (security_invoker=true) as
 SELECT c.charity_id,
    ARRAY( SELECT DISTINCT "left"(btrim(n.n), 300) AS "left"
           FROM unnest(ARRAY[c.name, c.also_known_as, p.payee_name, p.other_names]) n(n)
          WHERE btrim(n.n) <> ''::text
          ORDER BY ("left"(btrim(n.n), 300))) AS names
   FROM known_charity c
     LEFT JOIN charity_profile p ON p.charity_id = c.charity_id;

create view current_user_role with (security_invoker=true) as
 SELECT realm,
    user_id,
    role_code,
    actions,
    served_book
   FROM user_role
  WHERE state = 'active'::text AND COALESCE(valid_from <= now(), true) AND COALESCE(valid_until > now(), true);

create view finding_that_holds with (security_invoker=true) as
 SELECT finding_id,
    subject_kind,
    subject_id,
    found_at,
    decided_by,
    decided_by_name,
    decided_at
   FROM screening_finding
  WHERE (subject_kind = ANY (ARRAY['person'::text, 'payer'::text])) AND (state = ANY (ARRAY['confirmed'::text, 'lifting'::text]));

create view held_account with (security_invoker=true) as
 SELECT a.account_id,
    f.finding_id,
    f.decided_by,
    f.decided_by_name,
    f.decided_at
   FROM finding_that_holds f
     CROSS JOIN LATERAL accounts_of_finding(f.subject_kind, f.subject_id, f.found_at, 'infinity'::date) a(account_id);

create view known_charity with (security_invoker=true) as
 SELECT v.charity_id,
        CASE v.country
            WHEN 'US'::text THEN 'vetted-us'::text
            ELSE 'vetted-uk'::text
        END AS register,
    substr(v.charity_id, 8) AS number,
    v.name,
    v.also_known_as,
    v.street,
    v.city,
    v.us_state AS state,
    v.postal_code,
    NULL::text AS ntee,
    NULL::text AS subsection,
    NULL::text AS foundation,
    NULL::text AS deductibility,
        CASE
            WHEN v.expires_on >= CURRENT_DATE THEN 'vetted'::text
            ELSE 'expired'::text
        END AS status,
    NULL::date AS removed_on,
    NULL::date AS delisted_on,
    NULL::bigint AS assets_whole_units,
    NULL::bigint AS income_whole_units,
    v.name_key,
    v.name_hash,
    NULL::integer AS address_hash,
    v.search_keys,
    true AS is_grantable,
    'vetting '::text || v.vetting_id AS source_file,
    1 AS source_line,
    NULL::bigint AS source_import,
    (v.decided_at AT TIME ZONE 'UTC'::text)::date AS vetted_on,
    NULL::date AS unread_on
   FROM charity_vetting v
  WHERE v.state = 'vetted'::text AND v.basis <> 'due-diligence'::text
UNION ALL
 SELECT c.charity_id,
    c.register,
    c.number,
    c.name,
    c.also_known_as,
    c.street,
    c.city,
    c.state,
    c.postal_code,
    c.ntee,
    c.subsection,
    c.foundation,
    c.deductibility,
    c.status,
    c.removed_on,
    c.delisted_on,
    c.assets_whole_units,
    c.income_whole_units,
    c.name_key,
    c.name_hash,
    c.address_hash,
    c.search_keys,
    c.is_grantable,
    c.source_file,
    c.source_line,
    c.source_import,
    NULL::date AS vetted_on,
    c.unread_on
   FROM charity c;

create view person_to_screen with (security_invoker=true) as
 SELECT r.account_id,
    COALESCE(y.user_id, y.party_id)::text AS person_id,
    ARRAY["left"(btrim(y.name), 300)] AS names,
        CASE
            WHEN y.user_id IS NULL THEN y.country
            ELSE NULL::text
        END AS country,
    'person'::text AS kind,
        CASE
            WHEN y.user_id IS NULL THEN ( SELECT s.year_of_birth
               FROM legacy_plan_share s
              WHERE s.book::text = r.book::text AND s.account_id = r.account_id AND s.party_id = r.party_id
              ORDER BY s.version DESC
             LIMIT 1)
            ELSE ( SELECT NULLIF(p.year_of_birth, ''::text)::smallint AS "nullif"
               FROM person_profile p
              WHERE p.realm::text = ((( SELECT b.realm
                       FROM book b
                      WHERE b.book::text = r.book::text))::text) AND p.user_id = y.user_id)
        END AS birth_year
   FROM account_relationship r
     JOIN party y ON y.book::text = r.book::text AND y.party_id = r.party_id
  WHERE r.ended_at IS NULL AND (r.account_role_code <> ALL (ARRAY['banker'::text, 'service_team'::text]))
UNION ALL
 SELECT c.account_id,
    c.payer_id AS person_id,
    ARRAY["left"(btrim(c.payer_name), 300)] AS names,
    NULL::text AS country,
    'payer'::text AS kind,
    NULL::smallint AS birth_year
   FROM contribution c
  WHERE c.state = 'received'::text AND btrim(c.payer_name) <> ''::text AND NOT (EXISTS ( SELECT
           FROM account_relationship r
             JOIN party y ON y.book::text = r.book::text AND y.party_id = r.party_id
          WHERE r.book::text = c.book::text AND r.account_id = c.account_id AND r.ended_at IS NULL AND (r.account_role_code <> ALL (ARRAY['banker'::text, 'service_team'::text])) AND lower(btrim(y.name)) = lower(btrim(c.payer_name))));

-- Says which entries an account of each status takes, so that an account that is not active receives only what its
-- status allows. A fund can become immobile while its payment is at the bank: what left is recorded nevertheless.
CREATE OR REPLACE FUNCTION public.accepts_posting(status text, section smallint, ledger text, amount_minor bigint, is_reversal boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE status WHEN 'Active'::text THEN true WHEN 'Entered'::text THEN ((section = 1) AND ((amount_minor > 0) OR is_reversal)) WHEN 'Immobile'::text THEN (is_reversal OR (section = ANY (ARRAY[3, 5, 6, 9])) OR ((section = 11) AND ((ledger = 'spendable'::text) = (amount_minor > 0))) OR ((section = 2) AND (ledger = 'pending'::text) AND (amount_minor < 0))) WHEN 'Held'::text THEN ((section = ANY (ARRAY[3, 9])) OR ((section = ANY (ARRAY[2, 6])) AND (amount_minor > 0)) OR ((section = 2) AND (ledger = 'pending'::text)) OR ((section = 11) AND ((ledger = 'spendable'::text) = (amount_minor > 0)))) ELSE false END;

-- Says whether a person of the account is confirmed to be on a sanctions list. It follows from the finding, so that
-- nothing but a decision about the finding ends it.
CREATE OR REPLACE FUNCTION public.account_is_held(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from finding_that_holds) then
    return false;
  end if;
  return exists (select from held_account h where h.account_id = account);
end $function$;

-- Says which accounts of the book a finding about a person or a payer concerned on a day: those of the person, except
-- as staff of the bank, also after they left them since they were found; and those that the payer had paid into,
-- whatever became of the contribution. An account may be named twice.
CREATE OR REPLACE FUNCTION public.accounts_of_finding(subject_kind text, subject_id text, found_at timestamp with time zone, on_day date)
 RETURNS TABLE(account_id uuid)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT r.account_id
    FROM (party y
      JOIN account_relationship r ON ((((r.book)::text = (y.book)::text) AND (r.party_id = y.party_id))))
   WHERE ((accounts_of_finding.subject_kind = 'person'::text) AND ((accounts_of_finding.subject_id = (y.user_id)::text) OR (accounts_of_finding.subject_id = (y.party_id)::text)) AND (r.account_role_code <> ALL (ARRAY['banker'::text, 'service_team'::text])) AND ((r.ended_at IS NULL) OR (r.ended_at > accounts_of_finding.found_at)) AND (r.since <= accounts_of_finding.on_day))
 UNION ALL
  SELECT c.account_id
    FROM contribution c
   WHERE ((accounts_of_finding.subject_kind = 'payer'::text) AND (c.payer_id = accounts_of_finding.subject_id) AND (COALESCE(c.gift_date, (c.entered_at)::date) <= accounts_of_finding.on_day));
END;

-- Adds the words of a vetted organization’s name to the dictionary, so that a search with a typing error finds it. The
-- dictionary is shared: it tells another realm a word at most, never an organization.
CREATE OR REPLACE FUNCTION public.add_charity_words(words jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with given as (
    select w.word, w.key, w.near from jsonb_to_recordset(words) as w (word text, key integer, near integer[])
      where length(w.word) <= 40 limit 60
  ), added as (
    insert into charity_word (word, word_key, frequency) select word, key, 1 from given
      on conflict (word) do update set frequency = greatest(charity_word.frequency, 1)
      returning word, xmax = 0 as is_new
  )
  insert into charity_word_variant (variant_key, word)
    select unnest(g.near), g.word from given g join added a using (word) where a.is_new
$function$;

-- who answered a check, and why, is recorded once; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.answer_book_check_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.answered_at is not null then
    raise exception 'the check % is answered', new.check_id
      using errcode = 'integrity_constraint_violation', constraint = 'check_answered_once';
  end if;
  return new;
end $function$;

-- Adds an event to the hash chain of its realm at commit, under a lock of the realm, so that the chain has no gap and
-- no fork. Nobody else may write to the chain.
CREATE OR REPLACE FUNCTION public.append_to_audit_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last record;
  number bigint;
  recorded timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('almoner:audit:' || new.realm, 0));
  -- A new statement sees the events that were committed while this transaction waited for the lock.
  select e.seq, e.hash into last from audit_event e where e.realm = new.realm order by e.seq desc limit 1;
  number := coalesce(last.seq, 0) + 1;
  last.hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  recorded := clock_timestamp();
  insert into audit_event (realm, seq, at, recorded_at, kind, user_id, actor_user_id, session_id, address, detail,
      previous_hash, hash)
    values (new.realm, number, new.at, recorded, new.kind, new.user_id, new.actor_user_id, new.session_id, new.address,
      new.detail, last.hash, audit_hash(last.hash, new.realm, number, new.at, recorded, new.kind, new.user_id,
        new.actor_user_id, new.session_id, new.address, new.detail));
  delete from audit_inbox i where i.realm = new.realm and i.entry_id = new.entry_id;
  return null;
end $function$;

-- Joins a certificate to the chain of its book at commit, so that the lock of the chain is held for the commit alone.
CREATE OR REPLACE FUNCTION public.append_to_certificates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last record;
  next_number bigint;
  whole text;
begin
  perform pg_advisory_xact_lock(hashtextextended('almoner:audit:' || (select b.realm from book b where b.book = new.book), 0));
  -- A new statement sees the certificates that were committed while this transaction waited for the lock.
  select c.number, c.digest into last from grant_certificate c where c.book = new.book order by c.number desc limit 1;
  next_number := coalesce(last.number, 0) + 1;
  whole := '{"book":' || to_json(new.book::text) || ',"number":"' || next_number || '","previous":"'
    || coalesce(encode(last.digest, 'hex'), repeat('0', 64)) || '","record":' || new.record || '}';
  insert into grant_certificate (book, number, grant_id, step, certificate, internal, digest)
    values (new.book, next_number, new.grant_id, new.step, whole, new.internal, sha256(convert_to(whole, 'UTF8')));
  delete from grant_certificate_inbox i where i.book = new.book and i.grant_id = new.grant_id and i.step = new.step;
  return null;
end $function$;

-- Says whether a starter or a signer may still read an application: it closes 30 days after its decision, and with
-- their relationship to its account. One rule for the application, the list and the signed document.
CREATE OR REPLACE FUNCTION public.application_is_open_to(application account_application, reader uuid, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select application.state not in ('accepted', 'declined', 'withdrawn')
    or coalesce(application.decided_at, application.changed_at) > at - interval '30 days'
      and (application.account_id is null or coalesce(
        (select bool_or(r.ended_at is null) from party p
          join account_relationship r on r.book = p.book and r.party_id = p.party_id
          where p.book = application.book and p.user_id = reader and r.account_id = application.account_id), true))
$function$;

-- Keeps balances and subtotals equal to the postings, in the transaction of the entry. It refuses entries that the
-- account’s status does not allow and grants above the available balance, also from commands that run at the same time.
CREATE OR REPLACE FUNCTION public.apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from added n
      where (select e.recorded_in from journal_entry e where e.book = n.book and e.entry_id = n.entry_id)
        <> pg_current_xact_id()
  ) then
    raise exception 'a recorded journal entry accepts no further postings'
      using errcode = 'integrity_constraint_violation', constraint = 'entry_complete';
  end if;
  insert into account_balance (book, account_id)
    select distinct n.book, n.account_id from added n where n.account_id is not null
    order by 1, 2
    on conflict do nothing;
  perform from account_balance b
    where (b.book, b.account_id) in (select n.book, n.account_id from added n where n.account_id is not null)
    order by b.book, b.account_id
    for update;
  -- Read while the balances are locked: an account that closes locks its balance too, so one of the two comes second.
  if exists (
    select from added n
      where n.account_id is not null and not accepts_posting(
        (select a.account_status from fund_account a where a.book = n.book and a.account_id = n.account_id),
        n.section, n.ledger, n.amount_minor,
        (select e.kind = 'reversal' from journal_entry e where e.book = n.book and e.entry_id = n.entry_id))
      and not (n.section in (8, 11) and exists (
        select from journal_entry e
          join estate_case c on c.book = e.book and c.case_id = e.case_id
          join fund_account a on a.book = c.book and a.account_id = c.account_id
          where e.book = n.book and e.entry_id = n.entry_id and c.account_id = n.account_id and c.state = 'distributing'
            and a.account_status = 'Immobile'))
  ) then
    raise exception 'the status of an account does not allow this entry'
      using errcode = 'check_violation', constraint = 'status_accepts_entry';
  end if;
  update account_balance b set
      spendable_minor = b.spendable_minor + d.spendable,
      excluded_minor = b.excluded_minor + d.excluded,
      pending_minor = b.pending_minor + d.pending
    from (
      select n.book, n.account_id,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'spendable'), 0) as spendable,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'excluded'), 0) as excluded,
        coalesce(sum(n.amount_minor) filter (where n.ledger = 'pending'), 0) as pending
      from added n where n.account_id is not null group by n.book, n.account_id
    ) d
    where b.book = d.book and b.account_id = d.account_id;
  insert into posting_subtotal as t (book, account_id, period, starts_on, section, ledger, amount_minor, postings)
    select n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger, sum(n.amount_minor), count(*)
    from added n
      cross join (values ('day'), ('month'), ('year')) d (period)
      cross join lateral (select date_trunc(d.period, n.effective_date::timestamp)::date as starts_on) s
    where n.account_id is not null
    group by n.book, n.account_id, d.period, s.starts_on, n.section, n.ledger
    on conflict (book, account_id, period, starts_on, section, ledger) do update
      set amount_minor = t.amount_minor + excluded.amount_minor, postings = t.postings + excluded.postings;
  if exists (
    select from added n
      join account_balance b on b.book = n.book and b.account_id = n.account_id
      where (n.section in (7, 8) or n.section = 11 and n.ledger = 'spendable')
        and n.amount_minor < 0 and b.spendable_minor < 0
  ) then
    raise exception 'a grant or a transfer would make the available balance negative'
      using errcode = 'check_violation', constraint = 'available_balance_not_negative';
  end if;
  if exists (
    select from added n
      join account_balance b on b.book = n.book and b.account_id = n.account_id
      where b.pending_minor < 0 or b.excluded_minor < 0
  ) then
    raise exception 'pending grants and excluded assets cannot be negative'
      using errcode = 'check_violation', constraint = 'pending_and_excluded_not_negative';
  end if;
  return null;
end $function$;

-- Whether a fee could be charged on these terms: the rules of faultOfTerms (src/domain/fee-terms.ts) that need no other
-- version.
CREATE OR REPLACE FUNCTION public.are_fee_terms(terms jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tier jsonb;
  place integer := 0;
  count integer;
  lower_end numeric := 0;
begin
  if jsonb_typeof(terms) is distinct from 'object' or jsonb_typeof(terms -> 'tiers') is distinct from 'array'
    or coalesce(terms ->> 'from', '') !~ '^\d{4}-\d{2}-01$'
    or coalesce(terms ->> 'every', '') not in ('month', 'quarter')
    or coalesce(terms ->> 'charged', '') not in ('in-arrears', 'in-advance')
    or coalesce(terms ->> 'excludedAssets', '') not in ('included', 'left-out')
    or coalesce(terms ->> 'minimumPerYearMinor', '') !~ '^\d{1,15}$'
    or terms ->> 'every' = 'quarter' and substr(terms ->> 'from', 6, 2) not in ('01', '04', '07', '10') then
    return false;
  end if;
  count := jsonb_array_length(terms -> 'tiers');
  if count not between 1 and 20 then
    return false;
  end if;
  for tier in select value from jsonb_array_elements(terms -> 'tiers') loop
    place := place + 1;
    if coalesce(tier ->> 'millionths', '') !~ '^\d{1,7}$' or (tier ->> 'millionths')::integer > 1000000
      or (tier ->> 'upToMinor' is null) <> (place = count) then
      return false;
    end if;
    if place < count then
      if tier ->> 'upToMinor' !~ '^\d{1,15}$' or (tier ->> 'upToMinor')::numeric <= lower_end then
        return false;
      end if;
      lower_end := (tier ->> 'upToMinor')::numeric;
    end if;
  end loop;
  return true;
end $function$;

-- Hashes an event’s fields, each with its length, so that different events never have the same input.
-- src/server/audit/event-hash.ts repeats it, so that verification need not trust the database.
CREATE OR REPLACE FUNCTION public.audit_hash(previous_hash bytea, realm text, seq bigint, at timestamp with time zone, recorded_at timestamp with time zone, kind text, user_id uuid, actor_user_id uuid, session_id uuid, address inet, detail jsonb)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select sha256(previous_hash || convert_to(string_agg(coalesce(octet_length(part) || ':' || part, '-'), '' order by nr), 'UTF8'))
    from unnest(array[
      realm, seq::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), kind, user_id::text, actor_user_id::text,
      session_id::text, address::text, detail::text
    ]) with ordinality as parts (part, nr)
$function$;

-- Returns the book of the connection’s login role, which no SQL on the connection can change; null for other roles. It
-- has no search path, so that PostgreSQL inlines it into the policies.
CREATE OR REPLACE FUNCTION public.book()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CASE WHEN starts_with((SESSION_USER)::text, 'book_'::text) THEN substr((SESSION_USER)::text, 6) ELSE NULL::text END COLLATE "default");

-- Builds the indexes of the register again after a large load. Only the owner of a table may do so, hence SECURITY
-- DEFINER.
CREATE OR REPLACE FUNCTION public.build_charity_indexes()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  alter table public.charity add constraint charity_pkey primary key (charity_id);
  create index charity_name_hash on public.charity (name_hash);
  create index charity_address_hash on public.charity (address_hash) where address_hash is not null;
  create index charity_search_keys on public.charity using gin (search_keys) with (fastupdate = on);
$function$;

-- Builds the index of the dictionary again after a large load. A load merges words on a second connection, hence a
-- function beside build_charity_indexes.
CREATE OR REPLACE FUNCTION public.build_word_index()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  create index charity_word_variant_key on public.charity_word_variant (variant_key);
$function$;

-- An instant as a certificate has it, in UTC.
CREATE OR REPLACE FUNCTION public.certificate_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;

-- Writes what a recommendation, an approval or a payment relied on, in its transaction, so that no path leaves without
-- its certificate. It reads as the connection that decides.
CREATE OR REPLACE FUNCTION public.certify_grant_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  realm_of_book text;
  currency_of_book text;
  evidence jsonb := coalesce(new.evidence, '{}');
  vetting_of_evidence uuid := coalesce(substr(evidence -> 'basis' ->> 'vetting', 9), evidence -> 'dueDiligence' ->> 'vettingId')::uuid;
  internal_text text;
begin
  select b.realm, b.currency into realm_of_book, currency_of_book from book b where b.book = new.book;
  select row_to_json(i)::text into internal_text from (
    select
      (evidence ->> 'controlsSupported')::boolean as "controlsSupported",
      (select d from (select new.actor_name as name, new.on_behalf_of as "onBehalfOf", new.actor_side as side, new.actor_user_id as "userId") d)
        as "decidedBy",
      array(select p from (select encode(v.sha256, 'hex') as digest, v.name from charity_vetting_paper v
        where v.realm = realm_of_book and v.vetting_id = vetting_of_evidence order by v.paper_id limit 100) p) as papers,
      new.reason,
      -- The digest would otherwise let a donor test guesses.
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') as salt,
      array(select s from (
        select
            array(select f from (select certificate_time(x.decided_at) as "decidedAt", x.decided_by_name as "decidedBy", x.finding_id as id,
                x.listed_name as "listedName", x.our_name as "ourName", x.reason, x.state
              from screening_finding x
              where x.realm = realm_of_book and x.subject_kind = y.subject_kind and x.subject_id = y.subject_id and x.list = d.list
                and x.state <> 'gone'
              order by x.finding_id limit 20) f) as findings,
            d.list, v.list_date as "listDate", v.digest as "listDigest", d.matcher_version as matcher,
            d.names, certificate_time(d.screened_at) as "screenedAt", d.subject_id as "subjectId", d.subject_kind as "subjectKind",
            d.version_id::text as version
          from screened_for_grants(array[new.grant_id]) y
            join screened_subject d on d.realm = realm_of_book and d.subject_kind = y.subject_kind and d.subject_id = y.subject_id
            join sanctions_list_version v on v.version_id = d.version_id
          order by d.subject_kind, d.subject_id, d.list limit 200) s) as screening,
      (select w from (select v.basis, certificate_time(v.decided_at) as "decidedAt", v.expires_on as "expiresOn", v.vetting_id as id
        from charity_vetting v where v.realm = realm_of_book and v.vetting_id = vetting_of_evidence) w) as vetting
  ) i;
  insert into grant_certificate_inbox (book, grant_id, step, record, internal)
    select new.book, new.grant_id, new.step, row_to_json(r)::text, internal_text from (
      select
        (select c from (select evidence ->> 'registerAddress' as address,
          class_of_foundation_code(evidence -> 'basis' ->> 'foundation') as class509,
          evidence -> 'basis' ->> 'deductibility' as "deductibilityCode",
          evidence -> 'basis' ->> 'foundation' as "foundationCode",
          coalesce(evidence ->> 'name', g.charity_name) as name,
          coalesce(evidence ->> 'charityId', g.charity_id) as number,
          evidence ->> 'register' as register,
          evidence -> 'basis' ->> 'status' as status,
          evidence -> 'basis' ->> 'subsection' as "subsectionCode") c) as charity,
        (select d from (select certificate_time(new.at) as at, case when new.actor_side = 'fund' then new.actor_name end as by,
          new.message, new.actor_side as side, new.step, new.transition as what) d) as decision,
        (select e from (select evidence ->> 'outcome' as outcome, evidence ->> 'readAt' as "readAt", evidence ->> 'reason' as reason) e)
          as eligibility,
        (select h from (select g.amount_minor::text as "amountMinor", currency_of_book as currency, a.fund_id::text as "fundId", g.grant_id as id,
          g.recommended_on as "recommendedOn", g.transaction_id::text as "transactionId") h) as "grant",
        encode(sha256(convert_to(internal_text, 'UTF8')), 'hex') as "internalDigest",
        (select f from (select
          (select i.sha256 from register_import_file i
            where i.file_name = evidence ->> 'sourceFile' and i.file_date = (evidence ->> 'fileDate')::date
            order by i.import_id desc limit 1) as digest,
          evidence ->> 'sourceFile' as file, evidence ->> 'fileDate' as "fileDate", evidence ->> 'sourceLine' as line) f) as register,
        1 as version
      from grant_recommendation g join fund_account a on a.book = g.book and a.account_id = g.account_id
      where g.book = new.book and g.grant_id = new.grant_id
    ) r;
  return null;
end $function$;

-- Hashes a change record, so that the audit log holds its digest and a later edit shows.
-- src/server/changes/change-digest.queries.ts repeats it.
CREATE OR REPLACE FUNCTION public.change_digest(r change_record)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select sha256(convert_to(string_agg(coalesce(octet_length(part) || ':' || part, '-'), '' order by nr), 'UTF8'))
    from unnest(array[
      r.book::text, r.change_id::text, r.account_id::text, r.subject, r.subject_id::text, r.revision::text, r.kind,
      r.before_change::text, r.after_change::text, r.actor_user_id::text, r.actor_name, r.actor_side, r.on_behalf_of::text,
      r.session_id::text, r.address::text, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      to_char(r.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
    ]) with ordinality as parts (part, nr)
$function$;

-- what a contribution consists of changes only while it is announced and has not arrived; this also holds against
-- faults of the server
CREATE OR REPLACE FUNCTION public.check_announcement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.way is null or old.state not in ('announced', 'expected') or new.state <> old.state or new.revision <> old.revision + 1 then
    raise exception 'the contribution % cannot be changed', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'changed_until_it_arrives';
  end if;
  return new;
end $function$;

-- Allows only the transitions of an application’s state machine, and submission only when all have signed.
CREATE OR REPLACE FUNCTION public.check_application_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('draft', 'signing'), ('draft', 'withdrawn'), ('signing', 'draft'), ('signing', 'submitted'),
      ('signing', 'withdrawn'), ('submitted', 'asked'), ('submitted', 'draft'), ('submitted', 'accepted'), ('submitted', 'declined'),
      ('submitted', 'withdrawn'), ('asked', 'submitted'), ('asked', 'draft'), ('asked', 'declined'), ('asked', 'withdrawn')) then
    raise exception 'the application % cannot go from % to %', new.application_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'application_state';
  end if;
  if new.state = 'submitted' and exists (select from application_signer s where s.book = new.book
      and s.application_id = new.application_id and s.attempt = new.attempt and s.state <> 'signed') then
    raise exception 'not everyone has signed the application %', new.application_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  return new;
end $function$;

-- Keeps who applied a bank file, and when: a file is applied once.
CREATE OR REPLACE FUNCTION public.check_bank_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.applied_at is not null and (new.applied_by, new.applied_by_name, new.applied_at, new.file_name)
      is distinct from (old.applied_by, old.applied_by_name, old.applied_at, old.file_name) then
    raise exception 'the bank file % is applied', new.bank_file_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_file_applied_once';
  end if;
  return new;
end $function$;

-- only a debit that nothing explains is explained by a person; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_bank_line_explanation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Waits for a file that is matching the line, or storing its parts.
  perform from bank_line l where l.book = new.book and l.bank_line_id = new.bank_line_id and not l.is_credit
    and num_nonnulls(l.payment_id, l.run_id, l.same_as) = 0 for update;
  if not found or exists (select from bank_line p where p.book = new.book and p.part_of = new.bank_line_id) then
    raise exception 'the bank line % needs no explanation', new.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_unexplained';
  end if;
  if new.credit_line_id is not null and not exists (
    select from bank_line l join bank_line c on c.book = l.book and c.bank_line_id = new.credit_line_id
    where l.book = new.book and l.bank_line_id = new.bank_line_id and c.is_credit and c.amount_minor = l.amount_minor
      and c.bank_account <> l.bank_account) then
    raise exception 'the credit % is not that of the debit %', new.credit_line_id, new.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'own_transfer_pairs_equal_amounts';
  end if;
  return new;
end $function$;

-- Keeps the match of a bank line: it is matched once, so that one line never confirms two payments.
CREATE OR REPLACE FUNCTION public.check_bank_line_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (new.payment_id, new.run_id) is distinct from (old.payment_id, old.run_id)
    and (num_nonnulls(old.payment_id, old.run_id, old.same_as) > 0
      or exists (select from bank_line_explanation e where e.book = old.book and e.bank_line_id = old.bank_line_id
        and e.withdrawn_at is null)
      or exists (select from suspense_item i where i.book = old.book and i.bank_line_id = old.bank_line_id
        and i.state in ('matched', 'returned', 'transferred', 'own'))) then
    raise exception 'the bank line % is matched', old.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $function$;

-- a debit that a person has explained gets no parts afterwards; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_bank_line_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from bank_line_explanation e where e.book = new.book and e.bank_line_id = new.part_of
    and e.withdrawn_at is null) then
    raise exception 'the bank line % is explained', new.part_of
      using errcode = 'integrity_constraint_violation', constraint = 'bank_line_matched_once';
  end if;
  return new;
end $function$;

-- the months of a bank account are signed off in order; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_bank_reconciliation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last date := (select max(r.month) from bank_reconciliation r where r.book = new.book and r.bank_account = new.bank_account);
begin
  if new.month <> last + interval '1 month' then
    raise exception 'the month % does not follow %', new.month, last
      using errcode = 'integrity_constraint_violation', constraint = 'bank_reconciliations_in_order';
  end if;
  return new;
end $function$;

-- Checks at commit that the shares of an estate case are the whole, so that no part of the balance is left over or
-- promised twice.
CREATE OR REPLACE FUNCTION public.check_case_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select sum(s.share_hundredths) from estate_share s where s.book = new.book and s.case_id = new.case_id) <> 10000 then
    raise exception 'the shares of the case % are not the whole', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_shares';
  end if;
  return null;
end $function$;

-- Allows only the transitions of an estate case. A case cannot be cancelled once money has left, and ends as closed
-- only with a closed fund.
CREATE OR REPLACE FUNCTION public.check_case_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('opened', 'distributing'), ('opened', 'completed'), ('opened', 'cancelled'),
      ('distributing', 'completed'), ('distributing', 'cancelled')) then
    raise exception 'the case % cannot go from % to %', new.case_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'case_state';
  end if;
  if new.state = 'cancelled' and exists (select from estate_payout p where p.book = new.book and p.case_id = new.case_id) then
    raise exception 'money of the case % has left the fund', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_cancelled_before_payouts';
  end if;
  if new.outcome = 'closed' and exists (select from fund_account a
      where a.book = new.book and a.account_id = new.account_id and a.account_status <> 'Closed') then
    raise exception 'the fund of the case % is not closed', new.case_id
      using errcode = 'integrity_constraint_violation', constraint = 'case_closed_with_fund';
  end if;
  return new;
end $function$;

-- Keeps the decision about a notice of change: it is taken once.
CREATE OR REPLACE FUNCTION public.check_change_notice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'open' then
    raise exception 'the notice of change % is decided', new.notice_id
      using errcode = 'integrity_constraint_violation', constraint = 'change_notice_decided';
  end if;
  return new;
end $function$;

-- A void number stays void. A number comes back only while nothing could be printed, so a used one never does.
CREATE OR REPLACE FUNCTION public.check_cheque_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (new.book, new.number, new.box_id) is distinct from (old.book, old.number, old.box_id)
      or (old.state, new.state) not in (('blank', 'issued'), ('blank', 'void'), ('issued', 'blank'), ('issued', 'void'))
      or old.state = 'issued' and new.state = 'void' and new.payment_id is distinct from old.payment_id
      or old.state = 'blank' and new.state = 'void' and new.payment_id is not null then
    raise exception 'the number % cannot go from % to %', old.number, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'cheque_number_state';
  end if;
  -- A cheque may have been printed since the register of its run was released.
  if old.state = 'issued' and new.state = 'blank' and exists (
      select from payment p
        join payment_run_event e on e.book = p.book and e.run_id = p.run_id and e.kind = 'released'
      where p.book = old.book and p.payment_id = old.payment_id
        and e.step > (select max(a.step) from payment_run_event a where a.book = p.book and a.run_id = p.run_id and a.kind = 'approved')) then
    raise exception 'the cheque % may have been printed', old.number
      using errcode = 'integrity_constraint_violation', constraint = 'used_number_is_kept';
  end if;
  return new;
end $function$;

-- A cheque is reprinted between the release of its run and its posting, by somebody who did not release it.
CREATE OR REPLACE FUNCTION public.check_cheque_reprint()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
      where p.book = new.book and p.payment_id = new.payment_id and r.run_id = new.run_id and p.cheque_number = new.spoiled_number
        and p.removed_at is null and p.rejected_at is null
        and r.method = 'cheque' and r.state = 'approved' and r.released_at is not null and r.released_by <> new.reprinted_by) then
    raise exception 'the cheque % cannot be reprinted by %', new.spoiled_number, new.reprinted_by
      using errcode = 'integrity_constraint_violation', constraint = 'reprint_before_posting';
  end if;
  return new;
end $function$;

-- a schedule charges no day twice, and no fee that a reduction has changed since; this also holds against faults of the
-- server
CREATE OR REPLACE FUNCTION public.check_confirmed_fee_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run mine join fee_run r on r.book = mine.book and r.schedule = mine.schedule and r.batch_id <> mine.batch_id
          and r.period_from <= mine.period_to and r.period_to >= mine.period_from
        join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
      where mine.book = new.book and mine.batch_id = new.batch_id and b.state in ('applying', 'applied', 'reversing')) then
    raise exception 'the period of the fee run % was charged meanwhile', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_period_once';
  end if;
  -- The fees were computed when the run was entered.
  if exists (
      select from fee_run r join fee_reduction f on f.book = r.book and f.schedule = r.schedule
          and f.starts_on <= r.period_to and greatest(f.ends_on, f.ended_at::date) >= r.period_from
      where r.book = new.book and r.batch_id = new.batch_id and f.confirmed_at is not null and greatest(f.confirmed_at, f.ended_at) > new.entered_at) then
    raise exception 'a reduction was decided since the fee run % was computed', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_run_reductions';
  end if;
  return new;
end $function$;

-- Refuses that an editor approves a text that needs two people, that a text goes live before its time, and that a
-- version is unscheduled once it is live.
CREATE OR REPLACE FUNCTION public.check_content_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  version content_version;
begin
  select v.* into version from content_version v
    where (v.realm, v.client, v.kind, v.name, v.number) = (new.realm, new.client, new.kind, new.name, new.number);
  if new.decision = 'approved' then
    if version.needs_dual_control and new.decided_by = any (version.editors) then
      raise exception 'an editor or the submitter of a text cannot approve it'
        using errcode = 'integrity_constraint_violation', constraint = 'content_dual_control';
    end if;
    if new.live_at < version.publish_at then
      raise exception 'a text cannot go live before its publication time'
        using errcode = 'integrity_constraint_violation', constraint = 'content_not_before_publish_at';
    end if;
  elsif new.decision = 'unscheduled' and not exists (
    select from content_decision d
    where (d.realm, d.client, d.kind, d.name, d.number) = (new.realm, new.client, new.kind, new.name, new.number)
      and d.decision = 'approved' and d.live_at > new.decided_at
  ) then
    raise exception 'only a version that is not live yet can be unscheduled'
      using errcode = 'integrity_constraint_violation', constraint = 'content_not_yet_live';
  end if;
  return new;
end $function$;

-- Allows one version of a text to wait for approval at a time. Submitting locks the row of the text, so that two
-- submissions are not checked at once.
CREATE OR REPLACE FUNCTION public.check_content_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from content_version v
    where (v.realm, v.client, v.kind, v.name) = (new.realm, new.client, new.kind, new.name)
      and not exists (
        select from content_decision d
        where (d.realm, d.client, d.kind, d.name, d.number) = (v.realm, v.client, v.kind, v.name, v.number))
  ) then
    raise exception 'another version is pending approval'
      using errcode = 'integrity_constraint_violation', constraint = 'content_one_pending_version';
  end if;
  return new;
end $function$;

-- Checks at commit that contributions of securities list their assets, and others list none.
CREATE OR REPLACE FUNCTION public.check_contribution_assets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  contribution_kind text;
  lines bigint;
begin
  select c.kind into contribution_kind from contribution c where c.book = new.book and c.contribution_id = new.contribution_id;
  select count(*) into lines from contribution_asset a where a.book = new.book and a.contribution_id = new.contribution_id;
  if (contribution_kind = 'securities') <> (lines > 0) then
    raise exception 'the contribution % of the kind % has % lines of assets', new.contribution_id, contribution_kind, lines
      using errcode = 'integrity_constraint_violation', constraint = 'assets_of_securities';
  end if;
  return null;
end $function$;

-- Allows only the transitions of a contribution’s document, and the state signed only when all have signed.
CREATE OR REPLACE FUNCTION public.check_contribution_document_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('preparing', 'pending'), ('preparing', 'voided'), ('pending', 'signed'), ('pending', 'declined'),
      ('pending', 'voided'), ('signed', 'filed')) then
    raise exception 'the contribution document % cannot go from % to %', new.contribution_document_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_document_state';
  end if;
  if new.state = 'signed' and exists (select from contribution_signer s where s.book = new.book
      and s.contribution_document_id = new.contribution_document_id and s.state <> 'signed') then
    raise exception 'not everyone has signed the contribution document %', new.contribution_document_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  return new;
end $function$;

-- allows only the transitions of a contribution. A reversal needs the entry that reverses its own, and an account that
-- still has the money, unless its check bounced
CREATE OR REPLACE FUNCTION public.check_contribution_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('announced', 'expected'), ('announced', 'received'), ('announced', 'cancelled'),
      ('expected', 'received'), ('expected', 'cancelled'), ('received', 'reversed'), ('received', 'bounced')) then
    raise exception 'the contribution % cannot go from % to %', new.contribution_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'contribution_state';
  end if;
  -- The reversal is that of the contribution's own entry.
  if new.state in ('reversed', 'bounced') and not exists (
      select from journal_entry e
        where e.book = new.book and e.entry_id = new.reversal_entry_id and e.reverses_entry_id = old.entry_id) then
    raise exception 'the entry does not reverse the contribution %', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_reversal';
  end if;
  -- The ledger lets a reversal take an account below zero. This one would take back what is granted already; its entry is posted before,
  -- and has locked the balance. A check that bounced is taken back whatever the account has, because its money never came.
  if new.state = 'reversed' and exists (
      select from account_balance b
        where b.book = new.book and b.account_id = new.account_id and (b.spendable_minor < 0 or b.excluded_minor < 0)) then
    raise exception 'the account % no longer has the contribution', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'available_balance_not_negative';
  end if;
  return new;
end $function$;

-- an entry takes the place of another only once that one is reversed, so that nothing counts twice; this also holds
-- against faults of the server
CREATE OR REPLACE FUNCTION public.check_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from journal_entry r where r.book = new.book and r.reverses_entry_id = new.corrects_entry_id) then
    raise exception 'the entry % stands in the place of one that was not reversed', new.entry_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrects_a_reversed_entry';
  end if;
  return new;
end $function$;

-- a credit waits for one decision; this also holds for two that are filed at the same moment
CREATE OR REPLACE FUNCTION public.check_decision_of_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  item record;
begin
  select i.item_id, i.bank_line_id into item from suspense_item i
    where i.book = new.book and case new.kind when 'suspense-item' then i.item_id = new.subject_id
      else i.bank_line_id = (new.input ->> 'creditLineId')::uuid end
    for update;
  if exists (select from posting_request r where r.book = new.book and r.state = 'requested'
    and (r.subject_id = item.item_id or r.kind = 'bank-debit' and r.input ->> 'creditLineId' = item.bank_line_id::text)) then
    raise exception 'a decision about the credit % waits already', item.bank_line_id
      using errcode = 'integrity_constraint_violation', constraint = 'one_open_decision_of_credit';
  end if;
  return new;
end $function$;

-- no more of a line is sold or released than was received, to the unit and to the cent; this also holds against faults
-- of the server
CREATE OR REPLACE FUNCTION public.check_disposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  held record;
  gone record;
begin
  select h.units, h.gift_value_minor, c.state into held
    from contribution_holding h join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
    where h.book = new.book and h.holding_id = new.holding_id for update of c;
  select coalesce(sum(d.units), 0) + new.units as units, coalesce(sum(d.gift_value_minor), 0) + new.gift_value_minor as minor into gone
    from holding_disposal d where d.book = new.book and d.holding_id = new.holding_id and d.reversed_at is null;
  if held.state <> 'received' or gone.units > held.units or gone.minor > held.gift_value_minor
    or (gone.units = held.units and gone.minor <> held.gift_value_minor) then
    raise exception 'the holding % has less than this', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'disposed_of_what_is_held';
  end if;
  return new;
end $function$;

-- a sale is reversed once and as a whole; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_disposal_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.reversed_at is not null or exists (
      select from unnest(array[new.difference_entry_id, new.release_entry_id, new.fee_entry_id]) e (entry_id)
        where e.entry_id is not null and not exists (
          select from journal_entry r where r.book = new.book and r.reverses_entry_id = e.entry_id)) then
    raise exception 'the disposal % is reversed once, with all of its entries', new.disposal_id
      using errcode = 'integrity_constraint_violation', constraint = 'disposal_reversed_whole';
  end if;
  return new;
end $function$;

-- a contribution is not reversed while a sale or a release of its assets stands; this also holds against faults of the
-- server
CREATE OR REPLACE FUNCTION public.check_disposals_of_taken_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
      select from contribution_holding h join holding_disposal d on d.book = h.book and d.holding_id = h.holding_id
        where h.book = new.book and h.contribution_id = new.contribution_id and d.reversed_at is null) then
    raise exception 'assets of the contribution % were sold or released', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'assets_are_held';
  end if;
  return new;
end $function$;

-- Allows only the transitions of a document: what was removed or quarantined does not come back.
CREATE OR REPLACE FUNCTION public.check_document_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('storing', 'stored'), ('storing', 'quarantined'), ('storing', 'removed'), ('stored', 'removed'),
      ('quarantined', 'removed')) then
    raise exception 'the document % cannot go from % to %', new.document_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'document_state';
  end if;
  return new;
end $function$;

-- Keeps finished work finished, so that what was done is not done again.
CREATE OR REPLACE FUNCTION public.check_due_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the work % of % is finished', old.work, old.day
    using errcode = 'integrity_constraint_violation', constraint = 'due_work_finished';
end $function$;

-- Checks at commit that an entry is complete and balanced, and that a transfer moves money only between funds. It waits
-- for the commit, because an entry and its postings are separate rows.
CREATE OR REPLACE FUNCTION public.check_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  found record;
begin
  select count(p.line) as lines, max(p.line) as last_line, coalesce(sum(p.amount_minor), 0) as total,
      bool_and(p.effective_date = e.effective_date) as dates_agree,
      bool_and(e.kind <> 'transfer' or p.section is not null and p.section in (7, 8)) as transfer_sections_valid
    into found
    from journal_entry e left join posting p on p.book = e.book and p.entry_id = e.entry_id
    where e.book = new.book and e.entry_id = new.entry_id;
  if found.lines < 2 or found.last_line <> found.lines or found.total <> 0 or not found.dates_agree or exists (
    select from posting p where p.book = new.book and p.entry_id = new.entry_id and p.section in (9, 11)
      group by p.account_id, p.section having sum(p.amount_minor) <> 0
  ) then
    raise exception 'journal entry % is not balanced: % postings, sum %', new.entry_id, found.lines, found.total
      using errcode = 'check_violation', constraint = 'entry_balanced';
  end if;
  if found.transfer_sections_valid is not true then
    raise exception 'journal entry % is a transfer and may only move money between funds', new.entry_id
      using errcode = 'check_violation', constraint = 'transfer_sections';
  end if;
  return null;
end $function$;

-- Allows only the transitions of an envelope, and the state signed only when all have signed.
CREATE OR REPLACE FUNCTION public.check_envelope_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('preparing', 'sent'), ('sent', 'signed'), ('sent', 'declined'), ('sent', 'voided'),
      ('preparing', 'voided'), ('signed', 'completed')) then
    raise exception 'the envelope % cannot go from % to %', new.envelope_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'envelope_state';
  end if;
  if new.state = 'signed' and exists (select from envelope_signer s
      where s.book = new.book and s.envelope_id = new.envelope_id and s.state <> 'signed') then
    raise exception 'not everyone has signed the envelope %', new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'everybody_signed';
  end if;
  new.state_since := clock_timestamp();
  return new;
end $function$;

-- Keeps where a share goes once it is ready or declined. Only a redirection that a second person confirmed changes it.
CREATE OR REPLACE FUNCTION public.check_estate_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state in ('ready', 'declined') and (new.state <> 'ready' or not exists (
      select from estate_redirection r
        where r.book = new.book and r.share_id = new.share_id and r.confirmed_at is not null
          and r.to_charity_id is not distinct from new.to_charity_id and r.to_account_id is not distinct from new.to_account_id)) then
    raise exception 'where the share % goes is decided', new.share_id
      using errcode = 'integrity_constraint_violation', constraint = 'share_decided';
  end if;
  return new;
end $function$;

-- a schedule charges no day twice; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_fee_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
      where r.book = new.book and r.schedule = new.schedule and r.batch_id <> new.batch_id
        and r.period_from <= new.period_to and r.period_to >= new.period_from and b.state in ('applying', 'applied', 'reversing')) then
    raise exception 'the fee schedule % has charged days of this period', new.schedule
      using errcode = 'integrity_constraint_violation', constraint = 'fee_period_once';
  end if;
  return new;
end $function$;

-- No one sets terms of a fee without a second person, for days that were charged, or in a closed month; this also holds
-- against faults of the server.
CREATE OR REPLACE FUNCTION public.check_fee_terms_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' and new.state <> 'waiting' then
    raise exception 'new terms of a fee schedule begin with one person and wait for another'
      using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_begin';
  end if;
  if new.state = 'made' then
    perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
    if new.revision <> 1 + (select coalesce(max(c.revision), 0) from fee_terms_change c where c.book = new.book and c.schedule = new.schedule) then
      raise exception 'the revision of the fee schedule % does not follow the last one', new.schedule
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_follow';
    end if;
    if exists (
        select from fee_run r join posting_batch b on b.book = r.book and b.batch_id = r.batch_id
        where r.book = new.book and r.schedule = new.schedule and r.period_to >= new.starts_on
          and (b.state in ('applying', 'applied', 'reversing') or b.state = 'entered' and exists (
            select from posting_request q where q.book = b.book and q.batch_id = b.batch_id and q.state = 'requested'))) then
      raise exception 'the fee schedule % has charged days after %', new.schedule, new.starts_on
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_after_charged_days';
    end if;
    if exists (
        select from month_close m where m.book = new.book and m.reopened_at is null and m.month + interval '1 month' > new.starts_on) then
      raise exception 'the terms of the fee schedule % would begin in a closed month', new.schedule
        using errcode = 'integrity_constraint_violation', constraint = 'fee_terms_in_an_open_month';
    end if;
  end if;
  return new;
end $function$;

-- a fee is written off as a request says; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_fee_write_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from posting_request q where q.book = new.book and q.request_id = new.request_id and q.kind = 'write-off-fee'
    and q.account_id = new.account_id and q.amount_minor = new.amount_minor and q.reason is not null and q.state = 'requested';
  if not found then
    raise exception 'no request asks to write off this fee of the account %', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_write_off_requested';
  end if;
  return new;
end $function$;

-- no more ends with the reversal of batches than was written off
CREATE OR REPLACE FUNCTION public.check_fee_write_off_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select sum(p.amount_minor) from fee_write_off_part p where p.book = new.book and p.request_id = new.request_id)
    > (select w.amount_minor from fee_write_off w where w.book = new.book and w.request_id = new.request_id) then
    raise exception 'the parts of the write-off % are more than it is', new.request_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_write_off_parts';
  end if;
  return null;
end $function$;

-- the date of gift is not after the effective date of the entry, which the row of the contribution does not have
CREATE OR REPLACE FUNCTION public.check_gift_date()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from journal_entry e
      where e.book = new.book and e.entry_id = new.entry_id and e.effective_date >= new.gift_date) then
    raise exception 'the contribution % was given after its account had it', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'gift_date_until_effective_date';
  end if;
  return new;
end $function$;

-- Keeps the outcome of a schedule’s date, and its days, so that a date recommends its grant once.
CREATE OR REPLACE FUNCTION public.check_grant_occurrence()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'waiting' or (new.number, new.nominal_on, new.due_on) is distinct from (old.number, old.nominal_on, old.due_on) then
    raise exception 'occurrence % of schedule % is %', old.number, old.schedule_id, old.state
      using errcode = 'integrity_constraint_violation', constraint = 'grant_occurrence_decided';
  end if;
  return new;
end $function$;

-- an asset has each document once, twenty at most, and only those of its own account or of the one that it moved from
CREATE OR REPLACE FUNCTION public.check_holding_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  digest bytea;
begin
  -- One upload at a time for each contribution, so that the count holds.
  perform from contribution_holding h join contribution c on c.book = h.book and c.contribution_id = h.contribution_id
    where h.book = new.book and h.holding_id = new.holding_id for update of c;
  select d.sha256 into digest from document d
    where d.book = new.book and d.document_id = new.document_id and d.type = 'asset' and d.state = 'stored'
      and exists (select from contribution_holding h where h.book = d.book and h.holding_id = new.holding_id
        and (h.account_id = d.account_id
          or exists (select from holding_document o where o.book = d.book and o.document_id = d.document_id)));
  if not found then
    raise exception 'the document % is not about an asset of this account', new.document_id
      using errcode = 'integrity_constraint_violation', constraint = 'document_of_asset';
  end if;
  if exists (select from holding_document o join document d on d.book = o.book and d.document_id = o.document_id
      where o.book = new.book and o.holding_id = new.holding_id and d.state = 'stored' and d.sha256 = digest) then
    raise exception 'the asset % has this document', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'document_of_asset_once';
  end if;
  if (select count(*) from holding_document o where o.book = new.book and o.holding_id = new.holding_id) >= 20 then
    raise exception 'the asset % has twenty documents', new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_asset';
  end if;
  return new;
end $function$;

-- a line is released by a case of its own account; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_holding_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from contribution_holding h join posting p on p.book = h.book and p.account_id = h.account_id and p.ledger = 'excluded'
        join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
        where h.book = new.book and h.holding_id = new.holding_id and e.entry_id = new.entry_id and e.kind = 'release'
          and e.case_id is not null) then
    raise exception 'the entry % is no release of a case of the account of the line %', new.entry_id, new.holding_id
      using errcode = 'integrity_constraint_violation', constraint = 'released_by_its_case';
  end if;
  return new;
end $function$;

-- what is held of a contribution is what was given and posted; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_holdings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
      select from contribution c join contribution_asset s on s.book = c.book and s.contribution_id = c.contribution_id
        left join contribution_holding h on h.book = s.book and h.contribution_id = s.contribution_id and h.line = s.line
        where c.book = new.book and c.contribution_id = new.contribution_id
          and (h.units is distinct from s.quantity or h.account_id is distinct from c.account_id))
    or (select sum(h.gift_value_minor) from contribution_holding h
        where h.book = new.book and h.contribution_id = new.contribution_id)
      is distinct from (select sum(p.amount_minor) from contribution c
        join posting p on p.book = c.book and p.entry_id = c.entry_id and p.account_id = c.account_id and p.ledger = 'excluded'
        where c.book = new.book and c.contribution_id = new.contribution_id) then
    raise exception 'the lines of the contribution % differ from what it posted', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'holdings_are_what_was_posted';
  end if;
  return null;
end $function$;

-- Months close in order, once they are over, and beside no entry that is being posted; this also holds against faults
-- of the server.
CREATE OR REPLACE FUNCTION public.check_month_close()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  last date;
begin
  -- Waits for the transactions that have posted; those that post later wait for this one, and see the month closed.
  perform pg_advisory_xact_lock(month_close_lock(new.book));
  select max(c.month) into last from month_close c where c.book = new.book and c.reopened_at is null;
  if new.month <> last + interval '1 month' then
    raise exception 'the month % does not follow %', new.month, last
      using errcode = 'integrity_constraint_violation', constraint = 'months_close_in_order';
  end if;
  -- One day of tolerance, because the clock is in UTC.
  if new.month + interval '1 month' > (now() at time zone 'UTC')::date + 1 then
    raise exception 'the month % is not over', new.month
      using errcode = 'check_violation', constraint = 'closed_month_is_over';
  end if;
  return new;
end $function$;

-- Keeps a connection that screens from storing a finding about which nobody decided as decided.
CREATE OR REPLACE FUNCTION public.check_new_finding()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.state <> 'open' or new.decided_at is not null then
    raise exception 'a finding begins open' using errcode = 'integrity_constraint_violation', constraint = 'finding_begins_open';
  end if;
  return new;
end $function$;

-- Allows only the transitions of a payment run. What was approved stays, and so does the file that the bank receives; a
-- register changes only by the reprint of a cheque.
CREATE OR REPLACE FUNCTION public.check_payment_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> new.state and (old.state, new.state) not in (('created', 'approved'), ('created', 'cancelled'), ('approved', 'created'),
      ('approved', 'sent'), ('approved', 'rejected'), ('sent', 'rejected')) then
    raise exception 'the run % cannot go from % to %', new.run_number, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'run_state';
  end if;
  -- What was approved, and by whom, stays; so does the file, except that its key is encrypted anew, and that the register names a cheque that
  -- this transaction reprints. An empty file is none yet.
  if old.state <> 'created' and new.state <> 'created' and (
      (old.payment_on, old.approved_by, old.approved_by_name, old.approved_at, old.checked_at)
        is distinct from (new.payment_on, new.approved_by, new.approved_by_name, new.approved_at, new.checked_at)
      or old.file_ciphertext <> '' and (old.file_name, old.file_hash, old.file_ciphertext)
        is distinct from (new.file_name, new.file_hash, new.file_ciphertext)
        and not (old.file_name = new.file_name and old.state = 'approved' and new.state = 'approved' and exists (
          select from cheque_reprint c where c.book = new.book and c.run_id = new.run_id and c.recorded_in = pg_current_xact_id()))
      or old.released_at is not null and (old.released_by, old.released_by_name, old.released_at)
        is distinct from (new.released_by, new.released_by_name, new.released_at)
      or old.sent_at is not null and (old.sent_by, old.sent_by_name, old.sent_at)
        is distinct from (new.sent_by, new.sent_by_name, new.sent_at)) then
    raise exception 'the run % was approved', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'run_is_final';
  end if;
  return new;
end $function$;

-- Checks at commit that the shares of a legacy plan are the whole, or that there are none.
CREATE OR REPLACE FUNCTION public.check_plan_total()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  total bigint;
begin
  select coalesce(sum(s.share_hundredths), 0) into total from legacy_plan_share s
    where s.book = new.book and s.account_id = new.account_id and s.version = new.version;
  if total not in (0, 10000) then
    raise exception 'the shares of the plan of % add up to % hundredths of a percent', new.account_id, total
      using errcode = 'integrity_constraint_violation', constraint = 'plan_total';
  end if;
  return null;
end $function$;

-- a batch goes on in one order, and is applied when none of its lines waits; this also holds against faults of the
-- server
CREATE OR REPLACE FUNCTION public.check_posting_batch()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> new.state and (old.state, new.state) not in
      (('entered', 'applying'), ('applying', 'applied'), ('applied', 'reversing'), ('reversing', 'reversed')) then
    raise exception 'the batch % cannot go from % to %', new.batch_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_state';
  end if;
  if new.state = 'applied' and exists (
      select from posting_batch_line l where l.book = new.book and l.batch_id = new.batch_id and l.state = 'waiting') then
    raise exception 'the batch % has lines that wait', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_whole';
  end if;
  return new;
end $function$;

-- a line is posted once and reversed once, and keeps its entry; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_posting_batch_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- A line that is posted may get the reason why it was not reversed.
  if (old.state, new.state) not in (('waiting', 'posted'), ('waiting', 'left-out'), ('posted', 'posted'), ('posted', 'reversed'))
      or old.entry_id is not null and (new.entry_id, new.posted_minor) is distinct from (old.entry_id, old.posted_minor) then
    raise exception 'the line % of the batch % cannot go from % to %', new.line, new.batch_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'posting_batch_line_state';
  end if;
  return new;
end $function$;

-- Keeps the decision about a request that waits for a second person: it is taken once.
CREATE OR REPLACE FUNCTION public.check_posting_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'requested' then
    raise exception 'the request % is decided', new.request_id
      using errcode = 'integrity_constraint_violation', constraint = 'posting_request_decided';
  end if;
  return new;
end $function$;

-- a receipt ends once and gets one document, before it ends; what it says never changes
CREATE OR REPLACE FUNCTION public.check_receipt_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> new.state and old.state <> 'issued' then
    raise exception 'the receipt % has ended', new.receipt_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_ends_once';
  end if;
  if old.document_id is distinct from new.document_id and (old.document_id is not null or new.state <> 'issued') then
    raise exception 'the receipt % has its document, or has ended', new.receipt_id
      using errcode = 'integrity_constraint_violation', constraint = 'one_document_of_receipt';
  end if;
  return new;
end $function$;

-- no receipt stays valid for a contribution that was taken back, or that is not what the receipt says
CREATE OR REPLACE FUNCTION public.check_receipt_of_taken_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from contribution_receipt r join contribution c on c.book = r.book and c.contribution_id = r.contribution_id
      where r.book = new.book and r.contribution_id = new.contribution_id and r.state = 'issued'
        and (c.state <> 'received' or (c.gift_date, c.payer_kind, c.payer_name) is distinct from (r.gift_date, r.payer_kind, r.payer_name))) then
    raise exception 'the contribution % has a receipt that no longer holds', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_holds';
  end if;
  return null;
end $function$;

-- lines of assets are replaced only while their contribution is announced and has not arrived
CREATE OR REPLACE FUNCTION public.check_removed_assets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from contribution c where c.book = old.book and c.contribution_id = old.contribution_id
      and c.way is not null and c.state in ('announced', 'expected')) then
    raise exception 'the assets of the contribution % cannot be changed', old.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'changed_until_it_arrives';
  end if;
  return old;
end $function$;

-- A month is opened again once, by another person than the one who asked for it before, and the last one first; this
-- also holds against faults of the server.
CREATE OR REPLACE FUNCTION public.check_reopening()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.reopened_at is not null then
    raise exception 'the month % was opened again', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'month_reopened_once';
  end if;
  if new.reopened_at is not null and (new.reopening_by, new.reopening_at) is distinct from (old.reopening_by, old.reopening_at) then
    raise exception 'nobody asked before for the month % to be opened', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'reopening_was_asked_for';
  end if;
  if (new.reopening_at is not null or new.reopened_at is not null) and exists (
    select from month_close c where c.book = new.book and c.month > new.month and c.reopened_at is null
  ) then
    raise exception 'a later month than % is closed', old.month
      using errcode = 'integrity_constraint_violation', constraint = 'last_month_opens_first';
  end if;
  return new;
end $function$;

-- A confirmation and an end are final, so that the history of rights says who could do what at any time.
CREATE OR REPLACE FUNCTION public.check_right()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('requested', 'active') or (new.state = 'requested') <> (new.second_person = 'needed') then
      raise exception 'a right is given as active, or requested if it needs a second person'
        using errcode = 'integrity_constraint_violation', constraint = 'right_transition';
    end if;
    return new;
  end if;
  if old.ended_at is not null or (old.state <> new.state and (old.state, new.state) not in (('requested', 'active'),
      ('requested', 'declined'), ('requested', 'withdrawn'), ('requested', 'ended'), ('active', 'suspended'), ('active', 'ended'),
      ('suspended', 'active'), ('suspended', 'ended')))
    or (old.confirmed_at is not null and (old.confirmed_by, old.confirmed_at) is distinct from (new.confirmed_by, new.confirmed_at)) then
    raise exception 'the right % cannot go from % to %', new.right_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'right_transition';
  end if;
  return new;
end $function$;

-- Allows only the steps of a finding, no decision to the connection of a book, asks two people to confirm and to lift
-- one, and records each decision. It holds also against faults of the server.
CREATE OR REPLACE FUNCTION public.check_screening_finding()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state = new.state then
    return new;
  end if;
  -- The program: what is not found any more, and what is found again.
  if (old.state, new.state) in (('open', 'gone'), ('gone', 'open')) then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'dismissed'), ('open', 'waiting'), ('waiting', 'open'), ('waiting', 'confirmed'),
      ('confirmed', 'lifting'), ('lifting', 'confirmed'), ('lifting', 'dismissed'), ('dismissed', 'open'))
      or realm() is null then
    raise exception 'a finding does not become % when it is %', new.state, old.state
      using errcode = 'integrity_constraint_violation', constraint = 'finding_step';
  end if;
  if (new.state = 'confirmed' and old.state = 'waiting' or new.state = 'dismissed' and old.state = 'lifting')
      and new.decided_by = old.decided_by then
    raise exception 'one person decided twice about the finding %', new.finding_id
      using errcode = 'integrity_constraint_violation', constraint = 'finding_by_two_people';
  end if;
  insert into screening_decision (realm, finding_id, step, from_state, to_state, decided_by, decided_by_name, decided_at, reason)
    select new.realm, new.finding_id, 1 + coalesce(max(d.step), 0), old.state, new.state,
        new.decided_by, new.decided_by_name, new.decided_at, new.reason
      from screening_decision d where d.realm = new.realm and d.finding_id = new.finding_id;
  return new;
end $function$;

-- Allows reports only about what two people confirmed, and only by the staff of the realm; this also holds against
-- faults of the server.
CREATE OR REPLACE FUNCTION public.check_screening_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if realm() is null or not exists (select from screening_finding f
      where f.realm = new.realm and f.finding_id = new.finding_id and f.state in ('confirmed', 'lifting')) then
    raise exception 'the finding % is not confirmed', new.finding_id
      using errcode = 'integrity_constraint_violation', constraint = 'report_of_confirmed_finding';
  end if;
  return new;
end $function$;

-- No one sets a threshold without a second person, and the values of a setting have one order.
CREATE OR REPLACE FUNCTION public.check_setting_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' and (new.decided_at is not null
    or new.state <> case when new.setting in ('support-hours', 'grant-days') then 'made' else 'waiting' end) then
    raise exception 'a change of % begins as it takes one person or two', new.setting
      using errcode = 'integrity_constraint_violation', constraint = 'setting_change_begins';
  end if;
  if new.state = 'made' and new.revision <> 1 + (select coalesce(max(c.revision), 0) from setting_change c
    where c.realm = new.realm and c.client = new.client and c.setting = new.setting) then
    raise exception 'the revision of % does not follow the last one', new.setting
      using errcode = 'integrity_constraint_violation', constraint = 'setting_revision_follows';
  end if;
  return new;
end $function$;

-- Lets signers decide once and in their order, while the envelope is out, and nobody in two places.
CREATE OR REPLACE FUNCTION public.check_signature()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  envelope_state text;
begin
  select e.state into envelope_state from envelope e where e.book = new.book and e.envelope_id = new.envelope_id for no key update;
  if envelope_state is distinct from 'sent' or old.state <> 'waiting' or exists (select from envelope_signer s
      where s.book = new.book and s.envelope_id = new.envelope_id and s.state = 'waiting' and s.routing_order < new.routing_order) then
    raise exception 'it is not the turn of % in the envelope %', new.signer_id, new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'their_turn';
  end if;
  if exists (select from envelope_signer s where s.book = new.book and s.envelope_id = new.envelope_id
      and s.signer_id <> new.signer_id and new.decided_by in (s.user_id, s.decided_by)) then
    raise exception 'someone would sign the envelope % in two places', new.envelope_id
      using errcode = 'integrity_constraint_violation', constraint = 'own_place';
  end if;
  return new;
end $function$;

-- No one widens a set alone where that takes two, or where they hold it; its role stays, and its states have one order.
CREATE OR REPLACE FUNCTION public.check_staff_set_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  latest staff_set_change;
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.state not in ('waiting', 'made') then
      raise exception 'a change of a set begins as it takes one person or two'
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_change_begins';
    end if;
    if exists (select from staff_set_change c where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name
      and c.role_code <> new.role_code and c.state in ('waiting', 'made')) then
      raise exception 'the role of the set % never changes', new.set_name
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_keeps_its_role';
    end if;
    -- a set cannot be deleted, so those that are no longer given leave room for others
    if new.is_given and (select count(*) from (
        select distinct on (c.set_name) c.is_given from staff_set_change c where c.realm = new.realm and c.client = new.client
          and c.state in ('waiting', 'made') and c.set_name <> new.set_name order by c.set_name, c.requested_at desc, c.change_id desc) last
      where last.is_given) >= 40 then
      raise exception 'a client gives at most 40 sets'
        using errcode = 'integrity_constraint_violation', constraint = 'at_most_40_staff_sets';
    end if;
    if (select count(distinct c.set_name) from staff_set_change c where c.realm = new.realm and c.client = new.client
      and c.state in ('waiting', 'made') and c.set_name <> new.set_name) >= 400 then
      raise exception 'a client has at most 400 sets, also those that are no longer given'
        using errcode = 'integrity_constraint_violation', constraint = 'at_most_400_names_of_staff_sets';
    end if;
    -- What counts as added depends on what was there before: no more than the last state gave, from which a configuration only takes away.
    select * into latest from staff_set_change c where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name
      and c.state = 'made' order by c.revision desc limit 1;
    if found and not coalesce(new.before_actions <@ latest.actions and (latest.is_given or not new.before_is_given), false) then
      raise exception 'the set % did not give this before', new.set_name
        using errcode = 'integrity_constraint_violation', constraint = 'staff_set_change_begins_with_the_last';
    end if;
  end if;
  if new.state = 'made' and new.decided_by is null and (staff_set_takes_two(new)
    or cardinality(staff_set_adds(new)) > 0 and exists (select from user_role r where r.realm = new.realm
      and r.user_id = new.requested_by and r.set_name = new.set_name and r.ended_at is null)) then
    raise exception 'this change of the set % takes two people', new.set_name
      using errcode = 'integrity_constraint_violation', constraint = 'two_people_for_a_staff_set';
  end if;
  if new.state = 'made' and new.revision <> 1 + (select coalesce(max(c.revision), 0) from staff_set_change c
    where c.realm = new.realm and c.client = new.client and c.set_name = new.set_name) then
    raise exception 'the revision of the set % does not follow the last one', new.set_name
      using errcode = 'integrity_constraint_violation', constraint = 'staff_set_revision_follows';
  end if;
  return new;
end $function$;

-- a matched credit is wholly contributions, and they got exactly what was credited; this also holds against faults of
-- the server
CREATE OR REPLACE FUNCTION public.check_suspense_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gift record;
begin
  if exists (select from suspense_item i where i.book = new.book and i.item_id = new.item_id
      and case i.state when 'matched' then i.amount_minor else 0 end is distinct from
        (select coalesce(sum(m.amount_minor), 0) from suspense_match m where m.book = i.book and m.item_id = i.item_id)) then
    raise exception 'the parts of the item % in suspense are not its amount', new.item_id
      using errcode = 'integrity_constraint_violation', constraint = 'parts_are_the_credit';
  end if;
  for gift in
    select m.contribution_id from suspense_match m where m.book = new.book and m.item_id = new.item_id order by m.contribution_id
  loop
    -- Two people may match two credits to it at once.
    perform from contribution c where c.book = new.book and c.contribution_id = gift.contribution_id for update;
    if (select sum(m.amount_minor) from suspense_match m where m.book = new.book and m.contribution_id = gift.contribution_id)
      is distinct from (select sum(p.amount_minor) from contribution c
        join posting p on p.book = c.book and p.entry_id = c.entry_id and p.account_id = c.account_id
        where c.book = new.book and c.contribution_id = gift.contribution_id) then
      raise exception 'the credits of the contribution % are not what it posted', gift.contribution_id
        using errcode = 'integrity_constraint_violation', constraint = 'credits_are_what_was_posted';
    end if;
  end loop;
  return null;
end $function$;

-- who did a task, and when, is recorded once; this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.check_task_done()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.done_on is not null then
    raise exception 'the task % is done', new.task_id
      using errcode = 'integrity_constraint_violation', constraint = 'task_done_once';
  end if;
  return new;
end $function$;

-- No run is posted on other terms than those that hold; this also holds against faults of the server.
CREATE OR REPLACE FUNCTION public.check_terms_of_fee_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('posting-batches:' || new.book, 0));
  if exists (
      select from fee_run r join fee_terms_change c on c.book = r.book and c.schedule = r.schedule
      where r.book = new.book and r.batch_id = new.batch_id and c.state = 'made' and c.decided_at > new.entered_at
        and c.starts_on <= r.period_to) then
    raise exception 'the terms of the fee run % were changed since it was computed', new.batch_id
      using errcode = 'integrity_constraint_violation', constraint = 'fee_run_terms';
  end if;
  return new;
end $function$;

-- a transfer is decided once, made by the entry of its amount between its funds, and reversed by the entry that
-- reverses that one
CREATE OR REPLACE FUNCTION public.check_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'requested' and (old.state, new.state) <> ('approved', 'reversed') or (old.state, new.state) = ('requested', 'reversed') then
    raise exception 'the transfer % is decided', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'transfer_decided';
  end if;
  -- The entry moves just this amount between just these funds.
  if new.state = 'approved' and not exists (
      select from journal_entry e
        join posting a on a.book = e.book and a.entry_id = e.entry_id and a.account_id = new.account_id
          and a.section = 8 and a.amount_minor = -new.amount_minor
        join posting b on b.book = e.book and b.entry_id = e.entry_id and b.account_id = new.to_account_id
          and b.section = 7 and b.amount_minor = new.amount_minor
      where e.book = new.book and e.entry_id = new.entry_id and e.kind = 'transfer') then
    raise exception 'the entry of the transfer % moves something else', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_transfer';
  end if;
  if new.state = 'reversed' and (new.entry_id <> old.entry_id or not exists (
      select from journal_entry e
        where e.book = new.book and e.entry_id = new.reversal_entry_id and e.reverses_entry_id = old.entry_id)) then
    raise exception 'the entry does not reverse the transfer %', new.transfer_id
      using errcode = 'integrity_constraint_violation', constraint = 'entry_of_reversal';
  end if;
  return new;
end $function$;

-- Allows only the transitions of a vetting, and its approval only with a supporting document.
CREATE OR REPLACE FUNCTION public.check_vetting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.state, new.state) not in (('proposed', 'vetted'), ('proposed', 'declined'), ('vetted', 'replaced')) then
    raise exception 'the vetting % cannot go from % to %', new.vetting_id, old.state, new.state
      using errcode = 'integrity_constraint_violation', constraint = 'vetting_state';
  end if;
  if new.state = 'vetted' and not exists (
      select from charity_vetting_paper p where p.realm = new.realm and p.vetting_id = new.vetting_id) then
    raise exception 'the vetting % has no supporting document', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'has_paper';
  end if;
  return new;
end $function$;

-- Accepts supporting documents only while a vetting is undecided, and ten at most. It locks the vetting, so that
-- documents added together are counted.
CREATE OR REPLACE FUNCTION public.check_vetting_paper()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  vetting_state text;
begin
  select v.state into vetting_state from charity_vetting v where v.realm = new.realm and v.vetting_id = new.vetting_id for no key update;
  if vetting_state <> 'proposed' then
    raise exception 'the vetting % is decided', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'vetting_open';
  end if;
  if (select count(*) from charity_vetting_paper p where p.realm = new.realm and p.vetting_id = new.vetting_id) >= 10 then
    raise exception 'the vetting % has 10 supporting documents', new.vetting_id
      using errcode = 'integrity_constraint_violation', constraint = 'papers_of_vetting';
  end if;
  return new;
end $function$;

-- The 509(a) class, with the type of a supporting organization, for the foundation code of the IRS file; null for one
-- that names no class.
CREATE OR REPLACE FUNCTION public.class_of_foundation_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case code
    when '10' then '509(a)(1), church: 170(b)(1)(A)(i)'
    when '11' then '509(a)(1), school: 170(b)(1)(A)(ii)'
    when '12' then '509(a)(1), hospital or medical research: 170(b)(1)(A)(iii)'
    when '13' then '509(a)(1), for a state college or university: 170(b)(1)(A)(iv)'
    when '14' then '509(a)(1), governmental unit: 170(b)(1)(A)(v)'
    when '15' then '509(a)(1), publicly supported: 170(b)(1)(A)(vi)'
    when '16' then '509(a)(2)'
    when '17' then '509(a)(3), supporting organization, type not stated'
    when '18' then '509(a)(4)'
    when '21' then '509(a)(3), supporting organization, Type I'
    when '22' then '509(a)(3), supporting organization, Type II'
    when '23' then '509(a)(3), supporting organization, Type III functionally integrated'
    when '24' then '509(a)(3), supporting organization, Type III not functionally integrated'
  end
$function$;

-- Adds the session and the client of the command to an event, so that no writer can forget them.
CREATE OR REPLACE FUNCTION public.complete_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.session_id is null and new.user_id::text = current_setting('almoner.command_user', true) then
    new.session_id := nullif(current_setting('almoner.command_session', true), '')::uuid;
    new.address := coalesce(new.address, nullif(current_setting('almoner.command_address', true), '')::inet);
  end if;
  if new.session_id is not null and not new.detail ? 'client' then
    select new.detail || jsonb_build_object('client', s.client) into new.detail
      from session s where s.realm = new.realm and s.session_id = new.session_id;
    new.detail := coalesce(new.detail, '{}');
  end if;
  return new;
end $function$;

-- Drops the indexes of the register before a large load, which takes a fifth of the time without them. Only the owner
-- of a table may do so, hence SECURITY DEFINER.
CREATE OR REPLACE FUNCTION public.drop_charity_indexes()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  alter table public.charity drop constraint charity_pkey;
  drop index public.charity_name_hash, public.charity_address_hash, public.charity_search_keys;
$function$;

-- Drops the index of the dictionary before a large load. A load merges words on a second connection, hence a function
-- beside drop_charity_indexes.
CREATE OR REPLACE FUNCTION public.drop_word_index()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  drop index public.charity_word_variant_key;
$function$;

-- Ends the consent to grants by the advisor with the advisor’s relationship: it was given to one advisor, and the next
-- does not inherit it.
CREATE OR REPLACE FUNCTION public.end_advisor_granting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update fund_account a set advisor_may_grant = false
    where a.book = new.book and a.account_id = new.account_id and a.advisor_may_grant;
  return null;
end $function$;

-- Ends the login of a person whose death two people confirmed, in the transaction of the confirmation, and records it
-- with the case. Sessions and ways to log in end by a job.
CREATE OR REPLACE FUNCTION public.end_login_of_deceased()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  with ended as (
    update app_user u set has_access = false
      from party p join book b on b.book = p.book
      where p.book = new.book and p.party_id = new.party_id and u.realm = b.realm and u.user_id = p.user_id and u.has_access
      returning u.realm, u.user_id
  )
  -- Session and address are those of the command that confirms.
  insert into audit_inbox (realm, kind, user_id, actor_user_id, session_id, address, at, detail)
    select e.realm, 'access-ended', e.user_id, new.confirmed_by, nullif(current_setting('almoner.command_session', true), '')::uuid,
        nullif(current_setting('almoner.command_address', true), '')::inet, new.confirmed_at,
        jsonb_build_object('book', new.book, 'case', new.case_id, 'operator', new.confirmed_by_name, 'reason', 'death')
      from ended e;
  return null;
end $function$;

-- Adds each number of a box, so that the stock has exactly the numbers of its boxes, and none that a cheque had before.
CREATE OR REPLACE FUNCTION public.fill_cheque_box()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from payment p where p.book = new.book and p.cheque_number between new.first_number and new.last_number)
      or exists (select from positive_pay_item i where i.book = new.book and i.cheque_number between new.first_number and new.last_number) then
    raise exception 'a number from % to % was used', new.first_number, new.last_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_is_unused';
  end if;
  insert into cheque_number (book, number, box_id)
    select new.book, n, new.box_id from generate_series(new.first_number, new.last_number) n;
  return null;
end $function$;

-- Flushes the pending list of the search index after a small load. The list makes inserts fast and searches slow.
CREATE OR REPLACE FUNCTION public.flush_charity_search_index()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select gin_clean_pending_list('public.charity_search_keys'::regclass)
$function$;

-- Keeps the parts of account names by which staff search. It runs as the owner, because the program’s roles may not
-- write the index.
CREATE OR REPLACE FUNCTION public.index_account_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if TG_OP = 'INSERT' then
    insert into account_name_part (book, part, account_name_key, fund_id)
      select n.book, of_name, n.account_name_key, n.fund_id from added n, name_parts(n.account_name_key) as of_name;
    return null;
  end if;
  delete from account_name_part p
    using removed o join added n on n.book = o.book and n.account_id = o.account_id
      and (n.account_name_key, n.fund_id) is distinct from (o.account_name_key, o.fund_id),
    name_parts(o.account_name_key) as of_name
    where p.book = o.book and p.part = of_name and p.account_name_key = o.account_name_key and p.fund_id = o.fund_id;
  insert into account_name_part (book, part, account_name_key, fund_id)
    select n.book, of_name, n.account_name_key, n.fund_id
      from removed o join added n on n.book = o.book and n.account_id = o.account_id
        and (n.account_name_key, n.fund_id) is distinct from (o.account_name_key, o.fund_id),
      name_parts(n.account_name_key) as of_name;
  return null;
end $function$;

-- Refuses what people add to an application that has 50 supporting documents. It locks the application, so that
-- documents added together are counted.
CREATE OR REPLACE FUNCTION public.limit_application_papers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from account_application a where a.book = new.book and a.application_id = new.application_id for no key update;
  if (select count(*) from document d where d.book = new.book and d.application_id = new.application_id and d.state <> 'removed') >= 50 then
    raise exception 'the application % has 50 supporting documents', new.application_id
      using errcode = 'integrity_constraint_violation', constraint = 'papers_of_application';
  end if;
  return new;
end $function$;

-- Refuses what people add to an account that has 1000 documents. It locks the account, so that documents added together
-- are counted.
CREATE OR REPLACE FUNCTION public.limit_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if (select count(*) from document d where d.book = new.book and d.account_id = new.account_id and d.state <> 'removed') >= 1000 then
    raise exception 'the account % has 1000 documents', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_fund';
  end if;
  return new;
end $function$;

-- Limits a person to 200 households. The advisory lock makes additions by the same person wait for each other.
CREATE OR REPLACE FUNCTION public.limit_households()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('household:' || new.realm || ':' || new.owner_id, 0));
  if (select count(*) from household h where h.realm = new.realm and h.owner_id = new.owner_id) >= 200 then
    raise exception 'the person % has 200 households', new.owner_id
      using errcode = 'integrity_constraint_violation', constraint = 'households_of_person';
  end if;
  return new;
end $function$;

-- Limits a realm to 1000 documents of staff. The advisory lock makes additions in the same realm wait for each other.
CREATE OR REPLACE FUNCTION public.limit_staff_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff_document:' || new.realm, 0));
  if (select count(*) from staff_document d where d.realm = new.realm and d.state <> 'removed') >= 1000 then
    raise exception 'the realm % has 1000 documents', new.realm
      using errcode = 'integrity_constraint_violation', constraint = 'documents_of_realm';
  end if;
  return new;
end $function$;

-- security definer: the roles of the server may not lock balances, because they may not write them; it returns those of
-- the connection's book alone
CREATE OR REPLACE FUNCTION public.lock_balances(accounts uuid[])
 RETURNS TABLE(account_id uuid, account_status text, spendable_minor bigint, excluded_minor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into account_balance (book, account_id)
    select a.book, a.account_id from fund_account a where a.book = book() and a.account_id = any (accounts) order by 1, 2
    on conflict do nothing;
  return query
    select b.account_id, a.account_status, b.spendable_minor, b.excluded_minor
      from account_balance b join fund_account a on a.book = b.book and a.account_id = b.account_id
      where b.book = book() and b.account_id = any (accounts)
      order by b.book, b.account_id
      for update of b;
end $function$;

-- The advisory lock that each entry of a book shares until its transaction ends, and that closing a month takes alone.
CREATE OR REPLACE FUNCTION public.month_close_lock(book text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(('month-close '::text || book), (0)::bigint);

-- Marks the name of a person whose access has ended, for whoever decides about what that person filed.
CREATE OR REPLACE FUNCTION public.name_and_access(person uuid, name text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when exists (select from app_user u where u.user_id = person and not u.has_access)
    then name || ' (no longer has access)' else name end
$function$;

-- Stores who runs the command in the transaction, so that complete_audit_event finds the session and address.
CREATE OR REPLACE FUNCTION public.name_command()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform set_config('almoner.command_user', new.user_id::text, true),
    set_config('almoner.command_session', coalesce(new.session_id::text, ''), true),
    set_config('almoner.command_address', coalesce(host(new.address), ''), true);
  return new;
end $function$;

-- Returns a name in the form in which names are compared: lower case, without accents, signs and repeated spaces.
CREATE OR REPLACE FUNCTION public.name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(lower(NORMALIZE(name, NFD)), '[\u0300-\u036f''’]'::text, ''::text, 'g'::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

-- Returns the parts under which a name is found: each word, and each of its ends. Ends are cut at 32 characters, since
-- a search also compares the whole name.
CREATE OR REPLACE FUNCTION public.name_parts(key text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT DISTINCT "left"(parts.part, 32) AS "left"
    FROM string_to_table(name_parts.key, ' '::text) word(word),
     LATERAL ( SELECT (' '::text || word.word) AS "?column?"
         UNION ALL
          SELECT substr(word.word, i.i) AS substr
            FROM generate_series(1, (length(word.word) - 2)) i(i)) parts(part);
END;

-- Returns the donors of an account as lists name them. Names of people who do not share their contact details are those
-- that were typed.
CREATE OR REPLACE FUNCTION public.names_of_donors(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with person as (
    select p.party_id, r.account_role_code, r.relationship_id,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_first_name else coalesce(u.first_name, p.first_name) end
          as first_name,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_last_name else coalesce(u.last_name, p.last_name) end
          as last_name,
        case when r.contact_sharing in ('waiting', 'declined') then r.entered_first_name || ' ' || r.entered_last_name
          else coalesce(u.first_name || ' ' || u.last_name, p.name) end as name
      from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
        left join app_user u on u.user_id = p.user_id
      where r.account_id = account and r.ended_at is null and r.account_role_code in ('donor', 'joint_donor')
  ), donor as (
    select (array_agg(first_name order by account_role_code, relationship_id))[1] as first_name,
        (array_agg(last_name order by account_role_code, relationship_id))[1] as last_name,
        (array_agg(name order by account_role_code, relationship_id))[1] as name,
        row_number() over (order by min(account_role_code), min(relationship_id::text)) as place
      from person group by party_id
  ), family as (
    select count(distinct last_name) = 1 and bool_and(first_name is not null and last_name is not null) as is_one,
        min(last_name) as last_name
      from donor
  ), named as (
    select array_agg(case when f.is_one then d.first_name else d.name end order by d.place) as names,
        case when f.is_one then ' ' || f.last_name else '' end as surname
      from donor d, family f group by f.is_one, f.last_name
  )
  select case when cardinality(names) = 1 then names[1]
      else array_to_string(names[:cardinality(names) - 1], ', ') || ' and ' || names[cardinality(names)] end || surname
    from named
$function$;

-- Tells every instance at commit whose access has changed, so that no cache grants what was withdrawn
-- (docs/decisions/0010-access-cache.md). The payload is a digest of the user ID.
CREATE OR REPLACE FUNCTION public.notify_access_change_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('almoner_access', md5(affected::text))
    from unnest(array[old.user_id, new.user_id]) affected where affected is not null;
  return null;
end $function$;

-- Tells every instance at commit to read all access again, where a change concerns more than one known person
-- (docs/decisions/0010-access-cache.md).
CREATE OR REPLACE FUNCTION public.notify_access_change_to_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('almoner_access', '');
  return null;
end $function$;

-- Tells every instance at commit which client’s texts have changed, so that caches read them again.
CREATE OR REPLACE FUNCTION public.notify_content_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('almoner_content', new.client);
  return null;
end $function$;

-- A change is in force in every process at once, without a restart.
CREATE OR REPLACE FUNCTION public.notify_setting_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('almoner_settings', new.client);
  return null;
end $function$;

-- gives each receipt the next number of its book and year, and compares it with the contribution and what it posted, so
-- that numbers have no gaps and amounts are right, also against faults of the server
CREATE OR REPLACE FUNCTION public.number_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  gift contribution;
  posted_minor bigint;
begin
  select * into gift from contribution c where c.book = new.book and c.contribution_id = new.contribution_id for update;
  if gift.state is distinct from 'received' then
    raise exception 'the contribution % is not received', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_of_received';
  end if;
  select sum(p.amount_minor) into posted_minor from posting p
    where p.book = new.book and p.entry_id = gift.entry_id and p.account_id = gift.account_id;
  if (gift.account_id, gift.payer_kind, gift.payer_name, gift.gift_date, gift.currency,
        case gift.kind when 'securities' then null else posted_minor end)
      is distinct from (new.account_id, new.payer_kind, new.payer_name, new.gift_date, new.currency, new.amount_minor) then
    raise exception 'the receipt does not say what the contribution % was', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'receipt_as_posted';
  end if;
  -- One at a time, until the transaction ends. The next statement sees what the one before has committed.
  perform pg_advisory_xact_lock(hashtextextended('receipt:' || new.book || ':' || new.year, 0));
  new.number := 1 + coalesce((select max(r.number) from contribution_receipt r where r.book = new.book and r.year = new.year), 0);
  return new;
end $function$;

-- The one answer to the question whether payments may leave: for each that may not, why. A finding about the charity or
-- a person of the account stops it, as does a name that was not compared with the current lists, and a finding that was
-- dismissed by the person who approved the grant, or who is about to (approver). The server asks it, and the triggers
-- of payments ask it again.
CREATE OR REPLACE FUNCTION public.payment_stops(grants uuid[], approver uuid DEFAULT NULL::uuid)
 RETURNS TABLE(grant_id uuid, reason text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    select s.grant_id,
        case when bool_or(x.is_found) then 'found' when bool_or(x.is_own) then 'own-decision' else 'not-screened' end
      from screened_for_grants(grants) s
      cross join lateral (select
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state in ('open', 'waiting', 'confirmed', 'lifting'))
          or s.subject_kind = 'charity' and account_is_held(
            (select g.account_id from grant_recommendation g where g.grant_id = s.grant_id)) as is_found,
        exists (select from screening_finding f where f.subject_kind = s.subject_kind and f.subject_id = s.subject_id
          and f.state = 'dismissed' and f.decided_by = coalesce(approver, (
            select h.actor_user_id from grant_history_entry h where h.grant_id = s.grant_id and h.transition = 'approve'
            order by h.step desc limit 1))) as is_own,
        not exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id)
          or exists (select from screened_subject d where d.subject_kind = s.subject_kind and d.subject_id = s.subject_id
            and ((d.names, d.country, d.birth_year) is distinct from (s.names, s.country, s.birth_year) or d.version_id <> (
              select max(v.version_id) from sanctions_list_version v where v.list = d.list))) as is_unscreened) x
      where x.is_found or x.is_own or x.is_unscreened
      group by s.grant_id
  $function$;

-- Returns the realm of the connection’s login role, which no SQL on the connection can change; null for other roles. It
-- has no search path, so that PostgreSQL inlines it into the policies.
CREATE OR REPLACE FUNCTION public.realm()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (CASE WHEN starts_with((SESSION_USER)::text, 'realm_'::text) THEN substr((SESSION_USER)::text, 7) WHEN starts_with((SESSION_USER)::text, 'access_'::text) THEN substr((SESSION_USER)::text, 8) ELSE NULL::text END COLLATE "default");

-- Records an application’s event in the audit log of the realm, to which the roles of a book cannot write.
CREATE OR REPLACE FUNCTION public.record_application_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'application-' || new.kind, new.user_id, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'application', new.application_id)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records in the audit log of the realm that a check of a book found differences.
CREATE OR REPLACE FUNCTION public.record_book_check_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, at, detail)
    select b.realm, 'posting-check-differed', new.checked_at,
        jsonb_build_object('book', new.book, 'check', new.check_id, 'day', new.day, 'differences', new.difference_count::text)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records an estate case’s event in the audit log of the realm, to which the roles of a book cannot write.
CREATE OR REPLACE FUNCTION public.record_case_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'case-' || new.kind, new.user_id, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'case', new.case_id)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records a change of an account in the audit log of the realm, with a digest of its record instead of its contents.
CREATE OR REPLACE FUNCTION public.record_change_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, actor_user_id, session_id, address, at, detail)
    select b.realm, 'account-changed', coalesce(new.on_behalf_of, new.actor_user_id),
        case when new.on_behalf_of is not null then new.actor_user_id end, new.session_id, new.address, new.at,
        jsonb_build_object('book', new.book, 'account', new.account_id, 'change', new.change_id, 'what', new.kind,
          'digest', encode(change_digest(new), 'hex'))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records a command of a book in the audit log of the realm, to which the roles of a book cannot write. It accepts only
-- the kinds of events that have no row of their own.
CREATE OR REPLACE FUNCTION public.record_command(kind text, user_id uuid, session_id uuid, address inet, at timestamp with time zone, detail jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if record_command.kind !~ '^((charity-proposal|relationship-request|grant|grants)-[a-z-]{1,30}|document-keys-rotated)$' then
    raise exception 'a book does not record %', record_command.kind
      using errcode = 'check_violation', constraint = 'kind_of_command';
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, record_command.kind, record_command.user_id, record_command.session_id, record_command.address, record_command.at,
        record_command.detail || jsonb_build_object('book', b.book)
      from book b where b.book = book();
  if not found then
    raise exception 'this connection has no book' using errcode = 'integrity_constraint_violation';
  end if;
end $function$;

-- Records a command that posts money in the audit log of the realm, to which the roles of a book cannot write.
CREATE OR REPLACE FUNCTION public.record_command_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, new.audit_kind, new.user_id, new.session_id, new.address, new.at,
        new.detail || jsonb_build_object('book', new.book)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records what happens to a contribution in the audit log of the realm, to which the roles of a book cannot write.
CREATE OR REPLACE FUNCTION public.record_contribution_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm,
        case new.state when 'cancelled' then 'contribution-cancelled' when 'received' then 'contribution-received'
          when 'announced' then 'contribution-announced' else 'contribution-entered' end,
        case new.state when 'cancelled' then new.cancelled_by when 'received' then new.received_by else new.entered_by end,
        case when new.state in ('announced', 'expected') then new.session_id end,
        case when new.state in ('announced', 'expected') then new.address end,
        coalesce(new.cancelled_at, new.received_at, new.entered_at),
        jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind)
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- a book writes nothing else about corrections of contributions into the audit log, and none of it without the
-- correction
CREATE OR REPLACE FUNCTION public.record_correction_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.state <> 'received' or new.state <> 'received' then
    raise exception 'the contribution % was not received', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrected_when_received';
  end if;
  if new.corrections <> old.corrections + 1 then
    raise exception 'the corrections of the contribution % are not counted one by one', new.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'corrections_one_by_one';
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, 'contribution-corrected', new.corrected_by, null, null, new.corrected_at,
        jsonb_strip_nulls(jsonb_build_object('book', new.book, 'account', new.account_id, 'contribution', new.contribution_id, 'type', new.kind,
          'giftDateBefore', old.gift_date, 'giftDate', new.gift_date, 'payerBefore', old.payer_kind, 'payer', new.payer_kind,
          'methodBefore', old.method, 'method', new.method))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records documents that were added, removed or downloaded in the audit log of the realm, with the digest of the file.
CREATE OR REPLACE FUNCTION public.record_document_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  event text;
  paper document;
  application uuid;
  digest bytea;
  by_user uuid;
  by_session uuid;
  by_address inet;
  happened timestamptz;
begin
  if TG_TABLE_NAME = 'document_download' then
    select * into paper from document d where d.book = new.book and d.document_id = new.document_id;
    if new.document_id is null then
      paper.book := new.book;
      paper.type := 'application';
    end if;
    application := new.application_id;
    digest := coalesce(paper.sha256, new.sha256);
    event := 'document-downloaded';
    by_user := new.user_id;
    by_session := new.session_id;
    by_address := new.address;
    happened := new.started_at;
  else
    paper := new;
    application := new.application_id;
    digest := new.sha256;
    event := case new.state when 'stored' then 'document-added' when 'quarantined' then 'document-quarantined'
      else 'document-removed' end;
    -- A job removes documents, on nobody's behalf.
    if new.state <> 'removed' then
      by_user := new.added_by;
      by_session := new.session_id;
      by_address := new.address;
    end if;
    happened := coalesce(new.removed_at, new.stored_at, new.added_at);
  end if;
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, event, by_user, by_session, by_address, happened,
        jsonb_strip_nulls(jsonb_build_object('book', paper.book, 'account', paper.account_id, 'application', application,
          'document', paper.document_id, 'type', paper.type, 'digest', encode(digest, 'hex'), 'reason', paper.removal_reason))
      from book b where b.book = new.book;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records what happens to an envelope in the audit log of the realm, with the place of the signer instead of a name.
CREATE OR REPLACE FUNCTION public.record_envelope_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, user_id, session_id, address, at, detail)
    select b.realm, case new.kind when 'created' then 'envelope-created' when 'consented' then 'signing-consented'
        when 'signed' then 'document-signed' when 'declined' then 'signature-declined' when 'voided' then 'envelope-voided'
        when 'removed' then 'envelope-removed' else 'document-sealed' end,
        new.user_id, new.session_id, new.address, new.at,
        jsonb_strip_nulls(jsonb_build_object('book', e.book, 'account', e.account_id, 'envelope', e.envelope_id,
          'place', case when s.signer_id is null then null when s.user_id is null then 'sponsor' else 'signer' end,
          'digest', encode(new.digest, 'hex')))
      from envelope e join book b on b.book = e.book
        left join envelope_signer s on s.book = e.book and s.envelope_id = e.envelope_id and s.signer_id = new.signer_id
      where e.book = new.book and e.envelope_id = new.envelope_id;
  if not found then
    raise exception 'the book % has no realm', new.book using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $function$;

-- Records an import of a register in the audit log of every realm, because the register belongs to all.
CREATE OR REPLACE FUNCTION public.record_import_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- In one order, so that two imports wait for each other's chains and do not block each other.
  insert into audit_inbox (realm, kind, at, detail)
    select r.realm, 'register-imported', new.finished_at,
        jsonb_build_object('register', new.register, 'import', new.import_id::text, 'by', 'npm run import',
          'operator', left(regexp_replace(new.started_by, '[[:cntrl:]]', ' ', 'g'), 120),
          'files', (select count(*)::text from register_import_file f where f.import_id = new.import_id))
      from (select distinct b.realm from book b) r order by r.realm;
  return null;
end $function$;

-- An import of a list is recorded in every realm, as that of a register is.
CREATE OR REPLACE FUNCTION public.record_list_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into audit_inbox (realm, kind, at, detail)
    select r.realm, 'sanctions-list-imported', new.imported_at,
        jsonb_strip_nulls(jsonb_build_object('list', new.list, 'version', new.version_id::text, 'date', new.list_date, 'digest', new.digest,
          'entries', new.entry_count::text, 'added', new.added_count::text, 'removed', new.removed_count::text,
          'changed', new.changed_count::text, 'by', 'npm run import',
          'operator', regexp_replace(new.imported_by, '[[:cntrl:]]', ' ', 'g'), 'reason', new.confirmed_reason))
      from (select distinct b.realm from book b) r order by r.realm;
  return null;
end $function$;

-- Keeps tables of record append-only, so that history is corrected by a further row.
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only: insert a correcting row instead', tg_table_name
    using errcode = 'integrity_constraint_violation', constraint = 'append_only';
end $function$;

-- Keeps a payment as it was approved and as the bank was sent it. Only a refusal of the bank is added later.
CREATE OR REPLACE FUNCTION public.refuse_change_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from removed o
      join payment n on n.book = o.book and n.payment_id = o.payment_id
      join payment_run r on r.book = o.book and r.run_id = o.run_id
    where
      -- Whom it pays is checked until the run is approved.
      r.state <> 'created' and (o.payee_name, o.payee_address, o.payee_email, o.bank_details_id, o.last_four, o.problem, o.payee_changes,
          o.removed_at, o.removed_by_name, o.removed_reason)
        is distinct from (n.payee_name, n.payee_address, n.payee_email, n.bank_details_id, n.last_four, n.problem, n.payee_changes,
          n.removed_at, n.removed_by_name, n.removed_reason)
      -- A withdrawn approval empties these. Once the run was sent, nothing replaces a value.
      or r.state in ('sent', 'rejected') and (
        o.place is not null and o.place is distinct from n.place
        or o.cheque_number is not null and o.cheque_number is distinct from n.cheque_number
        or o.evidence is not null and o.evidence is distinct from n.evidence
        or o.letter is not null and o.letter is distinct from n.letter)
      -- The bank can refuse what it may have.
      or (o.rejected_at, o.rejected_reason, o.was_paid) is distinct from (n.rejected_at, n.rejected_reason, n.was_paid)
        and (o.rejected_at is not null or r.released_at is null)
  ) then
    raise exception 'a payment of this run cannot change'
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_final';
  end if;
  return null;
end $function$;

-- The record of decisions about findings is kept for ten years; this also holds for the owner of the table.
CREATE OR REPLACE FUNCTION public.refuse_change_of_screening_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'decisions about findings are kept' using errcode = 'integrity_constraint_violation', constraint = 'decision_is_kept';
end $function$;

-- No entry has a day of a closed month or of one before it; what is posted when a month is closed comes before or after
-- it as a whole.
CREATE OR REPLACE FUNCTION public.refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock_shared(month_close_lock(b.book)) from (select distinct n.book from added n order by 1) b;
  -- A statement of its own, so that it sees a month that was closed while it waited.
  if exists (
    select from added n where n.effective_date < (
      select max(c.month) + interval '1 month' from month_close c where c.book = n.book and c.reopened_at is null)
  ) then
    raise exception 'an entry stands in a closed month'
      using errcode = 'integrity_constraint_violation', constraint = 'month_is_open';
  end if;
  return null;
end $function$;

-- Refuses to close an account that still has money. It locks the balance, so that no entry is posted at the same time.
CREATE OR REPLACE FUNCTION public.refuse_closing_with_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into account_balance (book, account_id) values (new.book, new.account_id) on conflict do nothing;
  perform from account_balance b where b.book = new.book and b.account_id = new.account_id for update;
  if exists (
    select from account_balance b where b.book = new.book and b.account_id = new.account_id
      and (b.spendable_minor <> 0 or b.excluded_minor <> 0 or b.pending_minor <> 0)
  ) then
    raise exception 'the account % cannot close with a balance', new.account_id
      using errcode = 'check_violation', constraint = 'closed_account_empty';
  end if;
  return null;
end $function$;

-- Keeps the decision about a change of a payee: it is taken once.
CREATE OR REPLACE FUNCTION public.refuse_decided_payee_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'this change of a payee was decided'
    using errcode = 'integrity_constraint_violation', constraint = 'payee_change_is_open';
end $function$;

-- Leaves every account a donor or a joint donor (§14), except the account of a donor who died. The lock makes two
-- donors who remove each other wait.
CREATE OR REPLACE FUNCTION public.refuse_end_of_last_donor()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from fund_account a where a.book = new.book and a.account_id = new.account_id for no key update;
  if not exists (
    select from account_relationship r
      where r.book = new.book and r.account_id = new.account_id and r.account_role_code in ('donor', 'joint_donor')
        and r.ended_at is null
  ) and not exists (
    select from estate_case c where c.book = new.book and c.account_id = new.account_id and c.kind = 'death'
      and c.party_id = new.party_id and c.state = 'distributing'
  ) then
    raise exception 'the account % would have no donor', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'last_donor';
  end if;
  return null;
end $function$;

-- findings refer to what a list said; this also holds against faults of the import
CREATE OR REPLACE FUNCTION public.refuse_ended_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the entry % ended already', old.entry_id
    using errcode = 'integrity_constraint_violation', constraint = 'entry_ends_once';
end $function$;

-- Keeps a value that was set once. The trigger’s argument names it.
CREATE OR REPLACE FUNCTION public.refuse_final_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is final', tg_argv[0] using errcode = 'integrity_constraint_violation', constraint = 'final';
end $function$;

-- Refuses to approve, schedule or pay a grant that is on hold.
CREATE OR REPLACE FUNCTION public.refuse_grant_on_hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from grant_hold h where h.book = new.book and h.grant_id = new.grant_id and h.released_at is null
  ) then
    raise exception 'a grant on hold is neither approved nor paid'
      using errcode = 'integrity_constraint_violation', constraint = 'grant_not_on_hold';
  end if;
  return new;
end $function$;

-- Ties what belongs to an application to the account that the application becomes, and to no other.
CREATE OR REPLACE FUNCTION public.refuse_other_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.account_id is not null or new.account_id is distinct from (select a.account_id from account_application a
      where a.book = new.book and a.application_id = new.application_id) then
    raise exception 'it belongs to another account' using errcode = 'integrity_constraint_violation', constraint = 'one_account';
  end if;
  return new;
end $function$;

-- A payer whom two people confirmed to be on a list stays the payer until two people lift it; this also holds against
-- faults of the server. It runs with the rights of the connection, which sees the findings of its realm.
CREATE OR REPLACE FUNCTION public.refuse_other_payer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from screening_finding f
      where f.subject_kind = 'payer' and f.subject_id = old.payer_id and f.state in ('confirmed', 'lifting')) then
    raise exception 'the payer of the contribution % holds its account', old.contribution_id
      using errcode = 'integrity_constraint_violation', constraint = 'payer_is_held';
  end if;
  return new;
end $function$;

-- Lets a relationship move only from a person without a login to one with a login, who then decides about sharing
-- contact details.
CREATE OR REPLACE FUNCTION public.refuse_other_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from party p where p.book = old.book and p.party_id = old.party_id and p.user_id is null)
    or not exists (select from party p where p.book = new.book and p.party_id = new.party_id and p.user_id is not null)
    or new.contact_sharing <> 'waiting' then
    raise exception 'the relationship % belongs to another person', old.relationship_id
      using errcode = 'integrity_constraint_violation', constraint = 'relationship_keeps_person';
  end if;
  return new;
end $function$;

-- Keeps the reply of an idempotent command, so that a repeated request gets the first one.
CREATE OR REPLACE FUNCTION public.refuse_other_reply()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the command % has its reply' , old.idempotency_key
    using errcode = 'integrity_constraint_violation', constraint = 'one_reply';
end $function$;

-- Refuses that people approve or pay a grant that they recommended.
CREATE OR REPLACE FUNCTION public.refuse_own_grant()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from grant_recommendation g
      where g.book = new.book and g.grant_id = new.grant_id
        and new.actor_user_id in (g.recommended_by, g.on_behalf_of)
  ) then
    raise exception 'nobody approves or pays a grant that they recommended'
      using errcode = 'integrity_constraint_violation', constraint = 'not_own_grant';
  end if;
  return new;
end $function$;

-- Lets only a payment run that was sent pay a grant.
CREATE OR REPLACE FUNCTION public.refuse_payment_outside_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from payment p join payment_run r on r.book = p.book and r.run_id = p.run_id
    where p.book = new.book and p.grant_id = new.grant_id and p.removed_at is null and p.rejected_at is null and r.state = 'sent'
  ) then
    raise exception 'only a payment run pays a grant'
      using errcode = 'integrity_constraint_violation', constraint = 'paid_by_run';
  end if;
  return new;
end $function$;

-- Nothing leaves an account that is held, not by an estate case, a fee or a reversal; this also holds against faults of
-- the server. It runs with the rights of the connection, which sees the findings of its realm.
CREATE OR REPLACE FUNCTION public.refuse_postings_of_held_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (select distinct n.account_id from added n where n.account_id is not null) d
      where account_is_held(d.account_id) and exists (
        select from added n
          where n.account_id = d.account_id and not accepts_posting('Held', n.section, n.ledger, n.amount_minor, false))
  ) then
    raise exception 'the status of an account does not allow this entry'
      using errcode = 'check_violation', constraint = 'status_accepts_entry';
  end if;
  return null;
end $function$;

-- A grant is not approved while the latest case about it is open, or found a benefit; nor by whoever decided the case.
CREATE OR REPLACE FUNCTION public.refuse_related_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  latest record;
begin
  select c.outcome, c.decided_by into latest from related_party_case c
    where c.book = new.book and c.grant_id = new.grant_id order by c.noted_at desc, c.case_id desc limit 1;
  if found and latest.outcome is distinct from 'no-benefit' then
    raise exception 'the case about related parties of the grant % is open or found a benefit', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'related_parties_cleared';
  end if;
  if found and latest.decided_by = new.actor_user_id then
    raise exception 'the approver of the grant % decided about its related parties', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'related_parties_apart';
  end if;
  return new;
end $function$;

-- Refuses to release a run to the bank while one of its grants cannot be paid, for instance because of a hold.
CREATE OR REPLACE FUNCTION public.refuse_release_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from payment p
      join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
      join fund_account a on a.book = g.book and a.account_id = g.account_id
    where p.book = new.book and p.run_id = new.run_id and p.removed_at is null
      and (a.account_status <> 'Active' and not (a.account_status = 'Immobile' and g.case_id is not null)
        or g.transaction_status_code <> 4
        or exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null))
  ) then
    raise exception 'a grant of this run cannot be paid'
      using errcode = 'integrity_constraint_violation', constraint = 'run_can_be_paid';
  end if;
  return new;
end $function$;

-- Keeps the decision of a signer of a contribution’s document: it is taken once.
CREATE OR REPLACE FUNCTION public.refuse_second_decision()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the signer % of % has decided', old.signer_id, old.contribution_document_id
    using errcode = 'integrity_constraint_violation', constraint = 'one_decision';
end $function$;

-- An account that is held neither becomes active nor closes, whoever may set its status; this also holds against faults
-- of the server.
CREATE OR REPLACE FUNCTION public.refuse_status_of_held_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if account_is_held(new.account_id) then
    raise exception 'the account % is held', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'account_is_held';
  end if;
  return new;
end $function$;

-- The bank knows what a cheque of this number pays: no other payment takes it.
CREATE OR REPLACE FUNCTION public.refuse_told_cheque()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from positive_pay_item i where i.book = new.book and i.cheque_number = new.cheque_number) then
    raise exception 'the bank was told what cheque % pays', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'cheque_is_not_told';
  end if;
  return new;
end $function$;

-- Lets a charity’s payee change only to what a second person confirmed last. The server checks this too; the trigger
-- also holds against its faults.
CREATE OR REPLACE FUNCTION public.refuse_unconfirmed_payee()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from (
      select * from charity_payee_change c
      where c.realm = new.realm and c.charity_id = new.charity_id and c.state = 'confirmed'
      order by c.decided_at desc, c.change_id desc limit 1
    ) last
    where (last.default_payment_type_code, last.payee_name, last.payee_address, last.payee_email)
      is not distinct from (new.default_payment_type_code, new.payee_name, new.payee_address, new.payee_email)
  ) then
    raise exception 'a payee changes only by a change that was confirmed'
      using errcode = 'integrity_constraint_violation', constraint = 'payee_is_confirmed';
  end if;
  return new;
end $function$;

-- No path creates a payment without the answer of payment_stops; this also holds against faults of the server.
CREATE OR REPLACE FUNCTION public.refuse_unscreened_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from payment_stops(array(select n.grant_id from added n where n.problem is null))) then
    raise exception 'a payment was created for somebody who is not cleared'
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_cleared';
  end if;
  return null;
end $function$;

-- No path approves or releases a payment without the answer of payment_stops; this also holds against faults of the
-- server.
CREATE OR REPLACE FUNCTION public.refuse_unscreened_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from payment_stops(array(select p.grant_id from payment p
      where p.book = new.book and p.run_id = new.run_id and p.removed_at is null))) then
    raise exception 'a payment of the run % goes to or comes from somebody who is not cleared', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'payment_is_cleared';
  end if;
  return new;
end $function$;

-- the payer, the way and the date of gift of what was received change only in a correction, which the audit log has;
-- this also holds against faults of the server
CREATE OR REPLACE FUNCTION public.refuse_unsigned_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'nobody corrected the contribution %', new.contribution_id
    using errcode = 'integrity_constraint_violation', constraint = 'corrected_by_a_person';
end $function$;

-- What a register says about a charity, as far as something relies on it.
CREATE OR REPLACE FUNCTION public.register_change_facts(c charity)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('name', c.name, 'subsection', c.subsection, 'foundation', c.foundation, 'deductibility', c.deductibility,
    'status', c.status, 'removedOn', c.removed_on, 'leftOn', c.delisted_on, 'isUnread', c.unread_on is not null)
$function$;

-- Checks at commit that a change of an account has its record, so that no update leaves the history behind.
CREATE OR REPLACE FUNCTION public.require_change_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  change record;
begin
  select c.kind, c.before_change, c.after_change into change from change_record c
    where c.book = new.book and c.subject_id = new.account_id and c.revision = new.revision;
  if old.account_name is distinct from new.account_name and (change.before_change ->> 'accountName' is distinct from old.account_name
      or change.after_change ->> 'accountName' is distinct from new.account_name)
    or old.account_status is distinct from new.account_status
      and (change.before_change ->> 'accountStatus' is distinct from old.account_status
        or change.after_change ->> 'accountStatus' is distinct from new.account_status)
    or new.advisor_may_grant and not old.advisor_may_grant and change.kind is distinct from 'advisor-granting-set'
    or old.successor_account_id is distinct from new.successor_account_id and change.kind is distinct from 'account-status-set' then
    raise exception 'the account % was changed without a record', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'change_recorded';
  end if;
  return null;
end $function$;

-- Checks at commit that a payment run’s state has its event, so that no update leaves the history behind.
CREATE OR REPLACE FUNCTION public.require_event_of_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from payment_run r
      join lateral (
        select e.kind from payment_run_event e where e.book = r.book and e.run_id = r.run_id order by e.step desc limit 1
      ) last on case r.state
        when 'created' then last.kind in ('created', 'checked', 'removed', 'withdrawn')
        when 'approved' then last.kind = case when r.released_at is null then 'approved' else 'released' end
        else last.kind = r.state end
    where r.book = new.book and r.run_id = new.run_id
  ) then
    raise exception 'the run % changed without its event', new.run_number
      using errcode = 'integrity_constraint_violation', constraint = 'run_has_its_event';
  end if;
  return null;
end $function$;

-- Once a book has recorded a box, each cheque has a number that was taken from the stock for its payment.
CREATE OR REPLACE FUNCTION public.require_number_of_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- What the payment has at commit counts: the transaction may have changed it again.
  if exists (select from cheque_box b where b.book = new.book) and exists (
      select from payment p
      where p.book = new.book and p.payment_id = new.payment_id and p.cheque_number = new.cheque_number and not exists (
        select from cheque_number n
        where n.book = p.book and n.number = p.cheque_number and n.state = 'issued' and n.payment_id = p.payment_id)) then
    raise exception 'the cheque % was not taken from the stock', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_stock';
  end if;
  return null;
end $function$;

-- Checks at commit that a number which a payment no longer has came back to the stock or became void.
CREATE OR REPLACE FUNCTION public.require_number_returned()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from cheque_number n
    where n.book = old.book and n.number = old.cheque_number and n.state = 'issued'
      and not exists (select from payment p where p.book = n.book and p.payment_id = n.payment_id and p.cheque_number = n.number)
  ) then
    raise exception 'the number % is issued for no payment', old.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_payment';
  end if;
  return null;
end $function$;

-- Cheques are taken from the stock in the order of their numbers, as they lie in the box.
CREATE OR REPLACE FUNCTION public.require_numbers_in_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (
      select n.book, b.bank_account, max(n.number) as highest
      from removed o
        join cheque_number n on n.book = o.book and n.number = o.number
        join cheque_box b on b.book = n.book and b.box_id = n.box_id
      where o.state = 'blank' and n.state = 'issued' group by 1, 2
    ) taken
      join cheque_box b on b.book = taken.book and b.bank_account = taken.bank_account and b.first_number < taken.highest
      join cheque_number n on n.book = b.book and n.box_id = b.box_id and n.state = 'blank' and n.number < taken.highest
  ) then
    raise exception 'a lower number is blank'
      using errcode = 'integrity_constraint_violation', constraint = 'numbers_in_order';
  end if;
  return null;
end $function$;

-- Checks at commit that an issued number is that of its payment, and that a blank or void one is no payment’s.
CREATE OR REPLACE FUNCTION public.require_payment_of_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from cheque_number n
      left join payment p on p.book = n.book and p.cheque_number = n.number
    where n.book = new.book and n.number = new.number
      and (n.state = 'issued' and p.payment_id is distinct from n.payment_id or n.state <> 'issued' and p.payment_id is not null)
  ) then
    raise exception 'the number % and its payment differ', new.number
      using errcode = 'integrity_constraint_violation', constraint = 'number_of_payment';
  end if;
  return null;
end $function$;

-- Lets a grant carry only the reference of its own payment, by which the bank’s statement finds it.
CREATE OR REPLACE FUNCTION public.require_reference_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from payment p
    where p.book = new.book and p.grant_id = new.grant_id and p.removed_at is null and p.rejected_at is null
      and coalesce(p.cheque_number::text, p.reference) = new.payment_reference
  ) then
    raise exception 'the grant % has the reference of no payment', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'reference_of_payment';
  end if;
  return new;
end $function$;

-- Checks at commit that a payment got another number only by the reprint of its cheque in this transaction.
CREATE OR REPLACE FUNCTION public.require_reprint()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- What the payment has at commit counts: it may have had no number in between.
  if exists (
      select from payment p
      where p.book = new.book and p.payment_id = new.payment_id and p.cheque_number <> old.cheque_number and not exists (
        select from cheque_reprint c
        where c.book = p.book and c.spoiled_number = old.cheque_number and c.number = p.cheque_number and c.payment_id = p.payment_id
          and c.recorded_in = pg_current_xact_id())) then
    raise exception 'the cheque % has its number', old.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_is_replaced_by_reprint';
  end if;
  return null;
end $function$;

-- Checks at commit that a change of a grant has its step of this transaction, so that no update leaves the history
-- behind.
CREATE OR REPLACE FUNCTION public.require_step_of_grant()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  current record;
  last record;
begin
  select g.transaction_status_code, g.review_state, g.outcome into current
    from grant_recommendation g where g.book = new.book and g.grant_id = new.grant_id;
  select h.to_status_code, h.review_state, h.outcome, h.recorded_in into last
    from grant_history_entry h where h.book = new.book and h.grant_id = new.grant_id order by h.step desc limit 1;
  if (current.transaction_status_code, current.review_state, current.outcome)
      is distinct from (last.to_status_code, last.review_state, last.outcome)
    or last.recorded_in is distinct from pg_current_xact_id() then
    raise exception 'the grant % changed without its step', new.grant_id
      using errcode = 'integrity_constraint_violation', constraint = 'grant_has_its_step';
  end if;
  return null;
end $function$;

-- Without a payment the bank is told only about a number of the stock that is void, so that no other cheque is refused.
CREATE OR REPLACE FUNCTION public.require_void_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from cheque_number n where n.book = new.book and n.number = new.cheque_number and n.state = 'void') then
    raise exception 'the number % is not void', new.cheque_number
      using errcode = 'integrity_constraint_violation', constraint = 'void_number_of_stock';
  end if;
  return new;
end $function$;

-- Says whom a payment of these grants goes to and comes from: the charity, and the people of the account.
CREATE OR REPLACE FUNCTION public.screened_for_grants(grants uuid[])
 RETURNS TABLE(grant_id uuid, subject_kind text, subject_id text, names text[], country text, birth_year smallint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    select g.grant_id, 'charity', g.charity_id, c.names, null, null::smallint
      from grant_recommendation g left join charity_to_screen c on c.charity_id = g.charity_id
      where g.grant_id = any (grants)
    union all
    select g.grant_id, p.kind, p.person_id, p.names, p.country, p.birth_year
      from grant_recommendation g join person_to_screen p on p.account_id = g.account_id
      where g.grant_id = any (grants)
  $function$;

-- The permissions that a set gives after a change and did not give before it. A set that is no longer given gives none.
CREATE OR REPLACE FUNCTION public.staff_set_adds(change staff_set_change)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(action), '{}') from unnest(change.actions) action
    where change.is_given and not (coalesce(change.before_is_given, false) and action = any (change.before_actions))
$function$;

-- A set that can move money or give rights, and any permission added that does more than show something, takes two
-- people.
CREATE OR REPLACE FUNCTION public.staff_set_takes_two(change staff_set_change)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select change.actions || coalesce(change.before_actions, '{}')
      && array['GRANT_PAY', 'BANK_DETAILS_CONFIRM', 'POSTING_CREATE', 'PERIOD_CLOSE', 'USER_MANAGE']
    or not staff_set_adds(change) <@ array['USER_SS_VIEW', 'FUND_ACTIVITY_VIEW', 'FUND_AC_DETAIL_VIEW', 'FUND_SUMMARY_VIEW',
      'FUND_BEGINNING_BALANCE_VIEW', 'FUND_CONTRIBUTION_VIEW', 'FUND_INVESTMENT_GAIN_VIEW', 'FUND_DISTRIBUTION_VIEW', 'FUND_FEES_VIEW',
      'FUND_OTHER_ASSETS_VIEW', 'FUND_ENDING_BALANCE_VIEW', 'FUND_PENDING_GRANT_VIEW', 'ACCOUNT_DETAIL_VIEW', 'RESOURCES_VIEW',
      'ACCOUNT_UPDATE_VIEW', 'ACCOUNT_SUCCESSOR_VIEW', 'ACCOUNT_LEGACY_PLAN_VIEW', 'ACCOUNT_RELATIONSHIP_VIEW', 'ACCOUNT_ALL_IP_VIEW',
      'ACCOUNT_DPA_VIEW', 'ACCOUNT_DPA_PSID_VIEW', 'ACCOUNT_CREATE_VIEW', 'GRANT_VIEW', 'DOCUMENT_VIEW', 'ADVISOR_DASHBOARD_VIEW',
      'SUPER_DASHBOARD_VIEW']
$function$;

-- What accepts_posting is asked about an account of this status: Held, while it is.
CREATE OR REPLACE FUNCTION public.status_or_hold(account uuid, status text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    select case when status in ('Active', 'Immobile') and account_is_held(account) then 'Held' else status end
  $function$;

-- Lets no run be approved or released while a check of its book found differences that nobody has answered.
CREATE OR REPLACE FUNCTION public.stop_runs_of_book()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from book_check c where c.book = new.book and c.difference_count > 0 and c.answered_at is null) then
    raise exception 'a check of the book % has no answer', new.book
      using errcode = 'integrity_constraint_violation', constraint = 'book_check_answered';
  end if;
  return new;
end $function$;

-- Grant recommendations and their history (§13). A grant refers to its charity by id without a foreign key, because the
-- register may be on another database server than the book.

create table grant_recommendation (
  book book_name not null default book(),
  grant_id uuid not null default uuidv7(),
  transaction_id bigint not null default nextval('transaction_number'),
  account_id uuid not null,
  charity_id text not null,
  charity_name text not null check (btrim(charity_name) <> ''),
  amount_minor bigint not null check (amount_minor > 0),
  -- 1 recommended, 2 under review, 3 approved, 4 scheduled (in a payment run), 5 cancelled, 6 paid, 7 rejected or voided
  -- before payment, 8 cleared, 9 returned or voided after payment
  transaction_status_code smallint not null default 1 check (transaction_status_code between 1 and 9),
  review_state text check (review_state in ('waiting_for_funds', 'information_needed')),
  -- how a grant with status 5, 7 or 9 ended, because 7 and 9 each have several meanings
  outcome text,
  purpose_code text not null check (purpose_code in ('where_needed', 'in_honour', 'in_memory', 'programme', 'other')),
  purpose_text text check (length(purpose_text) <= 500),
  -- the donor's answer when the purpose may imply a benefit in return
  benefit_answer text check (benefit_answer in ('none', 'paid_otherwise')),
  naming_code text not null check (naming_code in ('fund_and_donor', 'fund_only', 'anonymous')),
  certified_at timestamptz not null default now(),
  recommended_by uuid not null,
  on_behalf_of uuid,
  recommended_on date not null,
  created_at timestamptz not null default now(),
  -- the draft's key: a double click, a retry or a second tab cannot create a second grant
  idempotency_key uuid not null,
  paid_on date,
  payment_method text check (payment_method in ('eft', 'cheque')),
  payment_reference text check (btrim(payment_reference) <> ''),
  returned_minor bigint not null default 0 check (returned_minor between 0 and amount_minor),
  primary key (book, grant_id),
  unique (book, transaction_id),
  unique (book, account_id, idempotency_key),
  foreign key (book, account_id) references fund_account,
  check ((purpose_code = 'where_needed') = (purpose_text is null)),
  check (review_state is null or transaction_status_code = 2),
  check (transaction_status_code not in (6, 8, 9)
    or (paid_on is not null and payment_method is not null and payment_reference is not null)),
  constraint outcome_matches_status check (case transaction_status_code
    when 5 then coalesce(outcome = 'cancelled', false)
    when 7 then coalesce(outcome in ('rejected', 'voided'), false)
    when 9 then coalesce(outcome in ('returned', 'partly_returned', 'payment_voided'), false)
    else outcome is null
  end),
  constraint outcome_matches_returned_amount check (case outcome
    when 'partly_returned' then returned_minor > 0 and returned_minor < amount_minor
    when 'returned' then returned_minor = amount_minor
    when 'payment_voided' then returned_minor = amount_minor
    else returned_minor = 0
  end)
);
create index grant_of_account on grant_recommendation (book, account_id, created_at desc);
create index grant_open on grant_recommendation (book, account_id) where transaction_status_code in (1, 2, 3, 4);
create index grant_of_charity on grant_recommendation (book, account_id, charity_id, created_at desc);
-- The step-up rule adds up what one person recommended within a day, in their own name or on behalf of others.
create index grant_of_recommender on grant_recommendation (book, recommended_by, created_at);
create index grant_on_behalf on grant_recommendation (book, on_behalf_of, created_at) where on_behalf_of is not null;
create index grant_queue on grant_recommendation (book, transaction_status_code, created_at)
  where transaction_status_code in (1, 2, 3, 4);

-- Every transition of a grant: who, when, why, and the evidence (the register's file, its date and row).
create table grant_history_entry (
  book book_name not null default book(),
  grant_id uuid not null,
  step smallint not null check (step between 1 and 1000),
  transition text not null,
  from_status_code smallint,
  to_status_code smallint not null,
  review_state text,
  outcome text,
  actor_user_id uuid not null,
  actor_name text not null,
  -- whether the actor acted for the fund or for the sponsor: donors see the names of the fund's people only
  actor_side text not null check (actor_side in ('fund', 'sponsor')),
  on_behalf_of uuid,
  at timestamptz not null default now(),
  -- visible to staff and auditors only; 1,000 characters, and to which fund a return went
  reason text check (length(reason) <= 1300),
  -- visible to the donor
  message text check (btrim(message) <> '' and length(message) <= 1000),
  evidence jsonb,
  entry_id uuid,
  primary key (book, grant_id, step),
  constraint message_required check (
    transition not in ('reject', 'ask-information', 'void', 'void-payment', 'return') or message is not null),
  foreign key (book, grant_id) references grant_recommendation,
  foreign key (book, entry_id) references journal_entry (book, entry_id)
);
create trigger append_only before update or delete on grant_history_entry for each row execute function refuse_change();
create trigger append_only_truncate before truncate on grant_history_entry for each statement execute function refuse_change();

alter table journal_entry add foreign key (book, grant_id) references grant_recommendation (book, grant_id);

create table charity_list_entry (
  book book_name not null default book(),
  account_id uuid not null,
  charity_id text not null,
  added_by uuid not null,
  added_at timestamptz not null default now(),
  primary key (book, account_id, charity_id),
  foreign key (book, account_id) references fund_account
);

do $$
declare
  name text;
begin
  foreach name in array array['grant_recommendation', 'grant_history_entry', 'charity_list_entry'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy book_of_connection on %I using (book = book()) with check (book = book())', name);
  end loop;
end $$;

grant select, insert on grant_recommendation, grant_history_entry to portal;
-- The recommendation itself never changes; only its state does.
grant update (transaction_status_code, review_state, outcome, paid_on, payment_method, payment_reference, returned_minor)
  on grant_recommendation to portal;
grant select, insert, delete on charity_list_entry to portal;

-- Dual control (§14): no one approves or pays a grant that they recommended, or that was recommended on their behalf. The
-- server checks this too; the trigger also holds against faults in the server.
create function refuse_own_grant() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create trigger not_own_grant before insert on grant_history_entry
  for each row when (new.transition in ('approve', 'pay')) execute function refuse_own_grant();

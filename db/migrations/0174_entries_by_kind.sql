-- Staff find entries by kind (src/features/journal-entries).
create index journal_entry_of_kind on journal_entry (book, kind, transaction_id);

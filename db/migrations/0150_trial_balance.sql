-- What a trial balance is read from (docs/decisions/0095-month-end-figures.md): the ledger accounts of the book by day, which have no
-- subtotals because every posting of the book would write the same rows, and the subtotals of all funds by month and year.
create index posting_of_book on posting (book, ledger, effective_date) include (amount_minor) where account_id is null;
create index posting_subtotal_by_month on posting_subtotal (book, period, starts_on) where period in ('month', 'year');

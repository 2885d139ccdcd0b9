-- No amount above 1,000,000,000.00 (docs/decisions/0054-amount-limits.md). A sum of 90 million such amounts fits a bigint.
-- The checks are "not valid" because the limit was 18 digits before. A row above it can only end: an update to another state fails.

-- Drafts are nobody's decision yet: their amount is asked for again.
update grant_draft set content = jsonb_set(content, '{amountMinor}', 'null')
  where content ->> 'amountMinor' !~ '^\d{1,12}$' or (content ->> 'amountMinor')::numeric > 100000000000;

-- No grant of these could ever be recommended, and their sums overflowed.
update grant_schedule set state = 'stopped', next_on = null
  where state in ('active', 'paused') and (amount_minor > 100000000000 or year_sum_minor > 1300000000000);

alter table grant_draft add constraint amount_limit
  check (content ->> 'amountMinor' ~ '^\d{1,12}$' and (content ->> 'amountMinor')::numeric <= 100000000000);
alter table grant_recommendation add constraint amount_limit
  check (amount_minor <= 100000000000 or transaction_status_code in (5, 7)) not valid;
-- A schedule has at most twelve grants a year, and thirteen if bank holidays move one.
alter table grant_schedule add constraint amount_limit
  check (amount_minor <= 100000000000 and year_sum_minor <= 1300000000000
    or state in ('stopped', 'finished')) not valid;
-- 5,000 rows of the limit.
alter table grant_basket add constraint amount_limit check (total_minor <= 500000000000000) not valid;
alter table contribution add constraint amount_limit check (amount_minor <= 100000000000 or state = 'cancelled') not valid;
alter table fund_transfer add constraint amount_limit
  check (amount_minor <= 100000000000 or state in ('declined', 'withdrawn')) not valid;

-- What follows from these is never larger; no stored row is, because the money for it was in the fund.
alter table estate_payout add constraint amount_limit check (amount_minor <= 100000000000) not valid;
alter table payment add constraint amount_limit check (amount_minor <= 100000000000) not valid;
alter table grant_return add constraint amount_limit check (amount_minor <= 100000000000) not valid;

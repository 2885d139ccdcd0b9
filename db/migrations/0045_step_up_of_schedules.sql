-- What a schedule counts towards the step-up of its certifier for 24 hours after certified_at: the greatest yearly sum that it had within
-- them. A change to a smaller sum must not lower it. Null, for schedules of before: year_sum_minor.
alter table grant_schedule add column step_up_minor bigint check (step_up_minor > 0);
grant update (step_up_minor) on grant_schedule to portal;

-- What the sponsor's staff enter follows the advice of a donor (docs/decisions/0073-advice-on-record.md): who advised it, how that came, and
-- when. Null where one of the fund's own people recommended it in their own name.

alter table grant_recommendation
  add column advised_by uuid,
  add column advised_by_name text,
  add column advice_channel text check (advice_channel in ('phone', 'letter', 'meeting')),
  add column advised_on date,
  add constraint advice_is_whole check (num_nulls(advised_by, advised_by_name, advice_channel, advised_on) in (0, 4)),
  add constraint advice_before_recommendation check (advised_on <= recommended_on),
  add constraint advice_of_party foreign key (book, advised_by) references party;

alter table grant_schedule
  add column advised_by uuid,
  add column advised_by_name text,
  add column advice_channel text check (advice_channel in ('phone', 'letter', 'meeting')),
  add column advised_on date,
  add constraint advice_is_whole check (num_nulls(advised_by, advised_by_name, advice_channel, advised_on) in (0, 4)),
  add constraint advice_of_party foreign key (book, advised_by) references party;

-- Whoever certifies a schedule is named to the donors only if they are of the fund's own people.
alter table grant_schedule add column certified_by_side text check (certified_by_side in ('fund', 'sponsor'));
update grant_schedule set certified_by_side = case when certified_by = created_by then created_by_side else 'fund' end;
alter table grant_schedule alter column certified_by_side set not null;

-- The advice is that of the latest certification by the sponsor's staff.
grant update (advised_by, advised_by_name, advice_channel, advised_on, certified_by_side) on grant_schedule to portal;

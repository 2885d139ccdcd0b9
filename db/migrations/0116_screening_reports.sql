-- What was reported to the authority about a confirmed finding, and when (docs/decisions/0090-sanctions-reports.md).

create table screening_report (
  realm book_name not null default realm(),
  finding_id uuid not null,
  reported_on date not null,
  -- as the authority names the report
  reference text not null check (btrim(reference) <> '' and length(reference) <= 100),
  reported_by uuid not null,
  reported_by_name text not null,
  recorded_at timestamptz not null,
  primary key (realm, finding_id, reported_on, reference),
  foreign key (realm, finding_id) references screening_finding
);
comment on table screening_report is 'what staff reported to the authority about a confirmed finding; kept for ten years as the decisions are';

create function check_screening_report() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if realm() is null or not exists (select from screening_finding f
      where f.realm = new.realm and f.finding_id = new.finding_id and f.state in ('confirmed', 'lifting')) then
    raise exception 'the finding % is not confirmed', new.finding_id
      using errcode = 'integrity_constraint_violation', constraint = 'report_of_confirmed_finding';
  end if;
  return new;
end $$;
comment on function check_screening_report is
  'Allows reports only about what two people confirmed, and only by the staff of the realm; this also holds against faults of the server.';
create trigger report_of_confirmed_finding before insert on screening_report
  for each row execute function check_screening_report();
create trigger report_is_kept before update or delete on screening_report
  for each row execute function refuse_change_of_screening_decision();

alter table screening_report enable row level security;
alter table screening_report force row level security;
create policy realm_of_connection on screening_report to identity using (realm = realm()) with check (realm = realm());
grant select, insert on screening_report to identity;

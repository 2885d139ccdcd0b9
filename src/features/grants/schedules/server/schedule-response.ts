import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../../clients/client.ts'
import { Problem } from '../../../../contract/problems.ts'
import { isDonorRole } from '../../../../domain/account-roles.ts'
import { addDays, addMonths, dateOf, type IsoDate } from '../../../../domain/dates.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { findCharities } from '../../../charities/server/charities.queries.ts'
import { charityFlag } from '../../../charities/server/charity-flag.ts'
import { logoOf } from '../../../charities/server/charity-response.ts'
import { grantStateLabel } from '../../domain/grant-status.ts'
import { choicesOf } from '../../server/grant-choices.ts'
import { adviceResponse } from '../../server/grant-details.ts'
import { grantStateOf } from '../../server/transition-rule.ts'
import { certificationMonths, occurrencesFrom } from '../domain/schedule.ts'
import type { DueGrants, Schedule, ScheduleDetails } from '../schedules.contract.ts'
import { calendarOf, datesOf } from './run-occurrence.ts'
import {
  findSchedule,
  listOccurrences,
  listOpenOccurrences,
  listRunningSchedules,
  listSchedulesOf,
  type ScheduleRecord,
} from './schedules.queries.ts'

type Viewer = {
  client: Client
  book: Book
  actor: Pick<Actor, 'userId' | 'actions' | 'accountRoles'>
  today: IsoDate
}

const shownDates = 12
/** The period of dates that is compared with the balance. */
const dueDays = 90

type Open = Awaited<ReturnType<typeof listOpenOccurrences>>
/** The charities of schedules as they are now: why one needs attention, and its logo. */
type CharitiesNow = {
  flagOf: (schedule: ScheduleRecord) => string | null
  logoOf: (schedule: ScheduleRecord) => string | null
}

async function charitiesNow(
  db: Kysely<DB>,
  schedules: readonly ScheduleRecord[],
  client: Client,
): Promise<CharitiesNow> {
  const found = await findCharities(db, [...new Set(schedules.map(({ charity_id }) => charity_id))])
  const byId = new Map(found.map(row => [row.charity_id, row]))
  return {
    flagOf: ({ charity_id, charity_name: name }) =>
      charityFlag(byId.get(charity_id), { name, outcome: null }, client),
    logoOf: ({ charity_id }) => logoOf(byId.get(charity_id)),
  }
}

function scheduleResponse(
  schedule: ScheduleRecord,
  { client, book, actor }: Viewer,
  { open, charities }: { open: Open; charities: CharitiesNow },
): Schedule {
  const own = open.filter(({ schedule_id }) => schedule_id === schedule.schedule_id)
  const skipped = new Set(own.filter(({ state }) => state === 'skipped').map(({ number }) => number))
  const certifiedOn = dateOf(schedule.certified_at, client.timeZone)
  const runs = schedule.next_on !== null
  return {
    scheduleId: schedule.schedule_id,
    charityId: schedule.charity_id,
    charityName: schedule.charity_name,
    charityFlag: charities.flagOf(schedule),
    logoUrl: charities.logoOf(schedule),
    amountMinor: schedule.amount_minor,
    currency: book.currency,
    ...choicesOf(schedule),
    frequency: schedule.frequency,
    startsOn: schedule.starts_on,
    endsOn: schedule.ends_on,
    endsAfter: schedule.ends_after,
    remaining: schedule.ends_after === null ? null : remainingOf(schedule, schedule.ends_after),
    state: schedule.state,
    createdDate: dateOf(schedule.created_at, client.timeZone),
    createdByName: schedule.created_by_side === 'fund' ? schedule.created_by_name : null,
    certifiedOn,
    certifiedByName: schedule.certified_by_side === 'fund' ? schedule.certified_by_name : null,
    advice: adviceResponse(schedule),
    certifyAgainBy: addMonths(certifiedOn, certificationMonths),
    revision: schedule.revision,
    upcoming: runs
      ? occurrencesFrom(datesOf(schedule), schedule.next_number, calendarOf(client), shownDates).map(
          date => ({ ...date, isSkipped: skipped.has(date.number), amountMinor: schedule.amount_minor }),
        )
      : [],
    waiting: own.filter(({ state }) => state === 'waiting').length,
    may: scheduleRights(schedule, actor),
  }
}

const remainingOf = ({ next_number, first_number }: ScheduleRecord, endsAfter: number) =>
  Math.max(0, endsAfter - (next_number - first_number))

/** Any holder of GRANT_RECOMMEND may pause and stop a schedule; its amount and charity are its maker's and the donors' (§13). */
export function scheduleRights(
  schedule: Pick<ScheduleRecord, 'created_by' | 'next_on'>,
  actor: Viewer['actor'],
): Schedule['may'] {
  const change = actor.actions.has('GRANT_RECOMMEND') && schedule.next_on !== null
  const isDonor = actor.accountRoles.some(isDonorRole)
  return { change, changeTerms: change && (isDonor || schedule.created_by === actor.userId) }
}

/** The schedules of a fund, those that run first. */
export async function schedulesOf(
  db: Kysely<DB>,
  accountId: string,
  viewer: Viewer,
): Promise<{ data: Schedule[]; due: DueGrants }> {
  const [schedules, open] = await Promise.all([
    listSchedulesOf(db, accountId),
    listOpenOccurrences(db, accountId),
  ])
  const charities = await charitiesNow(db, schedules, viewer.client)
  return {
    data: schedules.map(schedule => scheduleResponse(schedule, viewer, { open, charities })),
    due: dueWithin(schedules, open, viewer),
  }
}

/** What the schedules of a fund recommend within 90 days. */
export async function dueGrants(db: Kysely<DB>, accountId: string, viewer: Viewer): Promise<DueGrants> {
  const [schedules, open] = await Promise.all([
    listRunningSchedules(db, accountId),
    listOpenOccurrences(db, accountId),
  ])
  return dueWithin(schedules, open, viewer)
}

function dueWithin(
  schedules: readonly ScheduleRecord[],
  open: Open,
  { client, today }: Pick<Viewer, 'client' | 'today'>,
): DueGrants {
  const until = addDays(today, dueDays)
  const skipped = new Set(
    open.filter(({ state }) => state === 'skipped').map(each => `${each.schedule_id} ${each.number}`),
  )
  let grants = 0
  let dueMinor = 0n
  for (const schedule of schedules) {
    if (schedule.state !== 'active') continue
    const dates = occurrencesFrom(datesOf(schedule), schedule.next_number, calendarOf(client), shownDates)
    for (const { number, dueOn } of dates) {
      if (dueOn > until || skipped.has(`${schedule.schedule_id} ${number}`)) continue
      grants += 1
      dueMinor += schedule.amount_minor
    }
  }
  return { until, grants, dueMinor, waiting: open.filter(({ state }) => state === 'waiting').length }
}

/** One schedule of the fund with the results of its dates. Throws `not-found`, also for another fund's. */
export async function scheduleDetails(
  db: Kysely<DB>,
  accountId: string,
  scheduleId: string,
  viewer: Viewer,
): Promise<ScheduleDetails> {
  const schedule = await findSchedule(db, accountId, scheduleId)
  if (!schedule) throw new Problem('not-found')
  const [open, charities, past] = await Promise.all([
    listOpenOccurrences(db, accountId),
    charitiesNow(db, [schedule], viewer.client),
    listOccurrences(db, scheduleId),
  ])
  return {
    ...scheduleResponse(schedule, viewer, { open, charities }),
    past: past
      .filter(({ number, state }) => number < schedule.next_number || state === 'waiting')
      .map(row => ({
        number: row.number,
        nominalOn: row.nominal_on,
        dueOn: row.due_on,
        state: row.state,
        reason: row.reason,
        field: row.field,
        grantId: row.grant_id,
        grantState:
          row.transaction_status_code === null
            ? null
            : grantStateLabel(
                grantStateOf({
                  transaction_status_code: row.transaction_status_code,
                  review_state: row.review_state,
                  outcome: row.outcome,
                }),
                viewer.client.locale,
              ),
      })),
  }
}

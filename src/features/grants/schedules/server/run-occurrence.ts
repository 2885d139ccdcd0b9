import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Book, Client } from '../../../../clients/client.ts'
import { Problem } from '../../../../contract/problems.ts'
import { bankCalendarOf } from '../../../../domain/bank-holidays.ts'
import { dateOf, type IsoDate } from '../../../../domain/dates.ts'
import { actionsOf } from '../../../../server/auth/role-permissions.ts'
import { inSavepoint } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { violates } from '../../../../server/db/violates.ts'
import { addJob } from '../../../../server/jobs/add-job.ts'
import { findCharityStatus, requireSelectable } from '../../../charities/server/charity-status.ts'
import { fundStatusViolation } from '../../domain/fund-status.ts'
import { adviceOf } from '../../server/advice.ts'
import { type ChoiceColumns, choicesOf } from '../../server/grant-choices.ts'
import { checkRecommendation } from '../../server/recommend-grant.ts'
import type { StepActor } from '../../server/record-history-entry.ts'
import { storeGrant } from '../../server/store-grant.ts'
import {
  isCertified,
  type Occurrence,
  occurrence,
  type ScheduleDates,
  scheduleEnd,
} from '../domain/schedule.ts'
import { mailOccurrence } from './mail-schedule.ts'
import {
  findLatestStop,
  findOccurrence,
  insertOccurrence,
  rolesOnAccount,
  type ScheduleRecord,
  updateSchedule,
} from './schedules.queries.ts'

export type RunSettings = { client: Client; book: Book; today: IsoDate; now: Date }

/** The result of an occurrence. `field`: the field that a person has to correct, if it waits. */
type Decision =
  | { state: 'recommended'; grantId: string }
  | { state: 'waiting'; reason: string; field: string | null }
  | { state: 'skipped'; reason: string }

const notCertified = 'The certification is older than twelve months. Certify the schedule again.'
const notAllowed =
  'The person who certified the schedule may no longer recommend grants from this account. Certify the schedule again.'
const notLookedAt = 'The register has changed what it says about this charity. Our staff are looking into it.'
const notCovered = 'The available balance did not cover the grant.'

/** A client's bank calendar. */
export const calendarOf = ({ defaultPhoneCountry }: Client) => bankCalendarOf(defaultPhoneCountry)

/** The columns of the schedule after the occurrence of this number: the next one, or none. */
export function afterOccurrence(schedule: ScheduleRecord, number: number, client: Client) {
  const next = occurrence(datesOf(schedule), number + 1, calendarOf(client))
  return next === null
    ? { next_number: number + 1, next_on: null, state: 'finished' as const }
    : { next_number: number + 1, next_on: next.dueOn, state: schedule.state }
}

type DateColumns = Pick<ScheduleRecord, 'frequency' | 'starts_on' | 'first_number' | 'ends_on' | 'ends_after'>

export const datesOf = (schedule: DateColumns): ScheduleDates => ({
  frequency: schedule.frequency,
  startsOn: schedule.starts_on,
  firstNumber: schedule.first_number,
  end: scheduleEnd({ endsOn: schedule.ends_on, endsAfter: schedule.ends_after }),
})

/**
 * Runs the next occurrence of a schedule that is due on or before `day`, in the caller's transaction, which holds the locks of the fund and
 * the schedule: checks it again, recommends it or records why it waits or is skipped, and moves the schedule on. Returns the schedule as it
 * is then; null where nothing is due.
 */
export async function runNextOccurrence(
  trx: Kysely<DB>,
  schedule: ScheduleRecord,
  { fundStatus, day, ...settings }: RunSettings & { fundStatus: string; day: IsoDate },
): Promise<ScheduleRecord | null> {
  if (schedule.next_on === null || schedule.next_on > day) return null
  const number = schedule.next_number
  const due = occurrence(datesOf(schedule), number, calendarOf(settings.client))
  const moveOn = async () => {
    const columns = afterOccurrence(schedule, number, settings.client)
    await updateSchedule(trx, schedule.schedule_id, columns)
    return { ...schedule, ...columns }
  }
  // The bank holidays of its year may have become known since the date was planned.
  if (due !== null && due.dueOn > day) {
    await updateSchedule(trx, schedule.schedule_id, { next_on: due.dueOn })
    return null
  }
  // A person may have skipped the date in advance.
  if (due === null || (await findOccurrence(trx, schedule.schedule_id, number))) return await moveOn()
  const decision = await decide(trx, schedule, fundStatus, settings)
  await insertOccurrence(trx, { ...columnsOf(schedule, due, decision), decided_at: settings.now })
  if (decision.state !== 'recommended' && schedule.state !== 'paused')
    await addJob(trx, mailOccurrence, {
      client: settings.client.name,
      scheduleId: schedule.schedule_id,
      number,
    })
  return await moveOn()
}

const columnsOf = (schedule: ScheduleRecord, due: Occurrence, decision: Decision) => ({
  schedule_id: schedule.schedule_id,
  number: due.number,
  nominal_on: due.nominalOn,
  due_on: due.dueOn,
  state: decision.state,
  reason: decision.state === 'recommended' ? null : decision.reason,
  field: decision.state === 'waiting' ? decision.field : null,
  grant_id: decision.state === 'recommended' ? decision.grantId : null,
})

async function decide(
  trx: Kysely<DB>,
  schedule: ScheduleRecord,
  fundStatus: string,
  settings: RunSettings,
): Promise<Decision> {
  if (schedule.state === 'paused') return { state: 'skipped', reason: 'The schedule was paused.' }
  const violation = fundStatusViolation(fundStatus)
  if (violation !== null) return { state: 'skipped', reason: violation }
  const certifiedOn = dateOf(schedule.certified_at, settings.client.timeZone)
  if (!isCertified(certifiedOn, settings.today))
    return { state: 'waiting', reason: notCertified, field: 'certified' }
  if (!(await mayStillRecommend(trx, schedule)))
    return { state: 'waiting', reason: notAllowed, field: 'certified' }
  if (await waitsForStaff(trx, schedule.charity_id, settings))
    return { state: 'waiting', reason: notLookedAt, field: 'charityId' }
  try {
    return {
      state: 'recommended',
      grantId: await recommendOccurrence(trx, schedule, schedule, creatorOf(schedule), settings),
    }
  } catch (error) {
    return { state: 'waiting', ...refusalOf(error) }
  }
}

/** Whether an import changed the charity so that it needs a review, and staff have not let its schedules go on since. */
async function waitsForStaff(trx: Kysely<DB>, charityId: string, { now }: RunSettings): Promise<boolean> {
  const state = await findLatestStop(trx, charityId)
  if (state === undefined || state === 'continued') return false
  return (await findCharityStatus(trx, charityId, now))?.eligibility.outcome === 'person'
}

/**
 * Whether a person of the fund stands behind the schedule: the one who certified it last, or the one in whose name it recommends, may
 * still recommend grants from the account. What the sponsor's staff set up in nobody's name goes on.
 */
async function mayStillRecommend(trx: Kysely<DB>, schedule: ScheduleRecord): Promise<boolean> {
  if (schedule.created_by_side === 'sponsor' && schedule.on_behalf_of === null) return true
  const people = [schedule.certified_by, schedule.on_behalf_of ?? schedule.created_by]
  const roles = await rolesOnAccount(trx, schedule.account_id, people)
  return roles.some(({ role, advisorMayGrant }) =>
    actionsOf([], [role], advisorMayGrant).has('GRANT_RECOMMEND'),
  )
}

/** The terms that one occurrence is recommended with. */
type OccurrenceTerms = Pick<ScheduleRecord, 'charity_id' | 'amount_minor'> & ChoiceColumns

function creatorOf(schedule: ScheduleRecord): StepActor {
  // The advice may be that of a later certification by the staff, of a schedule that a donor created.
  const advice = schedule.created_by_side === 'sponsor' ? adviceOf(schedule) : null
  return {
    userId: schedule.created_by,
    name: schedule.created_by_name,
    side: schedule.created_by_side,
    ...(advice === null ? {} : { advice }),
    ...(schedule.on_behalf_of === null ? {} : { onBehalfOf: schedule.on_behalf_of }),
  }
}

/**
 * Recommends a grant with these terms, in the actor's name, as an occurrence of the schedule; if it fails, nothing is stored. Returns the grant's id.
 * Throws `validation` by field.
 */
export async function recommendOccurrence(
  trx: Kysely<DB>,
  schedule: ScheduleRecord,
  terms: OccurrenceTerms,
  actor: StepActor,
  settings: RunSettings,
): Promise<string> {
  const { client, book, now } = settings
  const checked = checkRecommendation(
    {
      charityId: terms.charity_id,
      amountMinor: terms.amount_minor,
      ...choicesOf(terms),
      certified: true,
      idempotencyKey: randomUUIDv7(),
    },
    client,
    book,
  )
  const charity = requireSelectable(await findCharityStatus(trx, terms.charity_id, now), client)
  const from = {
    kind: 'schedule' as const,
    scheduleId: schedule.schedule_id,
    certifiedAt: schedule.certified_at,
  }
  try {
    return await inSavepoint(trx, () =>
      storeGrant(trx, schedule.account_id, checked, charity, { ...settings, actor, from }),
    )
  } catch (error) {
    if (violates(error, 'available_balance_not_negative'))
      throw new Problem('validation', { errors: { amountMinor: [notCovered] } })
    throw error
  }
}

/** The field and the sentence of a recommendation that was refused. Throws any other error again. */
export function refusalOf(error: unknown): { field: string; reason: string } {
  const [refusal] = error instanceof Problem ? Object.entries(error.errors ?? {}) : []
  if (!refusal) throw error
  const [field, [reason = 'The grant could not be recommended.']] = refusal
  return { field, reason }
}

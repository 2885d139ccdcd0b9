import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import { hourOf } from '../../../../domain/dates.ts'
import { keysOf } from '../../../../domain/keys-of.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { lastDueDay } from '../../../../server/jobs/due-work.ts'
import { deleteDraft } from '../../baskets/server/drafts.queries.ts'
import type { WithAdvice } from '../../domain/advice.ts'
import { type AdviceColumns, adviceColumns, advisedActor } from '../../server/advice.ts'
import { sumOfScheduleSince } from '../../server/grants.queries.ts'
import { requireActiveFund } from '../../server/require-active-fund.ts'
import {
  booksOf,
  type ClientBooks,
  reachesStepUp,
  stepUpPeriod,
  stepUpSince,
  withRecommenderLock,
} from '../../server/step-up-sum.ts'
import { endsTooEarly, occurrence, occurrencesInYear } from '../domain/schedule.ts'
import { calendarOf, datesOf, runNextOccurrence } from './run-occurrence.ts'
import { grantSchedules } from './run-schedules.ts'
import { scheduleRights } from './schedule-response.ts'
import {
  type Columns,
  checkTerms,
  type Edited,
  lockRunning,
  recordScheduleChange,
  type ScheduleSettings,
  type ScheduleTerms,
} from './schedule-terms.ts'
import {
  countSchedules,
  findOccurrence,
  findScheduleByKey,
  hasOccurrenceOn,
  insertSchedule,
  listUncertified,
  lockSchedule,
  maxSchedules,
  type ScheduleRecord,
  updateSchedule,
} from './schedules.queries.ts'

/**
 * The columns of a certification by this person at this time. Grants of a schedule that the staff created follow the advice of a donor, also
 * after a donor has certified it again.
 */
const certification = ({ actor, now }: ScheduleSettings) => ({
  certified_at: now,
  certified_by: actor.userId,
  certified_by_name: actor.name,
  certified_by_side: actor.side,
  ...(actor.advice === undefined
    ? {}
    : { ...adviceColumns(actor.advice), on_behalf_of: actor.onBehalfOf ?? null }),
  changed_at: now,
})

/** The settings with the advice that the actor follows. Throws `validation` by field. */
const advised = async <Settings extends ScheduleSettings>(
  db: Kysely<DB>,
  accountId: string,
  sent: WithAdvice,
  settings: Settings,
): Promise<Settings> => ({ ...settings, actor: await advisedActor(db, accountId, sent, settings) })

/** What the record of a change says about its certification. */
const certifiedBy = ({ name, advice }: ScheduleSettings['actor']) => ({
  certified:
    advice === undefined
      ? name
      : `${name}, advised by ${advice.donorName} (${advice.channel}, ${advice.advisedOn})`,
})

async function requireStepUpFor(
  books: ClientBooks,
  yearSumMinor: bigint,
  { actor, now, requireVerification }: ScheduleSettings,
): Promise<void> {
  if (await reachesStepUp(books, stepUpPeriod(actor, now), yearSumMinor)) requireVerification()
}

/**
 * Makes a schedule and returns its id; a repeat with the same idempotency key and terms returns the id of the first and changes nothing. A first
 * date that is due already is recommended in the same transaction, and refused like a single grant. Throws `validation` by field,
 * `step-up-needed` by the sum of twelve months, `access-denied` where the fund is not active, `conflict` for another schedule of this id.
 */
export async function makeSchedule(
  db: Kysely<DB>,
  accountId: string,
  { idempotencyKey, ...terms }: ScheduleTerms & WithAdvice & { idempotencyKey: string },
  request: ScheduleSettings,
): Promise<string> {
  const settings = await advised(db, accountId, terms, request)
  const { client, actor, now } = settings
  const columns = await checkTerms(db, terms, settings)
  const dates = datesOf({ ...columns, first_number: 0 })
  const first = occurrence(dates, 0, calendarOf(client))
  if (first === null) throw fieldProblem('endsOn', endsTooEarly)
  const yearSumMinor = columns.amount_minor * BigInt(occurrencesInYear(dates, calendarOf(client)))
  return await withRecommenderLock(
    booksOf(db, settings),
    settings.actor,
    accountId,
    async ({ trx, books, fundStatus }) => {
      // Another of the fund's people may have submitted the same draft.
      const earlier = await findScheduleByKey(trx, accountId, idempotencyKey)
      if (earlier) return requireSame(earlier, { ...columns, ...adviceColumns(actor.advice ?? null) })
      const scheduleId = randomUUIDv7()
      requireActiveFund(fundStatus, settings.actor)
      if ((await countSchedules(trx, accountId)) >= maxSchedules)
        throw new Problem('conflict', {
          detail: `A fund can have up to ${maxSchedules} schedules. Please call us if you need another.`,
        })
      await requireStepUpFor(books, yearSumMinor, settings)
      await insertSchedule(trx, {
        schedule_id: scheduleId,
        idempotency_key: idempotencyKey,
        account_id: accountId,
        ...columns,
        ...certification(settings),
        next_on: first.dueOn,
        created_by: actor.userId,
        created_by_name: actor.name,
        created_by_side: actor.side,
        year_sum_minor: yearSumMinor,
        step_up_minor: yearSumMinor,
        created_at: now,
      })
      await recordScheduleChange(
        trx,
        {
          ...{ accountId, scheduleId, revision: 1, before: null },
          after: actor.advice === undefined ? columns : { ...columns, ...certifiedBy(actor) },
        },
        settings,
      )
      // The draft has the idempotency key as its id.
      await deleteDraft(trx, accountId, idempotencyKey)
      await runIfDue(trx, accountId, scheduleId, fundStatus, settings)
      return scheduleId
    },
  )
}

function requireSame(earlier: ScheduleRecord, columns: Columns & AdviceColumns): string {
  const names = keysOf(columns)
  if (names.some(name => earlier[name] !== columns[name]))
    throw new Problem('conflict', { detail: 'This draft was already submitted with different details.' })
  return earlier.schedule_id
}

/** Recommends a date that is due by now, so that nobody waits for the next morning. A refusal is the caller's. */
async function runIfDue(
  trx: Kysely<DB>,
  accountId: string,
  scheduleId: string,
  fundStatus: string,
  { client, book, today, now }: ScheduleSettings,
): Promise<void> {
  const day = lastDueDay(grantSchedules, { today, hour: hourOf(now, client.timeZone) })
  const schedule = await lockSchedule(trx, accountId, scheduleId)
  if (!schedule) return
  const number = schedule.next_number
  await runNextOccurrence(trx, schedule, { client, book, today, now, fundStatus, day })
  const made = await findOccurrence(trx, scheduleId, number)
  if (made?.state === 'waiting')
    throw fieldProblem(made.field ?? 'amountMinor', made.reason ?? 'The grant could not be recommended')
}

/**
 * Changes what a schedule recommends from its next date on, and certifies it for twelve months. Dates of their own (`startsOn`) count again
 * from the next occurrence. Throws as `makeSchedule`; `access-denied` where someone else than its maker or a donor changes amount or
 * charity.
 */
export async function changeSchedule(
  db: Kysely<DB>,
  accountId: string,
  { scheduleId, revision, ...terms }: ScheduleTerms & WithAdvice & Edited,
  request: ScheduleSettings,
): Promise<void> {
  const settings = await advised(db, accountId, terms, request)
  const calendar = calendarOf(settings.client)
  const columns = await checkTerms(db, terms, settings)
  await withRecommenderLock(
    booksOf(db, settings),
    settings.actor,
    accountId,
    async ({ trx, books, fundStatus }) => {
      const before = await lockRunning(trx, accountId, { scheduleId, revision }, settings)
      requireActiveFund(fundStatus, settings.actor)
      const isOther = before.amount_minor !== columns.amount_minor || before.charity_id !== columns.charity_id
      if (isOther && !scheduleRights(before, settings.permissions).changeTerms)
        throw new Problem('access-denied', {
          detail: 'Only a donor or the person who created a schedule may change its amount or charity.',
        })
      const dates = datesOf({ ...columns, first_number: before.next_number })
      const next = occurrence(dates, before.next_number, calendar)
      if (next === null) throw fieldProblem('endsOn', 'Choose a date on or after the next grant')
      if (await hasOccurrenceOn(trx, scheduleId, columns.starts_on))
        throw fieldProblem('startsOn', 'This schedule already has a grant on that date')
      const yearSumMinor = columns.amount_minor * BigInt(occurrencesInYear(dates, calendar))
      await requireStepUpFor(books, yearSumMinor, settings)
      await updateSchedule(trx, scheduleId, {
        ...columns,
        ...certification(settings),
        first_number: before.next_number,
        next_on: next.dueOn,
        year_sum_minor: yearSumMinor,
        step_up_minor: await countedSum(trx, before, yearSumMinor, settings.now),
        revision: before.revision + 1,
      })
      const after = { ...columns, ...certifiedBy(settings.actor) }
      await recordScheduleChange(
        trx,
        { accountId, scheduleId, revision: before.revision + 1, before, after },
        settings,
      )
    },
  )
}

/**
 * What a schedule counts towards the step-up of its certifier from now on: what it recommended within the period by its former terms, and
 * the sum of the new ones. If it counted more before, then that, so that a smaller sum hides nothing.
 */
async function countedSum(
  trx: Kysely<DB>,
  before: ScheduleRecord,
  sumMinor: bigint,
  now: Date,
): Promise<bigint> {
  const since = stepUpSince(now)
  const newMinor = (await sumOfScheduleSince(trx, before.schedule_id, since)) + sumMinor
  if (before.certified_at <= since) return newMinor
  const countedMinor = before.step_up_minor ?? before.year_sum_minor
  return countedMinor > newMinor ? countedMinor : newMinor
}

/** Certifies a schedule for another twelve months. Dates that waited for it are recommended by `certified`, in the same transaction. */
export async function certifySchedule(
  db: Kysely<DB>,
  accountId: string,
  { certified, ...edited }: Edited & WithAdvice & { certified: boolean },
  request: ScheduleSettings,
  recommendWaiting: (trx: Kysely<DB>, schedule: ScheduleRecord, settings: ScheduleSettings) => Promise<void>,
): Promise<void> {
  if (!certified) throw fieldProblem('certified', 'Certify the schedule')
  const settings = await advised(db, accountId, edited, request)
  await withRecommenderLock(
    booksOf(db, settings),
    settings.actor,
    accountId,
    async ({ trx, books, fundStatus }) => {
      const before = await lockRunning(trx, accountId, edited, settings)
      requireActiveFund(fundStatus, settings.actor)
      // All dates that wait are recommended at once: after more than a year they are more than the sum of one.
      const waiting = BigInt((await listUncertified(trx, before.schedule_id)).length)
      const sumMinor = before.year_sum_minor + waiting * before.amount_minor
      await requireStepUpFor(books, sumMinor, settings)
      const columns = {
        ...certification(settings),
        step_up_minor: await countedSum(trx, before, sumMinor, settings.now),
        revision: before.revision + 1,
      }
      await updateSchedule(trx, before.schedule_id, columns)
      const after = certifiedBy(settings.actor)
      const { schedule_id: scheduleId, revision } = { ...before, ...columns }
      await recordScheduleChange(trx, { accountId, scheduleId, revision, before: {}, after }, settings)
      await recommendWaiting(trx, { ...before, ...columns }, settings)
    },
  )
}

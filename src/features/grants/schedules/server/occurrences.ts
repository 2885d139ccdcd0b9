import type { Kysely } from 'kysely'
import { Problem } from '../../../../contract/problems.ts'
import { recordCommand } from '../../../../server/audit/record-command.ts'
import { inTransaction } from '../../../../server/db/in-transaction.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { WithAdvice } from '../../domain/advice.ts'
import type { PurposeChoices } from '../../domain/grant-choices.ts'
import { advisedActor } from '../../server/advice.ts'
import { type ChoiceColumns, choiceColumns, choicesOf } from '../../server/grant-choices.ts'
import { lockFund } from '../../server/grants.queries.ts'
import { checkRecommendation } from '../../server/recommend-grant.ts'
import { requireActiveFund } from '../../server/require-active-fund.ts'
import { booksOf, reachesStepUp, stepUpPeriod, withRecommenderLock } from '../../server/step-up-sum.ts'
import { occurrencesFrom } from '../domain/schedule.ts'
import { afterOccurrence, calendarOf, datesOf, recommendOccurrence, refusalOf } from './run-occurrence.ts'
import { scheduleRights } from './schedule-response.ts'
import type { ScheduleSettings } from './schedule-terms.ts'
import {
  findOccurrence,
  insertOccurrence,
  listUncertified,
  lockSchedule,
  type OccurrenceRecord,
  type ScheduleRecord,
  updateOccurrence,
  updateSchedule,
} from './schedules.queries.ts'

type Named = { scheduleId: string; number: number }

const skippedBy = (name: string) => `Skipped by ${name}.`

/** Skips one date: one that waits, or one of the next twelve. Repeating it changes nothing. Throws `not-found`, `conflict`. */
export async function skipOccurrence(
  db: Kysely<DB>,
  accountId: string,
  { scheduleId, number }: Named,
  { client, actor, now }: ScheduleSettings,
): Promise<void> {
  await inTransaction(db, async trx => {
    await lockFund(trx, accountId)
    const schedule = await lockSchedule(trx, accountId, scheduleId)
    if (!schedule) throw new Problem('not-found')
    const decided = {
      state: 'skipped' as const,
      reason: skippedBy(actor.side === 'fund' ? actor.name : client.displayName),
      field: null,
      decided_by_name: actor.name,
      decided_at: now,
    }
    const earlier = await findOccurrence(trx, scheduleId, number)
    if (earlier?.state === 'skipped') return
    if (earlier?.state === 'recommended')
      throw new Problem('conflict', { detail: 'The grant for this date has already been recommended.' })
    if (earlier) return await updateOccurrence(trx, { scheduleId, number }, decided)
    const dates =
      schedule.next_on === null
        ? []
        : occurrencesFrom(datesOf(schedule), schedule.next_number, calendarOf(client), 12)
    const date = dates.find(each => each.number === number)
    if (!date) throw new Problem('conflict', { detail: 'This is not one of the next dates of the schedule.' })
    await insertOccurrence(trx, {
      schedule_id: scheduleId,
      number,
      nominal_on: date.nominalOn,
      due_on: date.dueOn,
      ...decided,
    })
    if (number === schedule.next_number)
      await updateSchedule(trx, scheduleId, afterOccurrence(schedule, number, client))
  })
}

type Correction = Named &
  PurposeChoices &
  WithAdvice & {
    amountMinor: bigint
    certified: boolean
  }

/**
 * Recommends a date that waits, with what a person corrected for this once. A repeat after it was recommended changes nothing. Throws
 * `validation` by field, `step-up-needed`, `access-denied` where someone else than the maker or a donor gives another amount, `not-found`,
 * `conflict` where the date does not wait.
 */
export async function recommendWaiting(
  db: Kysely<DB>,
  accountId: string,
  { scheduleId, number, ...correction }: Correction,
  settings: ScheduleSettings,
): Promise<void> {
  const { now, permissions } = settings
  const actor = await advisedActor(db, accountId, correction, settings)
  await withRecommenderLock(booksOf(db, settings), actor, accountId, async ({ trx, books, fundStatus }) => {
    const schedule = await lockSchedule(trx, accountId, scheduleId)
    const waiting = schedule && (await findOccurrence(trx, scheduleId, number))
    if (!waiting) throw new Problem('not-found')
    if (waiting.state === 'recommended') return
    if (waiting.state !== 'waiting')
      throw new Problem('conflict', { detail: 'This date has already been skipped.' })
    requireActiveFund(fundStatus, actor)
    const isOther = correction.amountMinor !== schedule.amount_minor
    if (isOther && !scheduleRights({ ...schedule, next_on: waiting.due_on }, permissions).changeTerms)
      throw new Problem('access-denied', {
        detail: 'Only a donor or the person who created a schedule may change its amount.',
      })
    const terms = { ...schedule, ...checkCorrection(correction, schedule, settings) }
    if (await reachesStepUp(books, stepUpPeriod(actor, now), terms.amount_minor))
      settings.requireVerification()
    const certifiedNow = { ...schedule, certified_at: now }
    const grantId = await recommendOccurrence(trx, certifiedNow, terms, actor, settings)
    await decideWaiting(trx, waiting, grantId, settings)
    await recordCommand(trx, 'grant-recommended', settings.source, {
      ...{ account: accountId, grantId, schedule: scheduleId, amountMinor: terms.amount_minor },
    })
  })
}

function checkCorrection(
  correction: Omit<Correction, keyof Named>,
  schedule: ScheduleRecord,
  { client, book }: ScheduleSettings,
): Pick<ScheduleRecord, 'amount_minor'> & ChoiceColumns {
  const corrected = { ...choicesOf(schedule), ...correction, charityId: schedule.charity_id }
  const checked = checkRecommendation(corrected, client, book)
  return { amount_minor: checked.amountMinor, ...choiceColumns(checked) }
}

const decideWaiting = (
  trx: Kysely<DB>,
  { schedule_id: scheduleId, number }: OccurrenceRecord,
  grantId: string,
  { actor, now }: ScheduleSettings,
) =>
  updateOccurrence(
    trx,
    { scheduleId, number },
    {
      state: 'recommended',
      reason: null,
      field: null,
      grant_id: grantId,
      decided_by_name: actor.name,
      decided_at: now,
    },
  )

/** Recommends the dates that waited for the certification that `schedule` now has; one that fails waits for its own reason. */
export async function recommendUncertified(
  trx: Kysely<DB>,
  schedule: ScheduleRecord,
  settings: ScheduleSettings,
): Promise<void> {
  for (const waiting of await listUncertified(trx, schedule.schedule_id)) {
    try {
      const grantId = await recommendOccurrence(trx, schedule, schedule, settings.actor, settings)
      await decideWaiting(trx, waiting, grantId, settings)
    } catch (error) {
      const { field, reason } = refusalOf(error)
      await updateOccurrence(
        trx,
        { scheduleId: waiting.schedule_id, number: waiting.number },
        { reason, field, decided_at: settings.now },
      )
    }
  }
}

import { type BankCalendar, nextBankingDay } from '../../../../domain/bank-holidays.ts'
import { addMonths, type IsoDate } from '../../../../domain/dates.ts'
import { invariant } from '../../../../domain/invariant.ts'
import { keysOf } from '../../../../domain/keys-of.ts'
import type { StatusSign } from '../../../../domain/status-sign.ts'

/** How often a grant repeats (§13), in the order in which it is offered. */
export const frequencies = {
  once: 'Once',
  monthly: 'Every month',
  quarterly: 'Every three months',
  half_yearly: 'Every six months',
  yearly: 'Every year',
} as const
export type Frequency = keyof typeof frequencies
export const frequencyCodes = keysOf(frequencies)

const monthsOf: Readonly<Record<Frequency, number>> = {
  once: 0,
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
}

/** When a schedule ends if no person stops it. */
export type ScheduleEnd =
  | { kind: 'never' }
  /** The last day on which an occurrence may fall by the calendar. */
  | { kind: 'on'; day: IsoDate }
  /** How many occurrences there are from `firstNumber` on. */
  | { kind: 'after'; count: number }

/** When a schedule recommends grants. */
export type ScheduleDates = {
  frequency: Frequency
  startsOn: IsoDate
  /** The number of the occurrence on `startsOn`: above 0 once the dates were changed. */
  firstNumber: number
  end: ScheduleEnd
}

/** The end in two fields, as it is sent and stored. At most one of them is set. */
export type EndFields = { endsOn: IsoDate | null; endsAfter: number | null }

export function scheduleEnd({ endsOn, endsAfter }: EndFields): ScheduleEnd {
  invariant(endsOn === null || endsAfter === null, 'a schedule has one end')
  if (endsOn !== null) return { kind: 'on', day: endsOn }
  return endsAfter === null ? { kind: 'never' } : { kind: 'after', count: endsAfter }
}

export type Occurrence = {
  number: number
  /** The date by the calendar. */
  nominalOn: IsoDate
  /** The day on which it runs: the same, or the next on which banks are open. */
  dueOn: IsoDate
}

/** The most occurrences that a schedule can be limited to: a hundred years of months. */
export const maxOccurrences = 1200

/** How far ahead a first date can be, in months. */
export const maxStartMonths = 60

/** The certification of a schedule is valid for this long. */
export const certificationMonths = 12

/**
 * The occurrence of this number; null where the schedule has ended before it. The day of the month is kept: a schedule of the 31st falls
 * on the last day of a shorter month.
 */
export function occurrence(
  { frequency, startsOn, firstNumber, end }: ScheduleDates,
  number: number,
  calendar: BankCalendar,
): Occurrence | null {
  const index = number - firstNumber
  if (index < 0) throw new RangeError(`occurrence ${number} is before ${firstNumber}`)
  if (frequency === 'once' && index > 0) return null
  if (end.kind === 'after' && index >= end.count) return null
  const nominalOn = addMonths(startsOn, index * monthsOf[frequency])
  if (end.kind === 'on' && nominalOn > end.day) return null
  return { number, nominalOn, dueOn: nextBankingDay(nominalOn, calendar) }
}

/** The occurrences from this number on, at most `most`. */
export function occurrencesFrom(
  dates: ScheduleDates,
  number: number,
  calendar: BankCalendar,
  most: number,
): Occurrence[] {
  const found: Occurrence[] = []
  for (let next = number; found.length < most; next += 1) {
    const one = occurrence(dates, next, calendar)
    if (one === null) break
    found.push(one)
  }
  return found
}

/** How many occurrences fall within twelve months of the first of them, which is what step-up measures. */
export function occurrencesInYear(dates: ScheduleDates, calendar: BankCalendar): number {
  const yearLater = addMonths(dates.startsOn, 12)
  return occurrencesFrom(dates, dates.firstNumber, calendar, 12).filter(
    ({ nominalOn }) => nominalOn < yearLater,
  ).length
}

/** Whether a certification of this day is still valid on another day. */
export const isCertified = (certifiedOn: IsoDate, on: IsoDate): boolean =>
  on < addMonths(certifiedOn, certificationMonths)

export const scheduleStates = ['active', 'paused', 'stopped', 'finished'] as const
export type ScheduleState = (typeof scheduleStates)[number]

export const scheduleStateLabels = {
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
} as const satisfies Record<ScheduleState, string>

export const scheduleSigns = {
  active: 'in-progress',
  paused: 'waiting',
  stopped: 'ended',
  finished: 'done',
} as const satisfies Record<ScheduleState, StatusSign>

type DatesViolation = { field: 'startsOn' | 'endsOn' | 'endsAfter'; message: string }

export const endsTooEarly = 'Choose a date on or after the first grant'

/** Why these dates cannot be scheduled from `today` on; null where they can. The form and the server both check them. */
export function datesViolation(
  { frequency, startsOn, end }: Omit<ScheduleDates, 'firstNumber'>,
  today: IsoDate,
): DatesViolation | null {
  if (startsOn < today) return { field: 'startsOn', message: 'Choose today or a later date' }
  if (startsOn > addMonths(today, maxStartMonths))
    return { field: 'startsOn', message: 'Choose a date within the next five years' }
  if (frequency === 'once') return null
  if (end.kind === 'on' && end.day < startsOn) return { field: 'endsOn', message: endsTooEarly }
  if (end.kind === 'after' && (end.count < 1 || end.count > maxOccurrences))
    return { field: 'endsAfter', message: `Enter a number from 1 to ${maxOccurrences.toLocaleString('en')}` }
  return null
}

import { addMonths, type IsoDate } from '../../../domain/dates.ts'
import { type FeeTerms, faultOfTerms } from '../../../domain/fee-terms.ts'

/** What is known of a schedule here. */
type Schedule = { name: string; versions: readonly FeeTerms[] }

/** Terms that two people set on screen. */
export type SetTerms = { changeId: string; schedule: string; revision: number; terms: FeeTerms }

/** How long proposed terms wait. The constraint fee_terms_confirmed_in_time has the same number. */
export const proposalDays = 7
/** How far ahead terms may begin. */
export const maxMonthsAhead = 24

/** Terms on screen replace what was set before for their first day and later ones: no one sets terms for days that have begun. */
const standing = (set: readonly SetTerms[]): SetTerms[] =>
  set
    .filter(
      ({ revision, terms }) =>
        !set.some(later => later.revision > revision && later.terms.from <= terms.from),
    )
    .toSorted((one, other) => (one.terms.from < other.terms.from ? -1 : 1))

const byFirstDay = (one: FeeTerms, other: FeeTerms): number => (one.from < other.from ? -1 : 1)

/** Why the versions of a schedule could not be charged one after the other; null if they could. */
const faultOfVersions = (versions: readonly FeeTerms[]) =>
  versions.map((terms, index) => faultOfTerms(terms, versions[index - 1])).find(fault => fault !== null) ??
  null

/** Whether the file leaves terms of this day to the screen: it has begun by then, and says nothing about the day itself. */
const isLeftToScreen = ({ versions }: Pick<Schedule, 'versions'>, from: string): boolean =>
  (versions[0]?.from ?? from) < from && versions.every(each => each.from !== from)

/**
 * The schedule of a file with the terms that hold: those of the file and of the screen, by their first day. For one day the file's hold, as
 * the newer word of the operator, and terms that no longer begin with a period of the file's terms before or after them do not hold.
 * `held`: the changes whose terms do; `replaced`: those in whose place later ones were set.
 */
export function joinTerms<S extends Schedule>(
  schedule: S,
  set: readonly SetTerms[],
): { schedule: S; held: ReadonlySet<string>; replaced: ReadonlySet<string> } {
  const held = new Set<string>()
  const ofSchedule = set.filter(each => each.schedule === schedule.name)
  const stand = standing(ofSchedule)
  let versions = schedule.versions
  for (const { changeId, terms } of stand) {
    const joined = [...versions, terms].toSorted(byFirstDay)
    if (!isLeftToScreen(schedule, terms.from) || faultOfVersions(joined) !== null) continue
    versions = joined
    held.add(changeId)
  }
  const replaced = ofSchedule.filter(each => !stand.includes(each)).map(({ changeId }) => changeId)
  return { schedule: { ...schedule, versions }, held, replaced: new Set(replaced) }
}

/** The terms that hold on a day without the ones that are proposed for it. */
export const termsBefore = ({ versions }: Pick<Schedule, 'versions'>, day: string): FeeTerms | undefined =>
  versions.findLast(({ from }) => from <= day)

export const isSameTerms = (one: FeeTerms, other: FeeTerms): boolean =>
  one.every === other.every &&
  one.charged === other.charged &&
  one.excludedAssets === other.excludedAssets &&
  one.minimumPerYearMinor === other.minimumPerYearMinor &&
  one.tiers.length === other.tiers.length &&
  one.tiers.every(
    ({ upToMinor, millionths }, index) =>
      upToMinor === other.tiers[index]?.upToMinor && millionths === other.tiers[index]?.millionths,
  )

type Asked = {
  /** That of the client's file. */
  file: Schedule
  set: readonly SetTerms[]
  terms: FeeTerms
  today: IsoDate
  /** The last day that a run has charged or would charge that waits; null before the first. */
  chargedTo: IsoDate | null
  /** The first day after the closed months; null while none is closed. */
  firstOpenDay: IsoDate | null
}

type Refusal = { field: 'from' | 'minimumPerYearMinor' | 'tiers'; advice: string }

/** Why these terms cannot be set now, with the field that is wrong; null if they can. */
export function refusalOfTerms({ file, set, terms, today, chargedTo, firstOpenDay }: Asked): Refusal | null {
  const onDay = (advice: string): Refusal => ({ field: 'from', advice })
  // Their own faults first, without those of other versions.
  const own = faultOfTerms(terms, undefined)
  if (own) return own
  if (chargedTo !== null && terms.from <= chargedTo)
    return onDay('Fees of this day were charged, or wait for a second person. Enter a later day')
  if (firstOpenDay !== null && terms.from < firstOpenDay)
    return onDay('This month is closed. Enter a later day')
  if (terms.from <= today)
    return onDay('Enter a day after today. New terms are never for days that have begun')
  if (terms.from > addMonths(today, maxMonthsAhead)) return onDay('Enter a day within the next two years')
  if (!isLeftToScreen(file, terms.from))
    return onDay(
      file.versions.some(({ from }) => from === terms.from)
        ? 'The client’s file has terms from this day on, which hold'
        : 'The schedule has not begun on this day',
    )
  const kept = set.filter(each => each.schedule !== file.name || each.terms.from < terms.from)
  const { schedule } = joinTerms(file, kept)
  const joined = [...schedule.versions, terms].toSorted(byFirstDay)
  const fault = faultOfVersions(joined)
  if (fault)
    return fault.field === 'from'
      ? onDay(`${fault.advice}, of these terms and of those before and after them`)
      : fault
  const before = termsBefore(joinTerms(file, set).schedule, terms.from)
  return before && isSameTerms(before, terms)
    ? { field: 'tiers', advice: 'These are the terms that hold on this day' }
    : null
}

import type { ClientContext } from '../../../contract/client-context.contract.ts'
import { formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { type ScheduleEnd, scheduleEnd } from '../schedules/domain/schedule.ts'
import { type DraftRules, datesOf, type GrantDraft, timings } from './grant-draft.ts'

/** `Every month from January 31, 2027, until I stop it`. */
export function timingLabel(draft: GrantDraft, locale: string): string {
  const { startsOn, ...dates } = datesOf(draft)
  if (draft.timing === 'now') return timings.now
  const first = startsOn === null ? '' : formatDate(startsOn, locale)
  if (draft.timing === 'on-date') return `Once, on ${first}`
  return `${timings[draft.timing]} from ${first}, ${untilLabel(scheduleEnd(dates), locale)}`
}

function untilLabel(end: ScheduleEnd, locale: string): string {
  switch (end.kind) {
    case 'never':
      return 'until you stop it'
    case 'on':
      return `until ${formatDate(end.day, locale)}`
    case 'after':
      return `${end.count} times`
  }
}

type Settings = Pick<ClientContext['clientSettings'], 'locale' | 'grantDays'>

/** What happens after the submission. */
export function nextSentence(
  draft: GrantDraft,
  { availableMinor }: DraftRules,
  { locale, grantDays: { decision, payment } }: Settings,
): string {
  if (draft.timing !== 'now')
    return localEnglish(
      'Nothing is set aside today. On each date we recommend the grant from the balance on that day, and e-mail you if it can’t be made. If a date is a weekend or bank holiday, it moves to the next banking day. You can pause, skip{,} or stop the schedule at any time.',
      locale,
    )
  const waits =
    availableMinor === null ? ' If the balance does not cover it, the grant waits until it does.' : ''
  const business = localEnglish('working days', locale)
  return `We set the amount aside and decide within ${decision} ${business}. An approved grant is usually paid within ${payment} ${business}. We’ll e-mail you at each step.${waits}`
}

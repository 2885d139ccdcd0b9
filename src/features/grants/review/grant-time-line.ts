import { formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { TimeLineEvent } from '../../../web/ui/progress/TimeLine.tsx'
import { approvedStatuses, isOneOf, undecidedStatuses } from '../domain/grant-status.ts'
import type { StaffGrant } from './staff-grants.contract.ts'
import { stepTitles } from './step-titles.ts'

const finalTransitions: readonly string[] = ['cancel', 'reject', 'void', 'return', 'void-payment']

/** One event for each history entry: who, when and why. The last event is the next step, if there is one. */
export function timeLineOf({ steps, transactionStatusCode, held, holds }: StaffGrant): TimeLineEvent[] {
  const { clientSettings } = clientContext()
  const next = nextEventOf(transactionStatusCode, held)
  const taken = steps.map(
    ({ step, transition, state, at, actorName, reason, message }, index): TimeLineEvent => {
      const isLast = index === steps.length - 1
      const texts = [
        ...(reason === null ? [] : [`Internal note: ${reason}`]),
        ...(message === null ? [] : [`Message to the donor: ${message}`]),
      ]
      return {
        key: String(step),
        // The state distinguishes a full from a partial return.
        title: transition === 'return' ? state : localEnglish(stepTitles[transition], clientSettings.locale),
        when: formatInstant(at, clientSettings),
        note: [actorName, ...texts].join('. '),
        state: finalTransitions.includes(transition) ? 'ended' : isLast && next ? 'current' : 'done',
      }
    },
  )
  // A hold is separate from the steps of the grant, and no donor sees it.
  const events = [
    ...steps.map(({ at }, index) => ({ at, event: taken[index] })),
    ...holds.flatMap(holdEvents),
  ]
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .flatMap(({ event }) => event ?? [])
  return next ? [...events, next] : events
}

function holdEvents(
  hold: StaffGrant['holds'][number],
  index: number,
): { at: string; event: TimeLineEvent }[] {
  const { clientSettings } = clientContext()
  const event = (title: string, at: string, who: string, why: string) => ({
    at,
    event: {
      key: `hold ${index} ${title}`,
      title,
      when: formatInstant(at, clientSettings),
      note: `${who}. Internal note: ${why}`,
      state: 'done' as const,
    },
  })
  const { releasedAt, releasedByName, releaseReason } = hold
  return [
    event('Put on hold', hold.heldAt, hold.heldByName, hold.reason),
    ...(releasedAt === null
      ? []
      : [event('Hold ended', releasedAt, releasedByName ?? '', releaseReason ?? '')]),
  ]
}

function nextEventOf(transactionStatusCode: number, held: string | null): TimeLineEvent | null {
  if (isOneOf(undecidedStatuses, transactionStatusCode))
    return {
      key: 'upcoming',
      title: 'Decision',
      note: 'By someone other than the person who recommended it',
      state: 'upcoming',
    }
  if (isOneOf(approvedStatuses, transactionStatusCode))
    return { key: 'upcoming', title: 'Payment', note: held ?? 'By the sponsor’s staff', state: 'upcoming' }
  return null
}

import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { TimeLineEvent } from '../../../web/ui/progress/TimeLine.tsx'
import type { StaffGrant } from '../../grants/grants.contract.ts'
import { stepTitles } from './step-titles.ts'

const ends: readonly string[] = ['cancel', 'reject', 'void', 'return', 'void-payment']

/** Every step with who took it, when and why; at its end what is awaited, and from whom. */
export function timeLineOf({ steps, transactionStatusCode, held }: StaffGrant): TimeLineEvent[] {
  const { locale } = clientContext().clientSettings
  const awaited = placeholderOf(transactionStatusCode, held)
  const events = steps.map(
    ({ step, transition, state, at, actorName, reason, message }, index): TimeLineEvent => {
      const isLast = index === steps.length - 1
      const texts = [
        ...(reason === null ? [] : [`Internal note: ${reason}`]),
        ...(message === null ? [] : [`Message to the donor: ${message}`]),
      ]
      return {
        key: String(step),
        // Of what came back the state says whether it was all.
        title: transition === 'return' ? state : stepTitles[transition],
        when: formatInstant(at, locale),
        note: [actorName, ...texts].join('. '),
        state: ends.includes(transition) ? 'ended' : isLast && awaited ? 'current' : 'done',
      }
    },
  )
  return awaited ? [...events, awaited] : events
}

function placeholderOf(transactionStatusCode: number, held: string | null): TimeLineEvent | null {
  if (transactionStatusCode <= 2)
    return {
      key: 'awaited',
      title: 'Decision',
      note: 'By somebody who did not recommend it',
      state: 'awaited',
    }
  if (transactionStatusCode <= 4)
    return { key: 'awaited', title: 'Payment', note: held ?? 'By the sponsor’s staff', state: 'awaited' }
  return null
}

import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/context/client-context.ts'
import type { TimeLineEvent } from '../../../web/ui/progress/TimeLine.tsx'
import type { StaffGrant } from '../../grants/grants.contract.ts'
import { stepTitles } from './step-titles.ts'

const ends: readonly string[] = ['cancel', 'reject', 'void', 'return']

/** Every step with who took it, when and why; at its end what is awaited, and from whom. */
export function timeLineOf({ steps, transactionStatusCode }: StaffGrant): TimeLineEvent[] {
  const { locale } = clientContext().house
  const awaited = awaitedOf(transactionStatusCode)
  const events = steps.map(({ step, transition, at, actorName, reason }, index): TimeLineEvent => {
    const isLast = index === steps.length - 1
    return {
      key: String(step),
      title: stepTitles[transition],
      when: formatInstant(at, locale),
      note: reason === null ? actorName : `${actorName}: ${reason}`,
      state: ends.includes(transition) ? 'ended' : isLast && awaited ? 'current' : 'done',
    }
  })
  return awaited ? [...events, awaited] : events
}

function awaitedOf(transactionStatusCode: number): TimeLineEvent | null {
  if (transactionStatusCode <= 2)
    return {
      key: 'awaited',
      title: 'Decision',
      note: 'By somebody who did not recommend it',
      state: 'awaited',
    }
  if (transactionStatusCode <= 4)
    return { key: 'awaited', title: 'Payment', note: 'By the sponsor’s staff', state: 'awaited' }
  return null
}

/** The grant queues of open-points 7, in the order in which a grant goes through them. */
export const queues = {
  'to-approve': {
    title: 'To approve',
    caption: 'Grants to approve, oldest first',
    waits: 'for a decision',
    empty:
      'Nothing waits for a decision. A grant appears here as soon as a donor recommends it, and leaves when it is approved or rejected.',
  },
  'to-pay': {
    title: 'To pay',
    caption: 'Grants to pay, oldest first',
    waits: 'for payment',
    empty:
      'Nothing waits for payment. A grant appears here as soon as it is approved, and leaves when its payment is recorded.',
  },
} as const
export type QueueName = keyof typeof queues

/** In which queue a grant of this status stands; null when the staff have nothing to do about it. */
export function queueOfStatus(transactionStatusCode: number): QueueName | null {
  if (transactionStatusCode <= 2) return 'to-approve'
  return transactionStatusCode <= 4 ? 'to-pay' : null
}

export function ageLabel(ageDays: number): string {
  if (ageDays === 0) return 'Since today'
  return ageDays === 1 ? '1 day' : `${ageDays} days`
}

/** `12 grants wait for payment, the oldest for 9 days.`; empty where nothing waits, for the table then says so. */
export function pendingLabel(queue: QueueName, total: number, oldestAgeDays = 0): string {
  if (total === 0) return ''
  const age = oldestAgeDays === 0 ? 'since today' : `for ${ageLabel(oldestAgeDays)}`
  return total === 1
    ? `1 grant waits ${queues[queue].waits}, ${age}.`
    : `${total} grants wait ${queues[queue].waits}, the oldest ${age}.`
}

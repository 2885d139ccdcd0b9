import { isOneOf, type QueueName, queueStatuses } from '../domain/grant-status.ts'

/** The grant queues (§17), in the order in which a grant passes them. */
export const queues = {
  'to-approve': {
    caption: 'Grants to approve, oldest first',
    awaiting: 'a decision',
    empty:
      'No grants are waiting for a decision. Grants appear here when a donor recommends them, and leave when you approve or reject them.',
  },
  'to-pay': {
    caption: 'Grants to pay, oldest first',
    awaiting: 'payment',
    empty:
      'No grants are waiting for payment. Grants appear here when they are approved, and leave when a payment run has paid them.',
  },
} as const satisfies Record<QueueName, object>

/** The queue of a grant with this status; null if staff have nothing to do. */
export function queueOfStatus(transactionStatusCode: number): QueueName | null {
  if (isOneOf(queueStatuses['to-approve'], transactionStatusCode)) return 'to-approve'
  return isOneOf(queueStatuses['to-pay'], transactionStatusCode) ? 'to-pay' : null
}

export function ageLabel(ageDays: number): string {
  if (ageDays === 0) return 'Since today'
  return ageDays === 1 ? '1 day' : `${ageDays} days`
}

/** `12 grants are waiting for payment, the oldest for 9 days.` Empty for an empty queue, because the table says so. */
export function pendingLabel(queue: QueueName, total: number, oldestAgeDays = 0): string {
  if (total === 0) return ''
  const age = oldestAgeDays === 0 ? 'since today' : `for ${ageLabel(oldestAgeDays)}`
  const { awaiting } = queues[queue]
  return total === 1
    ? `1 grant has been waiting for ${awaiting} ${age}.`
    : `${total} grants are waiting for ${awaiting}, the oldest ${age}.`
}

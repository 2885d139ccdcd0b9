import type { SuspenseEnd } from '../../suspense/domain/suspense-item.ts'

/** How staff choose what becomes of money in suspense. */
export const suspenseEndLabels: Readonly<Record<SuspenseEnd, string>> = {
  matched: 'It is a contribution',
  returned: 'It goes back to its payer',
  transferred: 'It belongs to another book',
  own: 'It is our own money: interest, or a transfer between our accounts',
}

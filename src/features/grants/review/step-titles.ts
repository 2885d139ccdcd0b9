import type { StaffGrant } from './staff-grants.contract.ts'

/** The titles of a grant's history entries, for staff. */
export const stepTitles = {
  recommend: 'Recommended',
  review: 'Review started',
  'ask-information': 'Information requested',
  answer: 'Answered',
  reserve: 'Amount set aside',
  approve: 'Approved',
  schedule: 'Added to a payment run',
  unschedule: 'Removed from the payment run',
  pay: 'Paid',
  'reject-payment': 'Payment refused by the bank',
  clear: 'Received by the charity',
  reopen: 'Returned to review',
  cancel: 'Cancelled',
  reject: 'Rejected',
  void: 'Cancelled before payment',
  return: 'Returned',
  'reverse-return': 'Return taken back',
  'void-payment': 'Voided',
} as const satisfies Record<StaffGrant['steps'][number]['transition'], string>

import type { StaffGrant } from '../../grants/grants.contract.ts'

/** The steps of a grant's life as the staff call them. */
export const stepTitles = {
  recommend: 'Recommended',
  review: 'Taken under review',
  'ask-information': 'Information asked for',
  reserve: 'Amount set aside',
  approve: 'Approved',
  schedule: 'Scheduled',
  pay: 'Paid',
  clear: 'Cleared',
  cancel: 'Cancelled',
  reject: 'Rejected',
  void: 'Cancelled before payment',
  return: 'Returned',
  'void-payment': 'Voided',
} as const satisfies Record<StaffGrant['steps'][number]['transition'], string>

import { entriesOf } from '../../../domain/keys-of.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import {
  approvedStatuses,
  grantStatuses,
  outcomes,
  paidInFullStatuses,
  statusCodes,
  undecidedStatuses,
} from './grant-status.ts'

const statusesBySign = {
  'in-progress': [...undecidedStatuses, ...approvedStatuses],
  done: paidInFullStatuses,
  ended: [statusCodes.cancelled],
  refused: [statusCodes.rejected, statusCodes.returned],
} as const

const signsOfOutcomes = {
  cancelled: 'ended',
  rejected: 'refused',
  voided: 'ended',
  returned: 'refused',
  partly_returned: 'refused',
  payment_voided: 'refused',
} as const satisfies Record<keyof typeof outcomes, StatusSign>

/** What follows a status where the grant waits for somebody. */
const waits = /, (information needed|waiting for funds)$/

const signs = new Map<string, StatusSign>()
for (const locale of ['en-US', 'en-GB']) {
  for (const [sign, statuses] of entriesOf(statusesBySign))
    for (const status of statuses) signs.set(localEnglish(grantStatuses[status], locale), sign)
  for (const [outcome, sign] of entriesOf(signsOfOutcomes))
    signs.set(localEnglish(outcomes[outcome], locale), sign)
}

/** The sign of a grant's status, by the words of `grantStateLabel`, or of a schedule's; null for other words. */
export function grantSign(label: string): StatusSign | null {
  if (waits.test(label)) return 'waiting'
  const [status = '', detail] = label.split(', ')
  if (status === 'Schedule') return detail === 'active' ? 'in-progress' : 'ended'
  return signs.get(status) ?? null
}

import { type BankCalendar, bankingDayAfter } from '../../../domain/bank-holidays.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { approvedStatuses, type GrantState, statusCodes, undecidedStatuses } from './grant-status.ts'

/** Banking days within which the sponsor decides about a grant, and within which an approved one is paid (§13). */
type GrantDays = { decision: number; payment: number }

/** `from`: who has to act. */
export type NextStep = { step: string; from: 'sponsor' | 'fund' | 'charity'; by: IsoDate | null }

/** The next step of a grant, who has to act, and the day by which it is expected; null if there is none. A hold does not appear here. */
export function nextStepOf(
  { status, reviewState }: GrantState,
  { recommendedOn, approvedOn }: { recommendedOn: IsoDate; approvedOn: IsoDate | null },
  { days, calendar }: { days: GrantDays; calendar: BankCalendar },
): NextStep | null {
  if (undecidedStatuses.includes(status)) {
    if (reviewState === 'information_needed') return { step: 'Your answer', from: 'fund', by: null }
    if (reviewState === 'waiting_for_funds') return { step: 'Funds in the account', from: 'fund', by: null }
    return { step: 'Decision', from: 'sponsor', by: bankingDayAfter(recommendedOn, days.decision, calendar) }
  }
  if (approvedStatuses.includes(status))
    return {
      step: 'Payment',
      from: 'sponsor',
      by: bankingDayAfter(approvedOn ?? recommendedOn, days.payment, calendar),
    }
  return status === statusCodes.paid ? { step: 'Receipt by the charity', from: 'charity', by: null } : null
}

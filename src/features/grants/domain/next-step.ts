import {
  type BankCalendar,
  bankingDayAfter,
  firstBankingYear,
  lastBankingYear,
} from '../../../domain/bank-holidays.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { GrantState } from './grant-status.ts'

/** Banking days within which the sponsor decides about a grant, and within which an approved one is paid (§13). */
export const decisionDays = 5
export const paymentDays = 10

export type NextStep = { step: string; by: IsoDate | null }

/** What is awaited for a grant, and the day by which it is expected; null where nothing is. */
export function nextStepOf(
  { status, reviewState }: GrantState,
  { recommendedOn, approvedOn }: { recommendedOn: IsoDate; approvedOn: IsoDate | null },
  calendar: BankCalendar,
): NextStep | null {
  if (status === 1 || status === 2) {
    if (reviewState === 'information_needed') return { step: 'Your answer', by: null }
    if (reviewState === 'waiting_for_funds') return { step: 'Funds in the account', by: null }
    return { step: 'Decision', by: dayAfter(recommendedOn, decisionDays, calendar) }
  }
  if (status === 3 || status === 4)
    return { step: 'Payment', by: dayAfter(approvedOn ?? recommendedOn, paymentDays, calendar) }
  return status === 6 ? { step: 'Receipt by the charity', by: null } : null
}

/** Null outside of the years whose bank holidays are known. */
function dayAfter(day: IsoDate, nth: number, calendar: BankCalendar): IsoDate | null {
  const year = Number(day.slice(0, 4))
  return year < firstBankingYear || year >= lastBankingYear ? null : bankingDayAfter(day, nth, calendar)
}

import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import type { BankBalance } from './month-balances.ts'

export const formatMonth = (first: IsoDate, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${first}T00:00:00Z`),
  )

type SignOffFacts = {
  figures: {
    opening: BankBalance | null
    closing: BankBalance | null
    differenceMinor: bigint | null
    booked: readonly { kind: string }[]
  }
  /** The last day of the month, and its last banking day. */
  to: IsoDate
  lastBankingDay: IsoDate
  today: IsoDate
  /** The month that has to be signed off before it, if it is another; null if none is. */
  before: IsoDate | null
  /** Whether a month after it is signed off. */
  isBeforeFirst: boolean
  locale: string
}

/** Why a month cannot be signed off, as a sentence; null if it can. */
export function signOffRefusal({
  figures: { opening, closing, differenceMinor, booked },
  to,
  lastBankingDay,
  today,
  before,
  isBeforeFirst,
  locale,
}: SignOffFacts): string | null {
  if (today <= to) return 'This month isn’t over yet.'
  if (isBeforeFirst) return 'A later month was signed off first, so this one stays as it is.'
  if (before !== null) return `Sign off ${formatMonth(before, locale)} first.`
  if (opening === null || closing === null)
    return 'There is no statement of this month with its balances yet. Ask the bank for a file that has them, such as camt.053 or BAI2.'
  if (closing.on < lastBankingDay)
    return `The statements end on ${formatDate(closing.on, locale)}. Read those of the rest of the month first.`
  if (differenceMinor !== 0n)
    return 'The balances and what the statements booked do not add up. A statement is missing, or lines of a file were left out.'
  return booked.some(({ kind }) => kind === 'unexplained')
    ? 'Explain the debits that no payment explains first.'
    : null
}

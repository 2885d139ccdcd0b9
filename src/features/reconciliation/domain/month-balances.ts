import { addDays, type IsoDate, monthEnd } from '../../../domain/dates.ts'
import type { StatementBalances } from '../../payments/domain/statement-gap.ts'

/** What a bank says that an account had at the end of a day. */
export type BankBalance = { on: IsoDate; amountMinor: bigint }

/** The sum of what the statements booked after one day and until another. */
export type SumBooked = (after: IsoDate, until: IsoDate) => bigint

export type MonthBalances = {
  /** What the month begins with; of the first month what its first statement opens with. */
  opening: BankBalance | null
  closing: BankBalance | null
}

/** The balances of the month that begins on this day, by the statements of one account. */
export function balancesOfMonth(
  first: IsoDate,
  statements: readonly StatementBalances[],
  sumBooked: SumBooked,
): MonthBalances {
  const last = monthEnd(first)
  const closing = balanceAt(last, statements, sumBooked)
  return {
    opening: balanceAt(addDays(first, -1), statements, sumBooked) ?? firstOpening(statements, last),
    closing: closing !== null && closing.on >= first ? closing : null,
  }
}

/** A statement that goes beyond the day is read back to it. Else the last one before it counts, and its day says so. */
function balanceAt(
  day: IsoDate,
  statements: readonly StatementBalances[],
  sumBooked: SumBooked,
): BankBalance | null {
  const beyond = statements.find(
    ({ opensOn, closedOn, closingMinor }) =>
      closingMinor !== null && opensOn !== null && opensOn <= day && day < closedOn,
  )
  if (beyond?.closingMinor != null)
    return { on: day, amountMinor: beyond.closingMinor - sumBooked(day, beyond.closedOn) }
  const before = statements.filter(({ closingMinor, closedOn }) => closingMinor !== null && closedOn <= day)
  const on = before
    .map(({ closedOn }) => closedOn)
    .toSorted()
    .at(-1)
  const ofDay = before.filter(({ closedOn }) => closedOn === on)
  // Of several statements of one day, the last is that whose closing balance no other opens with.
  const last =
    ofDay.findLast(
      each => !ofDay.some(other => other !== each && other.openingMinor === each.closingMinor),
    ) ?? ofDay.at(-1)
  return last?.closingMinor == null || on === undefined ? null : { on, amountMinor: last.closingMinor }
}

function firstOpening(statements: readonly StatementBalances[], last: IsoDate): BankBalance | null {
  const dayOf = ({ opensOn, closedOn }: StatementBalances) => opensOn ?? closedOn
  const [first] = statements
    .filter(each => each.openingMinor !== null && dayOf(each) <= last)
    .toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : 1))
  return first?.openingMinor == null ? null : { on: dayOf(first), amountMinor: first.openingMinor }
}

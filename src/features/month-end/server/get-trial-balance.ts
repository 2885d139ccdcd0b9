import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { invariant } from '../../../domain/invariant.ts'
import { firstDayOf, lastMonth, type Month, monthOf } from '../domain/months.ts'
import type * as contract from '../month-end.contract.ts'
import type { TrialBalanceRow } from '../month-end.contract.ts'
import { firstPostingDay, type LedgerSum, sumLedgers } from './month-end.queries.ts'
import type { MonthEndContext } from './month-end-context.ts'
import { readRange } from './read-range.ts'

type Query = Pick<HandlerInput<typeof contract.getTrialBalance>['query'], 'from' | 'to'>

export async function getTrialBalance(
  { query }: { query: Query },
  { db, book, today }: Pick<MonthEndContext, 'db' | 'book' | 'today'>,
): Promise<Reply<typeof contract.getTrialBalance>> {
  const range = readRange(query, today)
  const sums = await sumLedgers(db, range)
  const first = await firstPostingDay(db)
  return {
    currency: book.currency,
    from: monthOf(range.from),
    to: monthOf(range.to),
    first: first === null ? lastMonth(today) : monthOf(first),
    last: monthOf(today),
    data: trialBalanceRows(range.months, sums),
  }
}

/** The accounts of the funds first. Each month adds up to zero, because every entry does. */
export function trialBalanceRows(months: readonly Month[], sums: readonly LedgerSum[]): TrialBalanceRow[] {
  const isOfFunds = new Map(sums.map(({ ledger, of_fund }) => [ledger, of_fund]))
  const ledgers = [...isOfFunds].sort(([a, ofFundsA], [b, ofFundsB]) =>
    ofFundsA === ofFundsB ? order(a) - order(b) : ofFundsA ? -1 : 1,
  )
  const rows = ledgers.flatMap(([ledger, isOfFund]) => {
    const mine = sums.filter(sum => sum.ledger === ledger)
    const sumOf = (month: Month | null) =>
      mine.find(sum => sum.month === (month === null ? null : firstDayOf(month)))
    let balance = sumOf(null)?.amount_minor ?? 0n
    return months.map(month => {
      const openingMinor = balance
      const { amount_minor: changeMinor = 0n, postings = 0n } = sumOf(month) ?? {}
      balance += changeMinor
      return {
        ...{ month, ledger, isOfFunds: isOfFund, openingMinor, changeMinor },
        ...{ postings: Number(postings), closingMinor: balance },
      }
    })
  })
  for (const month of months)
    invariant(
      rows.reduce((sum, row) => (row.month === month ? sum + row.closingMinor : sum), 0n) === 0n,
      'a trial balance adds up to zero',
    )
  return months.flatMap(month => rows.filter(row => row.month === month))
}

/** As funds come to have money, and lose it. */
const ledgerOrder = [
  ...['spendable', 'excluded', 'pending', 'received', 'granted', 'market', 'fees', 'adjustments'],
  ...['commitments', 'grants_payable', 'suspense'],
]
const order = (ledger: string) => {
  const index = ledgerOrder.indexOf(ledger)
  return index === -1 ? ledgerOrder.length : index
}

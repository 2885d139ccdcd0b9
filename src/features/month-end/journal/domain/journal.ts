import type { GeneralLedger, JournalKind } from '../../../../domain/general-ledger.ts'
import { invariant } from '../../../../domain/invariant.ts'
import type { EntryKind } from '../../../ledger/domain/entry.ts'
import type { Posting } from '../../../ledger/domain/postings.ts'

/** The bank account through which money goes where no line of a bank says it. */
type Bank = 'paying' | 'receiving'

/** What the amount of an entry is: its postings to a ledger account, or of a section, with the sign that makes it positive. */
type Measure = { of: { ledger: Posting['ledger'] } | { section: number }; sign: 1 | -1; bank: Bank }
const of = (ledger: Posting['ledger'], sign: 1 | -1, bank: Bank = 'receiving'): Measure => ({
  of: { ledger },
  sign,
  bank,
})

export const journalMeasures = {
  contribution_cash: of('received', -1),
  contribution_wire: of('received', -1),
  contribution_securities: of('received', -1),
  contribution_sponsor: of('received', -1),
  contribution_illiquid: of('received', -1),
  gift_aid: of('received', -1),
  gain: of('market', -1),
  loss: of('market', 1),
  income: of('market', -1),
  administrative_fee: of('fees', 1),
  investment_fee: of('fees', 1),
  other: of('adjustments', -1),
  transfer: { of: { section: 7 }, sign: 1, bank: 'receiving' },
  exclude: of('excluded', 1),
  release: of('excluded', -1),
  grant_recommended: of('pending', 1),
  grant_approved: of('commitments', 1),
  // Of a grant that was approved; one that was not had no commitment.
  grant_released: of('commitments', -1),
  grant_paid: of('granted', 1, 'paying'),
  grant_returned: of('granted', -1, 'paying'),
  suspense_received: of('suspense', 1),
  suspense_matched: of('suspense', -1),
  suspense_returned: of('suspense', -1),
  suspense_transferred: of('suspense', -1),
  suspense_own: of('suspense', -1),
} as const satisfies Record<Exclude<EntryKind, 'reversal'> & JournalKind, Measure>

/** What entries of a kind amount to in a month; reversals of the kind stand for themselves, below zero. */
export type JournalSum = {
  kind: JournalKind
  isReversal: boolean
  /** The name of the bank account; null where none is booked. */
  bank: string | null
  entries: number
  amountMinor: bigint
}

const keyOf = ({ kind, isReversal, bank }: JournalSum) => `${kind} ${isReversal} ${bank}`

/** What the sums of now have beyond those that left before. */
export function journalDifference(now: readonly JournalSum[], before: readonly JournalSum[]): JournalSum[] {
  const rest = new Map(now.map(sum => [keyOf(sum), sum]))
  for (const sum of before) {
    const { entries, amountMinor } = rest.get(keyOf(sum)) ?? { entries: 0, amountMinor: 0n }
    rest.set(keyOf(sum), {
      ...sum,
      entries: entries - sum.entries,
      amountMinor: amountMinor - sum.amountMinor,
    })
  }
  return [...rest.values()].filter(({ amountMinor, entries }) => amountMinor !== 0n || entries !== 0)
}

/** One side of a booking. */
export type JournalLine = { account: string; sum: JournalSum; debitMinor: bigint; creditMinor: bigint }

/** Both sides of each sum. What is below zero is booked the other way round. */
export function journalLines(sums: readonly JournalSum[], { accounts, banks }: GeneralLedger): JournalLine[] {
  const lines = sums.flatMap(sum => {
    const booked = accounts[sum.kind]
    if (booked === null || sum.amountMinor === 0n) return []
    const accountOf = (name: string) => (name === 'bank' ? (banks[sum.bank ?? ''] ?? '') : name)
    const amount = sum.amountMinor < 0n ? -sum.amountMinor : sum.amountMinor
    const [debit, credit] =
      sum.amountMinor < 0n ? [booked.credit, booked.debit] : [booked.debit, booked.credit]
    return [
      { account: accountOf(debit), sum, debitMinor: amount, creditMinor: 0n },
      { account: accountOf(credit), sum, debitMinor: 0n, creditMinor: amount },
    ]
  })
  const total = lines.reduce((rest, { debitMinor, creditMinor }) => rest + debitMinor - creditMinor, 0n)
  invariant(
    total === 0n && lines.every(({ account }) => account !== ''),
    'a journal balances, and each line has its account',
  )
  return lines
}

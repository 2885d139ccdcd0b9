import type { IsoDate } from '../../../../domain/dates.ts'
import type { BankLine, Named } from './bank-line.ts'

type TextEntry = {
  line: number
  bankAccount: string
  statement: number
  bookedOn: IsoDate
  isCredit: boolean
  amountMinor: bigint
  /** A reference that identifies the entry at the bank; null where the bank gave none. */
  reference: string | null
  endToEndId: string | null
  detail: string
  counterparty: string | null
  isReturn: boolean
  names: Named | null
  isNamedByText: boolean
}

/** The line of an entry without parts, as BAI2 and comma-separated values have them. */
export function movedLine({ line, detail, names, ...entry }: TextEntry): BankLine {
  const { bankAccount, statement, isCredit, amountMinor } = entry
  return {
    line,
    effect: isCredit ? 'returned' : 'cleared',
    names,
    amountMinor,
    detail: detail.slice(0, 200) || (isCredit ? 'Credited' : 'Debited'),
    movement: {
      bookedOn: entry.bookedOn,
      isCredit,
      isReversal: false,
      amountMinor,
      entry: { bankAccount, statement, isCredit, amountMinor, reference: entry.reference, parts: 1 },
      partPosition: 1,
      partReference: null,
      endToEndId: entry.endToEndId?.slice(0, 140) ?? null,
      counterparty: entry.counterparty?.slice(0, 140) ?? null,
      isReturn: entry.isReturn,
      isNamedByText: entry.isNamedByText,
      problem: null,
    },
  }
}

import { requiredLine } from '../../../contract/required-text.ts'
import { addDays, formatDate, type IsoDate } from '../../../domain/dates.ts'
import { type Currency, formatMoney } from '../../../domain/money.ts'

/** Money of a grant that came back, as staff or a file of the bank say it. */
export type BankReturn = {
  /** As the bank writes it; null where it gives none. */
  reference: string | null
  /** The day in the bank's books. */
  on: IsoDate
  /** Whether it was checked that this is not a return that is recorded already. */
  isAnother: boolean
  /** What the charity still had when the person decided, in minor units; null: nobody saw it. */
  remainingMinor: bigint | null
}

export const maxBankReferenceLength = 140
export const bankReference = requiredLine(maxBankReferenceLength, 'Enter the bank’s reference')

/** Two returns of the same amount within so many days may be the same money. */
const similarReturnDays = 30

export type RecordedReturn = { reference: string | null; on: IsoDate; amountMinor: bigint }

/** Between formats, and where people type them, references differ in case, spaces and hyphens. */
const comparable = (reference: string | null) =>
  reference?.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '') ?? null

/**
 * The recorded return that this one may repeat: one with the same reference, else the latest of the same amount within 30 days.
 * Undefined if there is none.
 */
export function similarReturn(
  recorded: readonly RecordedReturn[],
  { reference, on, amountMinor }: RecordedReturn,
): RecordedReturn | undefined {
  const sameReference =
    reference === null
      ? undefined
      : recorded.find(each => comparable(each.reference) === comparable(reference))
  const [from, to] = [addDays(on, -similarReturnDays), addDays(on, similarReturnDays)]
  return (
    sameReference ??
    recorded.findLast(each => each.amountMinor === amountMinor && each.on >= from && each.on <= to)
  )
}

/** `A return of $100.00 on May 3, 2026, reference 77-1, is already recorded. Is this another one?` */
export function similarReturnQuestion(
  { reference, on, amountMinor }: RecordedReturn,
  { currency, locale }: { currency: Currency; locale: string },
): string {
  const named = reference === null ? '' : `, reference ${reference},`
  return `A return of ${formatMoney(amountMinor, currency, locale)} on ${formatDate(on, locale)}${named} is already recorded. Is this another one?`
}

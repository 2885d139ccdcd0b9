import type { Kysely } from 'kysely'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { BankLine } from './bank-files/bank-line.ts'
import { listUnissued } from './cheque-stock.queries.ts'
import { type LineContext, type NamedPayments, paymentOf } from './line-context.ts'
import type { MovedLine } from './recognize-lines.ts'

/** The numbers of the stock that lines name and no payment has, by number. */
export async function unissuedNumbers(
  db: Kysely<DB>,
  lines: readonly BankLine[],
  payments: NamedPayments,
): Promise<LineContext['unissued']> {
  const numbers = lines.flatMap(({ names }) =>
    names !== null && 'chequeNumber' in names && !paymentOf(names, { payments }) ? names.chequeNumber : [],
  )
  const found = await listUnissued(db, [...new Set(numbers)])
  return new Map(found.map(row => [String(row.number), row]))
}

/** Of a cheque that the bank paid although the sponsor never issued it, or made it void: perhaps a forgery. Null for other lines. */
export function unissuedSentence(
  { names, movement }: MovedLine,
  { unissued, locale, timeZone }: LineContext,
): string | null {
  if (movement.isCredit || names === null || !('chequeNumber' in names)) return null
  const number = unissued.get(String(names.chequeNumber))
  if (!number) return null
  const { void_reason: reason, voided_at: at } = number
  const state =
    at === null
      ? 'is still in the stock and was issued to no one'
      : `has been void since ${formatDate(dateOf(at, timeZone), locale)} (“${reason}”)`
  return localEnglish(
    `Cheque ${number.number} ${state}, but the bank paid it. Call the bank at once.`,
    locale,
  )
}

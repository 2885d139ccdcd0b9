import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addDays, monthStart } from '../../../domain/dates.ts'
import { listStatements } from '../../payments/server/bank-statements.queries.ts'
import { gapsBetween } from '../../payments/server/bank-statements.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../reconciliation.contract.ts'
import { bankAccountsOf } from './bank-account-names.ts'
import { listFirstStatements, listSignedMonths } from './bank-month.queries.ts'
import { monthOf } from './read-bank-month.ts'
import { sumUnmatched } from './reconciliation.queries.ts'

const yearDays = 365

/** The bank accounts of the book, and what of their statements is missing or unmatched. */
export async function listBankAccounts(
  _: HandlerInput<typeof contract.listBankAccounts>,
  context: PaymentContext,
): Promise<Reply<typeof contract.listBankAccounts>> {
  const { db, book, client, today } = context
  const accounts = bankAccountsOf(context)
  const ids = accounts.map(({ id }) => id)
  const [statements, totals, signed, firsts] = await Promise.all([
    listStatements(db, ids, addDays(today, -yearDays)),
    sumUnmatched(db),
    listSignedMonths(db, ids),
    listFirstStatements(db, ids),
  ])
  const data = accounts.map(({ id, name, key, bankCode, accountNumber }) => {
    const own = statements.filter(({ bank_account }) => bank_account === id)
    const last = own.findLast(({ closing_minor }) => closing_minor !== null)
    const unmatched = totals.find(({ bank_account }) => bank_account === id)
    const first = firsts.find(({ bank_account }) => bank_account === id)
    const months = signed.find(({ bank_account }) => bank_account === id)
    const next = months ? monthStart(months.last_month, 1) : monthStart(first?.first ?? today, first ? 0 : -1)
    return {
      name,
      key,
      signedMonth: months ? monthOf(months.last_month) : null,
      nextMonth: monthOf(next),
      bankCode,
      numberEnd: accountNumber.slice(-4),
      closedOn: last?.closed_on ?? null,
      closingMinor: last?.closing_minor ?? null,
      gaps: gapsBetween(own, { locale: client.locale, currency: book.currency }),
      suspense: { items: unmatched?.items ?? 0, amountMinor: unmatched?.items_minor ?? 0n },
      unmatchedDebits: { lines: unmatched?.debits ?? 0, amountMinor: unmatched?.debits_minor ?? 0n },
    }
  })
  return { data, meta: { currency: book.currency } }
}

import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { addDays } from '../../../domain/dates.ts'
import { listStatements } from '../../payments/server/bank-statements.queries.ts'
import { gapsBetween } from '../../payments/server/bank-statements.ts'
import type { PaymentContext } from '../../payments/server/payment-context.ts'
import type * as contract from '../reconciliation.contract.ts'
import { bankAccountsOf } from './bank-account-names.ts'
import { sumUnmatched } from './reconciliation.queries.ts'

const yearDays = 365

/** The bank accounts of the book, and what of their statements is missing or unmatched. */
export async function listBankAccounts(
  _: HandlerInput<typeof contract.listBankAccounts>,
  context: PaymentContext,
): Promise<Reply<typeof contract.listBankAccounts>> {
  const { db, book, client, today } = context
  const accounts = bankAccountsOf(context)
  const [statements, totals] = await Promise.all([
    listStatements(
      db,
      accounts.map(({ id }) => id),
      addDays(today, -yearDays),
    ),
    sumUnmatched(db),
  ])
  const data = accounts.map(({ id, name, bankCode, accountNumber }) => {
    const own = statements.filter(({ bank_account }) => bank_account === id)
    const last = own.findLast(({ closing_minor }) => closing_minor !== null)
    const unmatched = totals.find(({ bank_account }) => bank_account === id)
    return {
      name,
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

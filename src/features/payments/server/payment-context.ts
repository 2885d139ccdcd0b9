import type { Client, PaymentSettings } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { paymentSettingsOf } from '../../../clients/payment-settings-of.ts'
import { Problem } from '../../../contract/problems.ts'
import { bankCalendarOf } from '../../../domain/bank-holidays.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { OwnAccount } from './bank-files/bank-line.ts'

export type PaymentContext = BaseContext & { actor: Actor }

type Paying = Pick<BaseContext, 'book' | 'client'>

/**
 * How the book of the request pays, and the client whose look its letters use: the client of the book's name, where several clients show
 * the book. Throws `not-found` for a book that pays nothing.
 */
export function payerOf(context: Paying): { client: Client; settings: PaymentSettings } {
  const settings = paymentSettingsOf(context)
  if (settings === null) throw new Problem('not-found')
  return { client: clientOfBook(context.book.name), settings }
}

/** When the book's bank takes and pays files. */
export function timesOf(context: Paying) {
  const { client, settings } = payerOf(context)
  return {
    cutoff: settings.cutoff,
    timeZone: client.timeZone,
    calendar: bankCalendarOf(client.defaultPhoneCountry),
  }
}

/** The sponsor's own accounts at its banks: that from which the book pays, and the others. */
export function ownAccount(context: Paying): OwnAccount {
  const { client, settings } = payerOf(context)
  return {
    bankCode: settings.format === 'nacha' ? settings.routingNumber : settings.sortCode,
    ...(settings.format === 'nacha' ? { companyId: settings.companyId } : {}),
    accountNumber: settings.accountNumber,
    currency: context.book.currency,
    csv: settings.csv,
    others: client.bankAccounts,
  }
}

import type { Client, PaymentSettings } from '../../../clients/client.ts'
import { clientOfBook } from '../../../clients/clients.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { OwnAccount } from './bank-files/bank-line.ts'

export type PaymentContext = BaseContext & { actor: Actor }

/**
 * How the book of the request pays, and the client whose look its letters use: the client of the book's name, where several clients show
 * the book. Throws `not-found` for a book that pays nothing.
 */
export function payerOf({ book, client }: Pick<BaseContext, 'book' | 'client'>): {
  client: Client
  settings: PaymentSettings
} {
  const papers = clientOfBook(book.name)
  const settings = client.book.name === book.name ? (client.payments ?? papers.payments) : papers.payments
  if (settings === null) throw new Problem('not-found')
  return { client: papers, settings }
}

/** The sponsor's own account at its bank. */
export function ownAccount(context: Pick<BaseContext, 'book' | 'client'>): OwnAccount {
  const { settings } = payerOf(context)
  return {
    bankCode: settings.format === 'nacha' ? settings.routingNumber : settings.sortCode,
    ...(settings.format === 'nacha' ? { companyId: settings.companyId } : {}),
    accountNumber: settings.accountNumber,
    currency: context.book.currency,
  }
}

import type { Book, Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'

/**
 * The book that a request is about: at a client of two, the one in the currency of X-Currency (§7), the first where it
 * names none. Throws `validation` for a currency in which the client keeps no book. What the person may see there is
 * asked by the rest of the pipeline, in that book.
 */
export function bookOfRequest(client: Client, currency: string | string[] | undefined): Book {
  if (currency === undefined) return client.book
  const asked = booksOfClient(client).find(book => book.currency === currency)
  if (!asked) throw new Problem('validation', { detail: 'There are no accounts in this currency here.' })
  return asked
}

/** The books that the client shows: one, or one in each of two currencies. */
export const booksOfClient = (client: Client): Book[] =>
  client.secondaryBook === null ? [client.book] : [client.book, client.secondaryBook]

/** The client as it is in one of its books: in the secondary one it grants by that country's rules (§15 and §13). */
export function clientInBook(client: Client, book: Book): Client {
  const isSecondary = book.name === client.secondaryBook?.name
  return isSecondary && client.inSecondaryBook !== null ? { ...client, ...client.inSecondaryBook } : client
}

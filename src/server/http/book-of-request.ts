import type { Book, Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'

/**
 * The book of a request. At a client with two books it is the one in the currency of the X-Currency header (§7), else in the
 * currency that the session chose (§4), else the primary one. The rest of the pipeline checks what the person may see in that book.
 *
 * @throws Problem validation if the client has no book in this currency.
 */
export function bookOfRequest(client: Client, currency: string | string[] | undefined): Book {
  if (currency === undefined) return client.book
  const book = booksOfClient(client).find(book => book.currency === currency)
  if (!book) throw new Problem('validation', { detail: 'There are no accounts in this currency.' })
  return book
}

/** The client's books: one, or one in each of two currencies. */
export const booksOfClient = (client: Client): Book[] =>
  client.secondaryBook === null ? [client.book] : [client.book, client.secondaryBook]

/** The client with the settings of one of its books: the secondary book follows the grant rules of its country (§13, §15). */
export function clientInBook(client: Client, book: Book): Client {
  const isSecondary = book.name === client.secondaryBook?.name
  return isSecondary && client.inSecondaryBook !== null ? { ...client, ...client.inSecondaryBook } : client
}

import type { Book } from '../../../clients/client.ts'
import { clientOfBook, clients } from '../../../clients/clients.ts'

/** The other books of the same currency, by their names, with the names of their clients. */
export function otherBooks({ name, currency }: Book): { name: string; title: string }[] {
  const books = new Map(Object.values(clients).map(({ book }) => [book.name, book]))
  return [...books.values()]
    .filter(book => book.name !== name && book.currency === currency)
    .map(book => ({ name: book.name, title: clientOfBook(book.name).displayName }))
    .toSorted((one, other) => one.title.localeCompare(other.title))
}

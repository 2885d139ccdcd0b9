import type { Book, Client } from '../../clients/client.ts'
import { strictestInBook } from '../../features/settings/server/shared-books.ts'
import type { Databases } from '../../server/db/pools.ts'
import { booksOfClient } from '../../server/http/book-of-request.ts'
import type { BaseContext } from '../../server/http/request-context.ts'

/** The book that a request in `book` is not about, at a client with two. `sharers`: as the context has them. */
export function otherBookOf(
  client: Client,
  { book, sharers, databases }: { book: Book; sharers: readonly Client[]; databases: Databases },
): BaseContext['otherBook'] {
  const other = booksOfClient(client).find(({ name }) => name !== book.name)
  if (!other) return null
  const { stepUpFromMinor, dualControlFromMinor } = strictestInBook(client, other, sharers)
  return { ...other, db: databases.book(other.name), stepUpFromMinor, dualControlFromMinor }
}

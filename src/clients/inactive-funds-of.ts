import type { Book, InactiveFundSettings } from './client.ts'
import { clientOfBook } from './clients.ts'

/** How the sponsor of a book looks after inactive funds; null where it has no list of them. */
export function inactiveFundsOf({ name }: Pick<Book, 'name'>): InactiveFundSettings | null {
  const { inactiveFunds } = clientOfBook(name)
  return inactiveFunds
}

import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../users.contract.ts'
import type { BookOfPerson } from './end-relationships.ts'

/** The books that the client of the request shows, each with its connection. */
export const booksShown = ({
  book,
  db,
  otherBook,
}: Pick<ContextOf<typeof contract.getUser>, 'book' | 'db' | 'otherBook'>): BookOfPerson[] => [
  { name: book.name, db },
  ...(otherBook ? [otherBook] : []),
]

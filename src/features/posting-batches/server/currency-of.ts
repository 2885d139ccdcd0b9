import type { Client } from '../../../clients/client.ts'
import type { Currency } from '../../../domain/money.ts'
import { booksOfClient } from '../../../server/http/book-of-request.ts'
import type { TaskContext } from '../../../server/jobs/task.ts'

/** The currency of the book that added a job. Throws if it is none of the client's. */
export function currencyOf(client: Client, origin: TaskContext['origin']): Currency {
  const book = 'book' in origin ? booksOfClient(client).find(({ name }) => name === origin.book) : undefined
  if (!book) throw new Error(`the job of ${JSON.stringify(origin)} is not of a book of ${client.name}`)
  return book.currency
}

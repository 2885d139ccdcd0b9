import type { Book, Client } from './client.ts'
import { clientOfBook } from './clients.ts'
import type { FeeSchedule } from './fee-schedules.ts'

/** The fee schedules of the book of the request: those of the client of the book’s name, as with its payments. */
export function feeSchedulesOf({ book, client }: { book: Book; client: Client }): readonly FeeSchedule[] {
  return client.book.name === book.name && client.name === book.name
    ? client.feeSchedules
    : clientOfBook(book.name).feeSchedules
}

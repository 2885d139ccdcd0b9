import type { Book, Client, PaymentSettings } from './client.ts'
import { clientOfBook } from './clients.ts'

/** How the book of the request pays; null for a book that pays nothing. */
export function paymentSettingsOf({ book, client }: { book: Book; client: Client }): PaymentSettings | null {
  const ofBook = clientOfBook(book.name).payments
  return client.book.name === book.name ? (client.payments ?? ofBook) : ofBook
}

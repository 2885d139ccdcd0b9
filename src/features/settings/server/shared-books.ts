import type { Book, Client } from '../../../clients/client.ts'
import { booksOfClient, clientInBook } from '../../../server/http/book-of-request.ts'
import { isThreshold, type SettingName, type SettingValue, thresholdFields } from '../domain/settings.ts'

// Staff of a realm log in at each of its clients, and two clients may show one book. What is stricter at one then holds at both: nobody
// goes to the other host to pay alone what takes two people at the first.

const shows = (client: Client, { name }: Book): boolean =>
  booksOfClient(client).some(book => book.name === name)

/** The other clients that show one of the client's books. They are of its realm. */
export const sharersOf = (client: Client, all: readonly Client[]): Client[] =>
  all.filter(other => other.name !== client.name && booksOfClient(client).some(book => shows(other, book)))

/** The client with the settings of one of its books. Each threshold is the lowest of all clients that show the book. */
export function strictestInBook(client: Client, book: Book, sharers: readonly Client[]): Client {
  const own = clientInBook(client, book)
  const others = sharers.filter(other => shows(other, book)).map(other => clientInBook(other, book))
  if (others.length === 0) return own
  const lowest = (field: 'dualControlFromMinor' | 'stepUpFromMinor') =>
    others.reduce((least, other) => (other[field] < least ? other[field] : least), own[field])
  return {
    ...own,
    dualControlFromMinor: lowest('dualControlFromMinor'),
    stepUpFromMinor: lowest('stepUpFromMinor'),
  }
}

/** The client whose lower threshold holds in the book in place of the client's own, and that amount; null where its own holds. */
export function stricterAt(
  client: Client,
  { name, value }: { name: SettingName; value: SettingValue },
  sharers: readonly Client[],
): { client: string; value: string } | null {
  if (!isThreshold(name)) return null
  const [of, field] = thresholdFields[name]
  const book = of === 'book' ? client.book : client.secondaryBook
  if (book === null) return null
  const [lowest] = sharers
    .filter(other => shows(other, book))
    .map(other => ({ client: other.displayName, minor: clientInBook(other, book)[field] }))
    .filter(({ minor }) => minor < BigInt(String(value)))
    .toSorted((one, other) => (one.minor < other.minor ? -1 : 1))
  return lowest ? { client: lowest.client, value: lowest.minor.toString() } : null
}

import type { Book, Client } from './client.ts'
import { npt } from './npt.ts'
import { rathbones } from './rathbones.ts'

/** Every client that this program serves, by name. */
export const clients: Readonly<Record<string, Client>> = Object.fromEntries(
  [npt, rathbones].map(client => [client.name, client]),
)

/** Which client a bare host shows where nothing else is configured. */
export const defaultClient: string = npt.name

export type BookOfRealm = Book & { realm: string }

/** Every book behind the clients, once each: a book may be shown by more than one client. */
export const books: readonly BookOfRealm[] = [
  ...new Map(
    Object.values(clients).flatMap(client =>
      [client.book, client.secondaryBook]
        .filter(book => book !== null)
        .map(book => [book.name, { ...book, realm: client.realm }] as const),
    ),
  ).values(),
]

export const realms: readonly string[] = [...new Set(Object.values(clients).map(client => client.realm))]

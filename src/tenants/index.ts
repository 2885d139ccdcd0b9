import { ab } from './ab.ts'
import { cazenove } from './cazenove.ts'
import type { Book, Client } from './client.ts'
import { glenmede } from './glenmede.ts'
import { npt } from './npt.ts'
import { npttransatlantic } from './npttransatlantic.ts'
import { nptuk } from './nptuk.ts'
import { nptukusd } from './nptukusd.ts'
import { rathbones } from './rathbones.ts'
import { tolleson } from './tolleson.ts'
import { ubs } from './ubs.ts'

/** Every client that this program serves, by name. */
export const clients: Readonly<Record<string, Client>> = Object.fromEntries(
  [npt, nptuk, nptukusd, npttransatlantic, ubs, glenmede, tolleson, ab, rathbones, cazenove].map(client => [
    client.name,
    client,
  ]),
)

/** Which client a bare host shows where nothing else is configured. */
export const defaultClient: string = npt.name

export type BookOfRealm = Book & { realm: string }

/** Every book behind the clients, once each: a book may be shown by more than one client, of one realm. */
export const books: readonly BookOfRealm[] = booksOf(Object.values(clients))

/** Throws where two clients disagree about a book: its people and its currency would depend on the order of files. */
export function booksOf(shownBy: readonly Client[]): BookOfRealm[] {
  const found = new Map<string, BookOfRealm>()
  for (const { book, secondaryBook, realm } of shownBy) {
    for (const each of secondaryBook === null ? [book] : [book, secondaryBook]) {
      const known = found.get(each.name)
      if (known && (known.realm !== realm || known.currency !== each.currency))
        throw new Error(`The clients disagree about the realm or the currency of the book ${each.name}.`)
      found.set(each.name, { ...each, realm })
    }
  }
  return [...found.values()]
}

export const realms: readonly string[] = [...new Set(Object.values(clients).map(client => client.realm))]

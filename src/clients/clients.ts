import { readdir } from 'node:fs/promises'
import type { Book, Client } from './client.ts'

/** Every client that this program serves, by name: each file of clients/ is one. */
export const clients: Readonly<Record<string, Client>> = await readClients(
  new URL('./configuration/', import.meta.url),
)

/** Which client a bare host shows where nothing else is configured. */
export const defaultClient = 'npt'

/**
 * The clients whose files are in the folder, in the order of their names. A file exports its client alone, under the client's
 * name, which is the file's. Throws where one does not: a client that is nearly there would be missed only by its donors.
 */
export async function readClients(folder: URL): Promise<Record<string, Client>> {
  const files = (await readdir(folder)).filter(file => /^\w+\.ts$/.test(file)).sort()
  const read = files.map(async file => {
    const name = file.replace(/\.ts$/, '')
    const exported: Record<string, Client> = await import(/* @vite-ignore */ new URL(file, folder).href)
    const client = exported[name]
    if (client?.name !== name || Object.keys(exported).length !== 1)
      throw new Error(`${file} has to export one thing, the client ${name}, under that name.`)
    return [name, client] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

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

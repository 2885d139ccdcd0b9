import { readdir } from 'node:fs/promises'
import type { Book, Client } from './client.ts'
import { clientChecks } from './client-checks.ts'
import { clientsFolder } from './clients-folder.ts'
import { type ClientFolder, readClientFiles } from './from-files/read-client-files.ts'

const folder: ClientFolder =
  clientsFolder === null
    ? { clients: await readClients(new URL('./configuration/', import.meta.url)), problems: [] }
    : readClientFiles(clientsFolder)

/** All clients by name: those of the folder of CLIENTS_DIR, or of the demonstration, of which each file of configuration/ is one. */
export const clients = folder.clients

/** The client of a host without a client name, unless configured otherwise. */
export const defaultClient = clientsFolder === null ? 'npt' : (Object.keys(clients)[0] ?? '')

/**
 * Loads the clients of a folder, sorted by name. A file exports only its client, under the file's name. Throws if one does not,
 * because otherwise only the client's donors would notice.
 */
export async function readClients(folder: URL): Promise<Record<string, Client>> {
  const files = (await readdir(folder)).filter(file => /^\w+\.ts$/.test(file)).sort()
  const read = files.map(async file => {
    const name = file.replace(/\.ts$/, '')
    const exported: Record<string, Client> = await import(/* @vite-ignore */ new URL(file, folder).href)
    const client = exported[name]
    if (client?.name !== name || Object.keys(exported).length !== 1)
      throw new Error(`${file} has to export one thing, the client ${name}, under that name.`)
    for (const check of clientChecks) check(client)
    return [name, client] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/**
 * The client of a stored name, such as that of a waiting job.
 *
 * @throws if no client has it: a configuration file is missing or was renamed.
 */
export function clientNamed(name: string): Client {
  const client = Object.hasOwn(clients, name) ? clients[name] : undefined
  if (!client) throw new Error(`there is no client ${name}`)
  return client
}

/** What is wrong with the folder of CLIENTS_DIR, as sentences: no program starts with it (src/server/env.ts). */
export const clientProblems: string[] = [...folder.problems]

/** A sponsor's own clients may disagree, which the start says with everything else that is wrong. */
function orProblem<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (clientsFolder === null || !(error instanceof Error)) throw error
    clientProblems.push(`${clientsFolder}: ${error.message}`)
    return []
  }
}

export type BookOfRealm = Book & { realm: string }

/** Every book once: two clients of one realm may show the same book. */
export const books: readonly BookOfRealm[] = orProblem(() => booksOf(Object.values(clients)))

/** Throws if two clients disagree about a book: its people and currency would depend on the order of files. */
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

/** What people call a book: the name of the client whose own it is. */
export const bookTitle = (name: string): string =>
  (Object.hasOwn(clients, name) ? clients[name] : undefined)?.displayName ?? name

export const realms: readonly string[] = orProblem(() => realmsOf(Object.values(clients)))

/**
 * Throws if two clients of a realm disagree about `smallestTeam`: the staff are the same people, so what they are warned of would depend
 * on the client at which they are.
 */
export function realmsOf(shownBy: readonly Client[]): string[] {
  const first = new Map<string, Client>()
  for (const client of shownBy) {
    const known = first.get(client.realm)
    if (known && teamText(known) !== teamText(client))
      throw new Error(
        `The clients ${known.name} and ${client.name} have to agree about smallestTeam, because they share the realm ${client.realm}.`,
      )
    if (!known) first.set(client.realm, client)
  }
  return [...first.keys()]
}

function teamText({ smallestTeam }: Client): string {
  return JSON.stringify(Object.entries(smallestTeam).toSorted(([a], [b]) => a.localeCompare(b)))
}

/** The client in whose name the realm's staff are written to: the first, where several clients share it. */
export function clientOfRealm(realm: string): Client {
  const client = Object.values(clients).find(each => each.realm === realm)
  if (!client) throw new Error(`the realm ${realm} has no client`)
  return client
}

/** The client whose look the book's documents use: the one of the same name, where several clients show the book. */
export function clientOfBook(book: string): Client {
  const client = clients[book]
  if (client?.book.name !== book) throw new Error(`the book ${book} has no client of its name`)
  return client
}

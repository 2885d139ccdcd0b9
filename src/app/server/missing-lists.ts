import type { FastifyBaseLogger } from 'fastify'
import { books } from '../../clients/clients.ts'
import { sanctionsListsOfBook } from '../../clients/sanctions-lists.ts'
import { findCurrentVersions } from '../../features/screening/server/sanctions-lists.queries.ts'
import type { Databases } from '../../server/db/pools.ts'

/** Logs a sentence for each sanctions list that a client names and nobody imported: its books cannot be screened against it. */
export async function warnOfMissingLists(
  databases: Databases,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const [first] = books
  if (!first) return
  const wanted = [...new Set(books.flatMap(({ name }) => sanctionsListsOfBook(name)))]
  // Lists belong to no book, so that the connection of any can read them.
  const imported = await findCurrentVersions(databases.book(first.name), wanted)
  for (const list of wanted) {
    if (imported.some(version => version.list === list)) continue
    const without = books.flatMap(({ name }) => (sanctionsListsOfBook(name).includes(list) ? [name] : []))
    log.warn(
      `The sanctions list ${list} was never imported, and ${without.join(', ')} ${without.length === 1 ? 'is' : 'are'} to be screened against it: npm run import -- --list ${list} (docs/operate.md).`,
    )
  }
}

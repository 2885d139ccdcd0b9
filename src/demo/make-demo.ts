import type { Logger } from 'pino'
import { books, clients, realms } from '../clients/clients.ts'
import type { Clock } from '../domain/clock.ts'
import { systemClock } from '../domain/clock.ts'
import type { PasswordHasher } from '../features/identity/server/passwords/password-hasher.ts'
import type { Databases } from '../server/db/pools.ts'
import { writeCharityProfiles } from './charities/charity-profiles.ts'
import { writeDemoContent } from './content/write-content.ts'
import { importDemoRegister } from './demo-register.ts'
import { type DemoUserIds, makeDemoUsers } from './people/demo-users.ts'
import { writeBook } from './seed/write-book.ts'

export type DemonstrationToMake = {
  databases: Databases
  /** Of everybody whom one can sign in as. */
  password: string
  log: Logger
  /** What day it is; five years end with it. */
  clock?: Clock
  /** In each book; at least 10. */
  fundsPerBook?: number
  passwords?: PasswordHasher
}

/**
 * Fills an empty, prepared database with what the demonstration shows (README.md): the invented charity register, ten people in
 * each realm, and in each book fund accounts with five years behind them, written by the domain's own functions. To be called
 * once; throws a unique violation where the people are there already.
 */
export async function makeDemonstration(about: DemonstrationToMake): Promise<void> {
  const { databases, password, log, clock = systemClock, fundsPerBook = 150, passwords } = about
  const now = clock.now()
  const people = makePeople(databases, password, passwords)
  const [userIds] = await Promise.all([people, importRegister(databases)])
  log.info('The charities and the people of the demonstration are there.')
  await writeDemoContent(databases, { userIds, now })
  await Promise.all(
    books.map(async book => {
      const client = Object.values(clients).find(each => each.book.name === book.name)
      const users = userIds.get(book.realm)
      if (!client || !users) return
      const made = await writeBook(databases.book(book.name), {
        client,
        userIds: users,
        now,
        funds: fundsPerBook,
      })
      log.info({ book: book.name, ...made }, 'The funds of the book are there.')
    }),
  )
}

async function makePeople(
  databases: Databases,
  password: string,
  passwords: PasswordHasher | undefined,
): Promise<ReadonlyMap<string, DemoUserIds>> {
  const made = new Map<string, DemoUserIds>()
  // One realm after the other: only so many passwords may wait to be hashed.
  for (const realm of realms)
    made.set(realm, await makeDemoUsers(databases.realm(realm), realm, password, passwords))
  return made
}

async function importRegister(databases: Databases): Promise<void> {
  await importDemoRegister(databases.registrar())
  await writeCharityProfiles(databases)
}

import pino from 'pino'
import { clients } from '../../clients/clients.ts'
import { makeDemonstration } from '../../demo/make-demo.ts'
import { type DemoUser, demoEmail, demoPeople } from '../../demo/people/demo-users.ts'
import type { Databases } from '../../server/db/pools.ts'
import { startTestApp, type TestSession } from '../app.ts'
import { testClock } from '../clock.ts'
import type { TestDatabase } from '../database/database.ts'
import { fastPasswordHasher, type MadeUser } from './make-user.ts'

export const demoPassword = 'a password of the demonstration'
export const fundsPerBook = 12

export type Demonstration = Awaited<ReturnType<typeof startDemonstration>>

/** Starts the whole program on a database with a small set of seed data. Takes some seconds. */
export async function startDemonstration({ hasLargeBook = false } = {}) {
  // A fixed clock, so that midnight cannot fall between two reads of the data.
  const clock = testClock(new Date())
  const portal = await startTestApp({ clock })
  const make = (databases: Databases) =>
    makeDemonstration({
      databases,
      documentFiles: portal.documentFiles,
      files: portal.files,
      password: demoPassword,
      log: pino({ level: 'silent' }),
      clock,
      fundsPerBook,
      clientNames: Object.keys(clients),
      hasLargeBook,
      passwords: fastPasswordHasher,
    })
  await make(portal.databases)

  const userOf = async (user: DemoUser, realm: string): Promise<MadeUser> => {
    const email = demoEmail(user, realm)
    const { user_id: userId } = await portal.databases
      .realm(realm)
      .selectFrom('app_user')
      .select('user_id')
      .where('sso_id', '=', email)
      .executeTakeFirstOrThrow()
    const { firstName, lastName } = demoPeople[user]
    return { realm, userId, ssoId: email, email, firstName, lastName }
  }
  return {
    portal,
    clock,
    userOf,
    sessionOf: async (user: DemoUser, client: string): Promise<TestSession> =>
      portal.sessionFor(await userOf(user, clients[client]?.realm ?? ''), { client }),
    rowsOf: async <Row extends object>(sql: string, database: TestDatabase = portal.database) =>
      (await database.admin.query<Row>(sql)).rows,
    /** Writes the same seed data into another database. */
    makeAgain: make,
    close: portal.close,
  }
}

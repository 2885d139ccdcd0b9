import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readPostmaster } from '../../../src/server/db/embedded/pid-file.ts'
import { type Databases, openDatabases } from '../../../src/server/db/pools.ts'
import { createUser, type NewUser } from '../../../src/server/identity/create-user.ts'
import { keptSecret } from '../../../tools/start/kept-secret.ts'
import type { ClientName } from '../../fixtures.ts'

export type MadePerson = { userId: string; password: string; email: string }

/**
 * A person of the test's own, who reads everything and changes nothing, written into the database of the program that runs:
 * what happens to their password and e-mail must not meet the demonstration's people, whom other tests sign in as.
 */
export async function makePerson(client: ClientName, about: Partial<NewUser> = {}): Promise<MadePerson> {
  const email = `${randomUUID().slice(0, 13)}@${client}.example`
  const password = 'six grey herons wait'
  await inDatabase(async databases => {
    await createUser(databases.realm(client), {
      ssoId: email,
      email,
      firstName: 'Ada',
      lastName: 'Winslow',
      password,
      hasAccess: true,
      roles: [{ role: 'auditor', actions: null }],
      ...about,
    })
  })
  return { userId: email, password, email }
}

/** As the staff would do it, for whom there is no screen yet. */
export async function withdrawAccess(client: ClientName, { userId }: MadePerson): Promise<void> {
  await inDatabase(async databases => {
    await databases
      .realm(client)
      .updateTable('app_user')
      .set({ has_access: false })
      .where('sso_id', '=', userId)
      .execute()
  })
}

/** The database of the program that runs. */
export async function inDatabase(act: (databases: Databases) => Promise<void>): Promise<void> {
  const dataDir = process.env.ALMONER_E2E_DATA_DIR ?? ''
  const running = await readPostmaster(join(dataDir, 'postgres'))
  if (!running) throw new Error(`no database runs in ${dataDir}`)
  const server = { host: running.socketFolder, port: running.port, database: 'almoner' }
  const databases = openDatabases({ server, secret: await keptSecret(dataDir) })
  try {
    await act(databases)
  } finally {
    await databases.close()
  }
}

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createUser, type NewUser } from '../../src/features/identity/server/create-user.ts'
import { readPostmaster } from '../../src/server/db/embedded/pid-file.ts'
import { type Databases, openDatabases } from '../../src/server/db/pools.ts'
import { storedSecret } from '../../tools/start/stored-secret.ts'
import type { OwnBookClient, PayingClient } from '../fixtures.ts'

export type MadePerson = { userId: string; password: string; email: string }

/**
 * Creates a person with read-only access in the running server's database. Tests that change a password or an e-mail address
 * need their own person, because other tests sign in as the demonstration's people.
 */
export async function makePerson(client: OwnBookClient, about: Partial<NewUser> = {}): Promise<MadePerson> {
  const email = `${randomUUID().slice(0, 13)}@${client}.example`
  const password = 'six grey herons wait'
  await inDatabase(async databases => {
    await createUser(databases.accessAdmin(client), {
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

/** Withdraws a person's access, for which there is no screen yet. */
export async function withdrawAccess(client: PayingClient, { userId }: MadePerson): Promise<void> {
  await inDatabase(async databases => {
    await databases
      .accessAdmin(client)
      .updateTable('app_user')
      .set({ has_access: false })
      .where('sso_id', '=', userId)
      .execute()
  })
}

/** Runs a function on the running server's database, with its folder and its secret. */
export async function inDatabase(
  act: (databases: Databases, server: { dataDir: string; secret: string }) => Promise<void>,
): Promise<void> {
  const dataDir = process.env.ALMONER_E2E_DATA_DIR ?? ''
  const running = await readPostmaster(join(dataDir, 'postgres'))
  if (!running) throw new Error(`no database is running in ${dataDir}`)
  const server = { host: running.socketFolder, port: running.port, database: 'almoner' }
  const secret = await storedSecret(dataDir)
  const databases = openDatabases({ server, secret })
  try {
    await act(databases, { dataDir, secret })
  } finally {
    await databases.close()
  }
}

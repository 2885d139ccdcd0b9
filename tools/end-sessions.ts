// npm run end-sessions -- --realm npt --user-id ann@bank.example --reason "left the bank"
// npm run end-sessions -- --realm npt --everyone --reason "a stolen laptop"
// Ends sessions and pending sign-ins immediately on all instances of the server, and records this in the audit log.
import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { endPendingSignIns } from '../src/features/identity/oidc/server/pending-sign-ins.queries.ts'
import { asSsoId } from '../src/features/identity/server/create-user.ts'
import { endSessions } from '../src/server/auth/end-sessions.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'

function readArguments() {
  const { values } = parseArgs({
    options: {
      realm: { type: 'string' },
      'user-id': { type: 'string' },
      everyone: { type: 'boolean' },
      reason: { type: 'string' },
    },
  })
  const { realm, 'user-id': userId, everyone = false, reason } = values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (everyone === (userId !== undefined))
    throw new EnvironmentError('Specify either --user-id or --everyone.')
  if (!reason) throw new EnvironmentError('--reason is required for the audit log.')
  return { realm, userId, reason: `by command: ${reason}` }
}

try {
  const { realm, userId, reason } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const realmDb = databases.realm(realm)
    const person =
      userId === undefined
        ? null
        : await realmDb
            .selectFrom('app_user')
            .select('user_id')
            .where('sso_id', '=', asSsoId(userId))
            .executeTakeFirst()
    if (person === undefined) throw new EnvironmentError('There is no user with this ID.')
    const ended = await endSessions(
      realmDb,
      sessions => (person ? sessions.where('user_id', '=', person.user_id) : sessions),
      { reason, now: new Date() },
    )
    await endPendingSignIns(realmDb, person?.user_id ?? null)
    console.log(`Sessions ended: ${ended.length}.`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}

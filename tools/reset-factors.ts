// npm run reset-factors -- --realm npt --user-id ann@bank.example --reason "lost phone and codes, called back by J. Lee"
// For a person who lost all second factors: removes them and ends the person's sessions, so that the next login sets up new
// factors. Records this in the audit log and notifies the person by mail.
import { parseArgs } from 'node:util'
import { clients, realms } from '../src/clients/clients.ts'
import { resetFactors } from '../src/features/identity/factors/server/reset-factors.ts'
import { asSsoId } from '../src/features/identity/server/create-user.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'

function readArguments() {
  const { values } = parseArgs({
    options: { realm: { type: 'string' }, 'user-id': { type: 'string' }, reason: { type: 'string' } },
  })
  const { realm, 'user-id': userId, reason } = values
  const client = Object.values(clients).find(each => each.realm === realm)
  if (!realm || !client) throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId) throw new EnvironmentError('--user-id is required.')
  if (!reason) throw new EnvironmentError('--reason is required for the audit log.')
  return { realm, client, userId, reason }
}

try {
  const { realm, client, userId, reason } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const realmDb = databases.realm(realm)
    const person = await realmDb
      .selectFrom('app_user')
      .select('user_id')
      .where('sso_id', '=', asSsoId(userId))
      .executeTakeFirst()
    if (!person) throw new EnvironmentError('There is no user with this ID.')
    const about = { userId: person.user_id, reason, now: new Date(), client, secret }
    const removed = await resetFactors(realmDb, about)
    console.log(`Removed: ${removed}. ${userId} will be asked to set up a second factor if one is required.`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}

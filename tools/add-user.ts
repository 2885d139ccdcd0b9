// npm run add-user -- --realm npt --user-id ann@bank.example --first-name Ann --last-name Lee --role super_user
// Makes a person, and shows a link by which they set their password: how a new installation gets its first staff.
import { parseArgs } from 'node:util'
import { linkMinutes, passwordLink } from '../src/features/password/server/password-link.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { createUser } from '../src/server/identity/create-user.ts'
import { keepPasswordLink, newLinkToken } from '../src/server/identity/one-time/one-time-link.ts'
import { realmRoles } from '../src/server/session/role-permissions.ts'
import { clients, realms } from '../src/tenants/index.ts'

function readArguments() {
  const { values } = parseArgs({
    options: {
      realm: { type: 'string' },
      'user-id': { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      role: { type: 'string' },
    },
  })
  const role = realmRoles.find(known => known === values.role)
  const { realm, 'user-id': userId, 'first-name': firstName, 'last-name': lastName } = values
  if (!realm || !realms.includes(realm)) throw new EnvironmentError(`--realm is one of ${realms.join(', ')}.`)
  if (!userId?.includes('@')) throw new EnvironmentError('--user-id is an e-mail address.')
  if (!firstName || !lastName) throw new EnvironmentError('--first-name and --last-name are needed.')
  if (!role) throw new EnvironmentError(`--role is one of ${realmRoles.join(', ')}.`)
  return { realm, userId, firstName, lastName, role }
}

try {
  const { realm, userId, firstName, lastName, role } = readArguments()
  const { databaseUrl, secret, originPattern } = readEnvironment('production')
  if (databaseUrl === null || secret === null)
    throw new EnvironmentError('DATABASE_URL and APP_SECRET are needed.')
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  const client = Object.values(clients).find(each => each.realm === realm)
  if (!client) throw new EnvironmentError(`No client is of the realm ${realm}.`)
  const token = newLinkToken()
  try {
    const realmDb = databases.realm(realm)
    const made = await createUser(realmDb, {
      ssoId: userId,
      email: userId,
      firstName,
      lastName,
      // Nobody but they themselves ever knows a password of theirs (ASVS 5.0, 6.4.1).
      password: null,
      hasAccess: true,
      roles: [{ role, actions: null }],
    })
    await keepPasswordLink(realmDb, secret, { userId: made, token, madeAt: new Date() })
  } finally {
    await databases.close()
  }
  console.log(
    `${userId} is ${role} at the clients of ${realm}. The link to set a password, good once and for ${linkMinutes} minutes; a later one is asked for at Log In:\n${passwordLink(originPattern, client, token)}`,
  )
} catch (error) {
  const taken = (error as { constraint?: string }).constraint === 'app_user_realm_sso_id_key'
  console.error(
    taken ? 'There is a user of that id already.' : error instanceof EnvironmentError ? error.message : error,
  )
  process.exit(1)
}

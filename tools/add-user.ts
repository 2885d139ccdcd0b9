// npm run add-user -- --realm npt --user-id ann@bank.example --first-name Ann --last-name Lee --role super_user
// Makes a person who can sign in, with a password that is shown once: how a new installation gets its first staff.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readEnvironment } from '../src/server/env.ts'
import { createUser } from '../src/server/identity/create-user.ts'
import { realmRoles } from '../src/server/session/role-permissions.ts'
import { realms } from '../src/tenants/index.ts'

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
  const { databaseUrl, secret } = readEnvironment('production')
  if (databaseUrl === null || secret === null)
    throw new EnvironmentError('DATABASE_URL and APP_SECRET are needed.')
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  const password = randomBytes(18).toString('base64url')
  try {
    await createUser(databases.realm(realm), {
      ssoId: userId,
      email: userId,
      firstName,
      lastName,
      password,
      roles: [{ role, actions: null }],
    })
  } finally {
    await databases.close()
  }
  console.log(
    `${userId} can sign in at the clients of ${realm} as ${role}. Password, shown this once: ${password}`,
  )
} catch (error) {
  const taken = (error as { constraint?: string }).constraint === 'app_user_realm_sso_id_key'
  console.error(
    taken ? 'There is a user of that id already.' : error instanceof EnvironmentError ? error.message : error,
  )
  process.exit(1)
}

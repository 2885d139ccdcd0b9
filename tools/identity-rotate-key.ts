// npm run identity:rotate-key -- --realm npt --reason "yearly rotation"
// Adds a key to the realm's identity provider. It is published at once and signs ID tokens 20 to 30 minutes later on all instances of
// the server; the key that it replaces stays published for a day. See docs/operate.md.
import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { rotateSigningKey, signingKeyCipher } from '../src/features/identity/oidc/server/signing-keys.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'

try {
  const { realm, reason } = parseArgs({
    options: { realm: { type: 'string' }, reason: { type: 'string' } },
  }).values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!reason) throw new EnvironmentError('--reason is required for the audit log.')
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const cipher = signingKeyCipher(secret, realm)
    const keyId = await rotateSigningKey(databases.realm(realm), cipher, { reason, now: new Date() })
    console.log(
      keyId === null
        ? 'Another command has just added a key.'
        : `New key: ${keyId}. It signs in 20 to 30 minutes.`,
    )
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}

// npm run identity:rotate-key -- --realm npt
// Adds a key to the realm's identity provider. It signs ID tokens within ten minutes on all instances of the server; the former keys
// stay published. See docs/operate.md.
import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import {
  rotateSigningKey,
  signingKeyCipher,
  signingKeys,
} from '../src/features/identity/server/oidc/signing-keys.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'

try {
  const { realm } = parseArgs({ options: { realm: { type: 'string' } } }).values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const realmDb = databases.realm(realm)
    const cipher = signingKeyCipher(secret, realm)
    await rotateSigningKey(realmDb, cipher)
    const [newest, ...former] = await signingKeys(realmDb, cipher)
    console.log(`New signing key: ${newest?.kid}. Still published: ${former.length}.`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error)
  process.exit(1)
}

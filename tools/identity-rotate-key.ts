// npm run identity:rotate-key -- --realm npt --by ann@bank.example --reason "yearly rotation"
// Adds a key to the realm's identity provider. It is published at once and signs ID tokens 20 to 30 minutes later on all instances of
// the server; the key that it replaces stays published for a day. See docs/operate.md.

import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { rotateSigningKey, signingKeyCipher } from '../src/features/identity/oidc/server/signing-keys.ts'
import { findOperator } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'
import { requireBy, requireReason } from './operator-arguments.ts'

try {
  const { values } = parseArgs({
    options: { realm: { type: 'string' }, by: { type: 'string' }, reason: { type: 'string' } },
  })
  const { realm } = values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  const by = requireBy(values.by, 'adds the key')
  const reason = requireReason(values.reason)
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const cipher = signingKeyCipher(secret, realm)
    const keyId = await databases
      .realm(realm)
      .transaction()
      .execute(async trx => {
        const operator = await findOperator(trx, by, new Date())
        return await rotateSigningKey(trx, cipher, { operator, reason, now: new Date() })
      })
    console.log(
      keyId === null
        ? 'Another command has just added a key.'
        : `New key: ${keyId}. It signs in 20 to 30 minutes.`,
    )
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

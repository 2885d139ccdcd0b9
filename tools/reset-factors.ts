// npm run reset-factors -- --realm npt --user-id ann@bank.example --by ben@bank.example --reason "lost phone and codes, called back by J. Lee"
// For a person who lost all second factors: removes them and ends the person's sessions, so that the next login sets up new
// factors. Records who did it and why in the audit log, and notifies the person by mail.
import { parseArgs } from 'node:util'
import { clients, realms } from '../src/clients/clients.ts'
import { resetFactors } from '../src/features/identity/factors/server/reset-factors.ts'
import { findBoth } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'
import { failureText } from './failure-text.ts'
import { requireBy, requireReason } from './operator-arguments.ts'

function readArguments() {
  const { values } = parseArgs({
    options: {
      realm: { type: 'string' },
      'user-id': { type: 'string' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const { realm, 'user-id': userId, by, reason } = values
  const client = Object.values(clients).find(each => each.realm === realm)
  if (!realm || !client) throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId) throw new EnvironmentError('--user-id is required.')
  return { realm, client, userId, by: requireBy(by, 'resets the factors'), reason: requireReason(reason) }
}

try {
  const { realm, client, userId, by, reason } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const removed = await databases
      .realm(realm)
      .transaction()
      .execute(async trx => {
        const { person, operator } = await findBoth(trx, { userId, by }, new Date())
        if (person.userId === operator.userId)
          throw new Refused(
            'Nobody resets their own factors: --by must name another person who manages users.',
          )
        return await resetFactors(trx, {
          userId: person.userId,
          operator,
          from: {
            sessionId: null,
            address: '',
            detail: { by: 'npm run reset-factors', operator: operator.name },
          },
          reason,
          now: new Date(),
          client,
          secret,
        })
      })
    console.log(`Removed: ${removed}. ${userId} will be asked to set up a second factor if one is required.`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

// npm run end-sessions -- --realm npt --user-id ann@bank.example --by ben@bank.example --reason "left the bank"
// npm run end-sessions -- --realm npt --everyone --by ben@bank.example --reason "a stolen laptop"
// Ends sessions and pending sign-ins immediately on all instances of the server, and records who did it and why in the audit log.

import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { endPendingSignIns } from '../src/features/identity/oidc/server/pending-sign-ins.queries.ts'
import { findBoth, findOperator } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { endSessions } from '../src/server/auth/end-sessions.ts'
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
      everyone: { type: 'boolean' },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  })
  const { realm, 'user-id': userId, everyone = false, by, reason } = values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (everyone === (userId !== undefined))
    throw new EnvironmentError('Specify either --user-id or --everyone.')
  const recorded = { by: requireBy(by, 'ends the sessions'), reason: `by command: ${requireReason(reason)}` }
  return { realm, userId, ...recorded }
}

try {
  const { realm, userId, by, reason } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const ended = await databases
      .realm(realm)
      .transaction()
      .execute(async trx => {
        const { person, operator } =
          userId === undefined
            ? { person: null, operator: await findOperator(trx, by, new Date()) }
            : await findBoth(trx, { userId, by }, new Date())
        await endPendingSignIns(trx, person?.userId ?? null)
        return await endSessions(
          trx,
          sessions => (person ? sessions.where('user_id', '=', person.userId) : sessions),
          { reason, now: new Date(), from: { address: '', actorUserId: operator.userId } },
        )
      })
    console.log(`Sessions ended: ${ended.length}.`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

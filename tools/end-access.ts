// npm run end-access -- --realm npt --user-id ann@bank.example --by ben@bank.example --reason "left the bank"
// Ends all access of a person who leaves, at once and on all instances, and records who ended it and why. Running it again is harmless.
import { parseArgs } from 'node:util'
import { books, realms } from '../src/clients/clients.ts'
import { endAccess } from '../src/features/users/server/end-access.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { smallestTeamOf } from '../src/features/users/server/team.ts'
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
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId) throw new EnvironmentError('--user-id is required.')
  return { realm, userId, by: requireBy(by, 'ends the access'), reason: requireReason(reason) }
}

try {
  const { realm, ...about } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const ofRealm = books.filter(book => book.realm === realm)
    const ended = await endAccess(
      {
        realmDb: databases.accessAdmin(realm),
        books: ofRealm.map(({ name }) => ({ name, db: databases.book(name) })),
      },
      { ...about, smallestTeam: smallestTeamOf(realm), now: new Date() },
    )
    const { name, sessions, relationships, waiting, missing } = ended
    console.log(
      `${name} has no access any more. Ended: sessions ${sessions}, relationships ${relationships}.`,
    )
    for (const sentence of missing) console.log(sentence)
    if (waiting.length > 0) console.log('Waiting for somebody else:')
    for (const { what, count, where } of waiting) console.log(`  ${what} (${where}): ${count}`)
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

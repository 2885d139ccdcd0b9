// npm run resume-access -- --realm npt --user-id ann@bank.example --by ben@bank.example --reason "back from leave"
// Lets a suspended person in again. Where their rights take two people, the second confirms it in the portal, unless no one else manages
// users or --force is given; the audit log says so.
import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { findBoth, operatorOfCommand } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import { resumePerson } from '../src/features/users/server/resume-person.ts'
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
      force: { type: 'boolean', default: false },
    },
  })
  const { realm, 'user-id': userId, by, reason, force } = values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId) throw new EnvironmentError('--user-id is required.')
  return { realm, userId, by: requireBy(by, 'lets the person in'), reason: requireReason(reason), force }
}

const sentences = {
  resumed: 'The person can log in again.',
  requested: 'A second person has to confirm it, on the person’s page below /super-user-dashboard/users.',
}

try {
  const { realm, userId: ssoId, by, reason, force } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const now = new Date()
    const state = await databases
      .accessAdmin(realm)
      .transaction()
      .execute(async trx => {
        const { person, operator } = await findBoth(trx, { userId: ssoId, by }, now)
        const about = { userId: person.userId, reason, force }
        return await resumePerson(trx, operatorOfCommand(operator, 'resume-access'), about, now)
      })
    console.log(sentences[state])
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

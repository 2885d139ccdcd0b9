// npm run change-role -- --realm npt --user-id ann@bank.example --role super_user --by ben@bank.example --reason "joined the grants team"
// npm run change-role -- … --role super_user --actions SUPER_DASHBOARD_VIEW,GRANT_APPROVE --by … --reason …
// npm run change-role -- … --role auditor --remove --by … --reason …
// Gives a member of staff a role, or a part of its permissions, or takes the role away, and records who did it and why.
import { parseArgs } from 'node:util'
import { realms } from '../src/clients/clients.ts'
import { realmRoles } from '../src/domain/realm-roles.ts'
import { changeRealmRole } from '../src/features/users/server/change-realm-role.ts'
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
      role: { type: 'string' },
      actions: { type: 'string' },
      remove: { type: 'boolean', default: false },
      by: { type: 'string' },
      reason: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  })
  const { realm, 'user-id': userId, actions, remove, by, reason, force } = values
  const role = realmRoles.find(known => known === values.role)
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId) throw new EnvironmentError('--user-id is required.')
  if (!role) throw new EnvironmentError(`--role must be one of ${realmRoles.join(', ')}.`)
  if (remove && actions !== undefined) throw new EnvironmentError('Specify either --actions or --remove.')
  const named = actions?.split(',').map(action => action.trim())
  const recorded = { by: requireBy(by, 'changes the role'), reason: requireReason(reason) }
  return { realm, userId, role, ...recorded, force, actions: remove ? ('none' as const) : (named ?? null) }
}

const sentences = {
  changed: 'The role was changed.',
  requested:
    'The right waits for a second person, who confirms it at /super-user-dashboard/users. The former one stays as it is until then.',
  nothing: 'Nothing to change.',
}

try {
  const { realm, ...change } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const result = await changeRealmRole(databases.accessAdmin(realm), {
      ...change,
      smallestTeam: smallestTeamOf(realm),
      now: new Date(),
    })
    console.log(sentences[result])
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(failureText(error, [EnvironmentError, Refused]))
  process.exit(1)
}

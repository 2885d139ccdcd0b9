// npm run add-user -- --realm npt --user-id ann@bank.example --first-name Ann --last-name Lee --role super_user --by ben@bank.example
// Creates a person and prints a link to set a password. New installations get their first staff this way, without --by.
import { parseArgs } from 'node:util'
import { clients, realms } from '../src/clients/clients.ts'
import { realmRoles } from '../src/domain/realm-roles.ts'
import { linkLifetimeMinutes, passwordLink } from '../src/features/identity/passwords/server/password-link.ts'
import { createUser } from '../src/features/identity/server/create-user.ts'
import { addRight } from '../src/features/users/server/add-right.ts'
import { hasThird } from '../src/features/users/server/change-realm-role.ts'
import { findOperatorUnlessFirst, operatorOfCommand } from '../src/features/users/server/find-operator.ts'
import { Refused } from '../src/features/users/server/operator.ts'
import type { RightRecord } from '../src/features/users/server/rights.queries.ts'
import { rightsOfStaff } from '../src/features/users/server/staff.queries.ts'
import { shortfallsNow } from '../src/features/users/server/team.ts'
import { recordAuditEvent } from '../src/server/audit/record-audit-event.ts'
import { newLinkToken, savePasswordLink } from '../src/server/auth/one-time-link.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'
import { commandLine } from './command-line.ts'
import { failureText } from './failure-text.ts'

/** Someone of the service team has a role on accounts, not on the realm: staff add them to each account. */
const roles = [...realmRoles, 'service_team'] as const

/** The right, unless the person got none or is the first of the realm; and what too few people can do, also after that. */
type Added = { right: RightRecord | null; missing: string[] }

function readArguments() {
  const { values } = parseArgs({
    options: {
      realm: { type: 'string' },
      'user-id': { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      role: { type: 'string' },
      by: { type: 'string' },
    },
  })
  const role = roles.find(known => known === values.role)
  const { realm, 'user-id': userId, 'first-name': firstName, 'last-name': lastName, by } = values
  if (!realm || !realms.includes(realm))
    throw new EnvironmentError(`--realm must be one of ${realms.join(', ')}.`)
  if (!userId?.includes('@')) throw new EnvironmentError('--user-id must be an e-mail address.')
  if (!firstName || !lastName) throw new EnvironmentError('--first-name and --last-name are required.')
  if (!role) throw new EnvironmentError(`--role must be one of ${roles.join(', ')}.`)
  return { realm, userId, firstName, lastName, role, by }
}

try {
  const { realm, userId, firstName, lastName, role, by } = readArguments()
  const { databaseUrl, secret, originPattern } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  const client = Object.values(clients).find(each => each.realm === realm)
  if (!client) throw new EnvironmentError(`The realm ${realm} has no client.`)
  const token = newLinkToken()
  let added: Added
  try {
    added = await databases
      .accessAdmin(realm)
      .transaction()
      .execute(async trx => {
        const createdAt = new Date()
        const operator = await findOperatorUnlessFirst(trx, by, createdAt)
        const createdId = await createUser(trx, {
          ssoId: userId,
          email: userId,
          firstName,
          lastName,
          // Only the person ever knows the password (ASVS 5.0, 6.4.1).
          password: null,
          hasAccess: true,
          // The first people of a realm, whom nobody could confirm.
          roles: role === 'service_team' || operator !== null ? [] : [{ role, actions: null }],
        })
        await savePasswordLink(trx, secret, { userId: createdId, token, createdAt })
        await recordAuditEvent(trx, {
          kind: 'user-added',
          userId: createdId,
          actorUserId: operator?.userId ?? null,
          at: createdAt,
          address: '',
          detail: {
            client: client.name,
            role,
            ...commandLine('add-user'),
            ...(operator === null ? {} : { operator: operator.name }),
          },
        })
        const missing = async () =>
          role === 'super_user' ? shortfallsNow(await rightsOfStaff(trx, createdAt), client.smallestTeam) : []
        if (operator === null || role === 'service_team') return { right: null, missing: await missing() }
        const right = await addRight(
          trx,
          operatorOfCommand(operator, 'add-user'),
          {
            ...{ userId: createdId, role, book: null, actions: 'all', setName: null, validFrom: null },
            ...{
              validUntil: null,
              reason: 'Added by npm run add-user',
              mayBeOwn: false,
              idempotencyKey: null,
            },
            secondPerson: (await hasThird(trx, [createdId, operator.userId], createdAt))
              ? 'as the actions require'
              : 'waived',
          },
          createdAt,
        )
        return { right, missing: await missing() }
      })
  } finally {
    await databases.close()
  }
  const { right, missing } = added
  const isWaiting = right?.state === 'requested'
  const next =
    role === 'service_team'
      ? ' Add them to the accounts that they serve, on each account’s Relationships page.'
      : isWaiting
        ? ' The role waits for a second person, who confirms it at /super-user-dashboard/users.'
        : right?.second_person === 'waived'
          ? ' No one else could confirm the role, so it holds without a second person, which the audit log says.'
          : ''
  for (const sentence of missing) console.log(sentence)
  if (missing.length > 0) console.log('')
  console.log(
    `${userId} ${isWaiting ? `will be ${role}` : `is ${role}`} at the clients of ${realm}.${next} This link to set a password works once, within ${linkLifetimeMinutes} minutes. Later, request a new one at Log In:\n${passwordLink(originPattern, client, token)}`,
  )
} catch (error) {
  // An error of the database has the constraint; others leave it undefined.
  const isDuplicate = (error as { constraint?: string }).constraint === 'app_user_realm_sso_id_key'
  console.error(
    isDuplicate ? 'A user with this ID already exists.' : failureText(error, [EnvironmentError, Refused]),
  )
  process.exit(1)
}

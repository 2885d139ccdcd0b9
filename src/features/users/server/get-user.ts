import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { permissions } from '../../../contract/permissions.ts'
import { Problem } from '../../../contract/problems.ts'
import { actionsOf } from '../../../server/auth/role-permissions.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import {
  countBackupCodes,
  findOneTimeCode,
  listOwnPasskeys,
} from '../../identity/factors/server/factors.queries.ts'
import { linkedLogins } from '../../identity/oidc/server/identity-links.queries.ts'
import { listSessionsOf } from '../../identity/sessions/server/sessions.queries.ts'
import type * as contract from '../users.contract.ts'
import type { User } from '../users.contract.ts'
import { booksShown } from './books-shown.ts'
import { waitingShown } from './end-access.ts'
import { resumptionResponse } from './list-resumptions.ts'
import { identityOf } from './list-users.ts'
import { listOpenResumptions } from './resumptions.queries.ts'
import { actionsOfRight, isInForce, rightResponse, titleOfRight } from './right-response.ts'
import { rightsOfStaff } from './staff.queries.ts'
import { type StaffSets, staffSetsInForce } from './staff-sets.ts'
import { shortfalls } from './team.ts'
import {
  type AccountOfPerson,
  accountsOfPerson,
  findUser,
  lastLogins,
  listDevicesOf,
  listRightsOf,
  type NamedRight,
} from './users.queries.ts'

const maxEnded = 50

type Context = ContextOf<typeof contract.getUser>

/** A person of the realm. Throws `not-found`. */
export async function getUser(
  { params: { personId } }: HandlerInput<typeof contract.getUser>,
  context: Context,
): Promise<Reply<typeof contract.getUser>> {
  const { realmDb, client, actor, clock } = context
  const now = clock.now()
  const row = await findUser(realmDb, personId)
  if (!row) throw new Problem('not-found')
  const rights = await listRightsOf(realmDb, [personId], { ended: maxEnded })
  const accounts = await accountsIn(context, personId)
  const [asked] = await listOpenResumptions(realmDb, { userId: personId })
  const sets = await staffSetsInForce(realmDb, client)
  const staff = await rightsOfStaff(realmDb, now)
  return {
    ...identityOf(row),
    suspension:
      row.suspended_at === null
        ? null
        : {
            name: row.suspended_by_name,
            at: row.suspended_at.toISOString(),
            reason: row.suspension_reason ?? '',
          },
    resumption: asked ? resumptionResponse(asked, actor.userId) : null,
    missingWithout: {
      person: shortfalls(staff, client.smallestTeam, right => right.userId === personId),
      rights: staff
        .filter(right => right.userId === personId)
        .map(({ rightId }) => ({
          rightId,
          missing: shortfalls(staff, client.smallestTeam, right => right.rightId === rightId),
        })),
    },
    isOneself: personId === actor.userId,
    rights: rights.map(right => rightResponse(right, { sets, readerId: actor.userId, now })),
    actions: row.has_access
      ? heldActions(
          rights.filter(right => isInForce(right, now)),
          accounts.filter(({ book }) => book === context.book.name),
          { sets, book: context.book.name },
        )
      : [],
    accounts: accounts.map(({ fundId, accountName, role, book }) => ({ fundId, accountName, role, book })),
    waiting: await waitingShown({ realmDb, books: booksShown(context), now }, personId),
    lastLogin: (await lastLogins(realmDb, [personId])).get(personId) ?? null,
    ...(await waysIn(context, personId)),
  }
}

async function accountsIn(context: Context, userId: string) {
  const found: (AccountOfPerson & { book: string })[] = []
  for (const each of booksShown(context))
    found.push(...(await accountsOfPerson(each.db, userId)).map(account => ({ ...account, book: each.name })))
  return found
}

/** More accounts are counted in the list of accounts; a permission names this many for each role. */
const namedAccounts = 3

/** Each permission that the person has, and the rights and roles on accounts that give it. */
function heldActions(
  rights: readonly NamedRight[],
  accounts: readonly AccountOfPerson[],
  { sets, book }: { sets: StaffSets; book: string },
): User['actions'] {
  const ofRights = rights
    .filter(right => right.served_book === null || right.served_book === book)
    .map(right => ({ actions: actionsOfRight(right), title: titleOfRight(right, sets) }))
  const ofRoles = [...new Set(accounts.map(({ role }) => role))].map(role => ({
    role,
    accounts: accounts.filter(account => account.role === role),
  }))
  return permissions.flatMap(action => {
    const titles = ofRights.filter(({ actions }) => actions.has(action)).map(({ title }) => title)
    const roles = ofRoles.flatMap(({ role, accounts: ofRole }) => {
      const giving = ofRole.filter(each => actionsOf([], [role], each.advisorMayGrant).has(action))
      return giving.length === 0
        ? []
        : [
            {
              role,
              accounts: giving.length,
              fundIds: giving.slice(0, namedAccounts).map(each => each.fundId),
            },
          ]
    })
    return titles.length + roles.length === 0 ? [] : [{ action, rights: [...new Set(titles)], roles }]
  })
}

/** How the person logs in, and where they are logged in. */
async function waysIn(
  { realmDb, client, clock }: Context,
  userId: string,
): Promise<Pick<User, 'sessions' | 'factors' | 'devices' | 'logins' | 'unlinkedProviders'>> {
  const sessions = await listSessionsOf(realmDb, userId, clock.now())
  const passkeys = await listOwnPasskeys(realmDb, userId)
  const codes = await findOneTimeCode(realmDb, userId)
  const { left } = await countBackupCodes(realmDb, userId)
  const devices = await listDevicesOf(realmDb, userId, clock.now())
  const logins = await linkedLogins(realmDb, userId)
  const providers = client.identityProviders.filter(provider => provider.kind !== 'embedded')
  return {
    sessions: sessions.map(session => ({
      browser: session.browser,
      startedAt: session.created_at.toISOString(),
      lastSeenAt: session.last_seen_at.toISOString(),
    })),
    factors: { passkeys: passkeys.length, codes: codes !== undefined, backupCodes: left },
    devices: devices.map(device => ({ name: device.name, lastUsedAt: device.last_used_at.toISOString() })),
    logins: logins.map(({ issuer, subject, linked_at: linkedAt }) => ({
      issuer,
      provider: providers.find(provider => provider.issuer === issuer)?.title ?? null,
      subject,
      linkedAt: linkedAt.toISOString(),
    })),
    unlinkedProviders: providers
      .filter(({ issuer }) => !logins.some(login => login.issuer === issuer))
      .map(({ name, title }) => ({ name, title })),
  }
}

import type { Kysely } from 'kysely'
import { entriesOf } from '../../domain/keys-of.ts'
import type { RealmRole } from '../../domain/realm-roles.ts'
import type { PasswordHasher } from '../../features/identity/passwords/server/password-hasher.ts'
import { createUser } from '../../features/identity/server/create-user.ts'
import type { DB } from '../../server/db/schema.ts'

type DemoPerson = { firstName: string; lastName: string; roles: readonly RealmRole[] }

/** The users of every realm. Their other permissions come from their relationships to fund accounts. */
export const demoPeople = {
  donor: { firstName: 'Eleanor', lastName: 'Whitcombe', roles: [] },
  joint: { firstName: 'Julian', lastName: 'Whitcombe', roles: [] },
  viewer: { firstName: 'Priya', lastName: 'Ramaswamy', roles: [] },
  advisor: { firstName: 'Marcus', lastName: 'Delacroix', roles: [] },
  banker: { firstName: 'Hanna', lastName: 'Lindholm', roles: [] },
  service: { firstName: 'Tomiko', lastName: 'Alderton', roles: [] },
  super: { firstName: 'Ngozi', lastName: 'Ekwueme', roles: ['super_user'] },
  super2: { firstName: 'Daniel', lastName: 'Rosenthal', roles: ['super_user'] },
  auditor: { firstName: 'Mei', lastName: 'Hashimoto', roles: ['auditor'] },
  editor: { firstName: 'Lucia', lastName: 'Marchetti', roles: ['content_editor'] },
} as const satisfies Record<string, DemoPerson>

export type DemoUser = keyof typeof demoPeople
export type DemoUserIds = Readonly<Record<DemoUser, string>>

export const demoEmail = (user: DemoUser, realm: string) => `${user}@${realm}.example`
export const demoName = (user: DemoUser) => `${demoPeople[user].firstName} ${demoPeople[user].lastName}`

/** Creates the ten users of a realm, all with the same password. `accessDb` is a connection of that realm that may give roles. */
export async function makeDemoUsers(
  accessDb: Kysely<DB>,
  realm: string,
  password: string,
  passwords?: PasswordHasher,
): Promise<DemoUserIds> {
  const made = await Promise.all(
    entriesOf(demoPeople).map(async ([user, { firstName, lastName, roles }]) => {
      const email = demoEmail(user, realm)
      const grants = roles.map(role => ({ role, actions: null }))
      const about = { ssoId: email, email, firstName, lastName, password, hasAccess: true, roles: grants }
      return [user, await createUser(accessDb, about, passwords)] as const
    }),
  )
  // `made` has one entry for each key of demoPeople.
  return Object.fromEntries(made) as DemoUserIds
}

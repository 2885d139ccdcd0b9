import type { Kysely } from 'kysely'
import type { DB } from '../../server/db/schema.ts'
import { createUser } from '../../server/identity/create-user.ts'
import type { PasswordHasher } from '../../server/identity/passwords.ts'
import type { RealmRole } from '../../server/session/role-permissions.ts'

type DemoPerson = { firstName: string; lastName: string; roles: readonly RealmRole[] }

/** Whom one can sign in as, in every realm; the rest of what they may do comes from their relations to fund accounts. */
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

/** Makes the ten people of a realm, all with the same password; `realmDb` is the realm's own connection. */
export async function makeDemoUsers(
  realmDb: Kysely<DB>,
  realm: string,
  password: string,
  passwords?: PasswordHasher,
): Promise<DemoUserIds> {
  const made = await Promise.all(
    Object.entries(demoPeople).map(async ([user, { firstName, lastName, roles }]) => {
      const email = demoEmail(user as DemoUser, realm)
      const grants = roles.map(role => ({ role, actions: null }))
      const about = { ssoId: email, email, firstName, lastName, password, hasAccess: true, roles: grants }
      return [user, await createUser(realmDb, about, passwords)] as const
    }),
  )
  // Made from the entries of demoPeople, one each.
  return Object.fromEntries(made) as DemoUserIds
}

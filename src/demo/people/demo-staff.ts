import type { Kysely } from 'kysely'
import { clientOfRealm } from '../../clients/clients.ts'
import { entriesOf } from '../../domain/keys-of.ts'
import type { PasswordHasher } from '../../features/identity/passwords/server/password-hasher.ts'
import { createUser } from '../../features/identity/server/create-user.ts'
import { addRight } from '../../features/users/server/add-right.ts'
import { decideRight } from '../../features/users/server/decide-right.ts'
import type { Operator } from '../../features/users/server/operator.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from './demo-users.ts'

/** The realms of the clients npt and rathbones: a trust in the United States and a bank in the United Kingdom. */
export const realmsWithStaff: readonly string[] = ['npt', 'rathbones']

/** Staff with one named set each (§14), by what stands before the @. */
export const demoStaff = {
  grants: { firstName: 'Ines', lastName: 'Halloran', set: 'grants-reviewer' },
  payments: { firstName: 'Tobias', lastName: 'Varga', set: 'payments' },
  compliance: { firstName: 'Amara', lastName: 'Osei', set: 'compliance' },
  content: { firstName: 'Felix', lastName: 'Brandt', set: 'content' },
  readonly: { firstName: 'Sunniva', lastName: 'Dahl', set: 'read-only' },
} as const satisfies Record<string, { firstName: string; lastName: string; set: string }>

const reason = 'Part of the demonstration'

/** Creates the staff of a realm, whose rights one super user gives and the other confirms where they take two people. */
export async function makeDemoStaff(
  accessDb: Kysely<DB>,
  realm: string,
  { userIds, password, passwords }: { userIds: DemoUserIds; password: string; passwords?: PasswordHasher },
): Promise<void> {
  const operator = (user: 'super' | 'super2'): Operator => ({
    ...{ userId: userIds[user], name: demoName(user) },
    via: { kind: 'command', command: 'start' },
  })
  const client = clientOfRealm(realm)
  for (const [name, { firstName, lastName, set: setName }] of entriesOf(demoStaff)) {
    const set = client.staffSets[setName]
    if (!set) throw new Error(`the realm ${realm} has no set ${setName}`)
    const email = `${name}@${realm}.example`
    const person = { ssoId: email, email, firstName, lastName, password, hasAccess: true }
    const userId = await createUser(accessDb, person, passwords)
    const now = new Date()
    await accessDb.transaction().execute(async trx => {
      const right = await addRight(
        trx,
        operator('super'),
        {
          ...{ userId, role: set.role, book: null, actions: set.actions, setName, reason },
          ...{ validFrom: null, validUntil: null, mayBeOwn: false, idempotencyKey: null },
          secondPerson: 'as the actions require',
        },
        now,
      )
      const about = { rightId: right.right_id, decision: 'confirmed', note: '', client } as const
      if (right.state === 'requested') await decideRight(trx, operator('super2'), about, now)
    })
  }
}

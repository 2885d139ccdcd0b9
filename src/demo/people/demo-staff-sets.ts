import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { clientOfRealm } from '../../clients/clients.ts'
import type { Permission } from '../../contract/permissions.ts'
import { dayMs } from '../../domain/durations.ts'
import { askForSet } from '../../features/users/server/ask-for-set.ts'
import { confirmSet, declineSet } from '../../features/users/server/decide-set.ts'
import type { Operator } from '../../features/users/server/operator.ts'
import { staffSetsInForce } from '../../features/users/server/staff-sets.ts'
import type { DB } from '../../server/db/schema.ts'
import { type DemoUserIds, demoName } from './demo-users.ts'

/** A named set that two people have widened, so that the person who holds it holds it otherwise, and a change that was declined. */
export async function makeDemoStaffSets(
  accessDb: Kysely<DB>,
  realm: string,
  { userIds, now }: { userIds: DemoUserIds; now: Date },
): Promise<void> {
  const client = clientOfRealm(realm)
  const operator = (user: 'super' | 'super2'): Operator => ({
    ...{ userId: userIds[user], name: demoName(user) },
    via: { kind: 'command', command: 'start' },
  })
  const propose = async (name: string, about: { added: Permission; reason: string; at: Date }) => {
    const { added, reason, at } = about
    return await accessDb.transaction().execute(async trx => {
      const set = (await staffSetsInForce(trx, client)).get(name)
      if (!set) throw new Error(`the realm ${realm} has no set ${name}`)
      const { title, purpose, isGiven, lastChangeId } = set
      const wanted = {
        ...{ name, role: null, title, purpose, isGiven, lastChangeId, reason },
        ...{ actions: [...set.actions, added], idempotencyKey: randomUUID() },
      }
      return await askForSet(trx, operator('super2'), { client, wanted }, at)
    })
  }
  const decide = async (decision: typeof declineSet | typeof confirmSet, changeId: string, at: Date) => {
    const about = { client, changeId, reason: 'Who answers questions about a grant should not approve it.' }
    await accessDb.transaction().execute(async trx => await decision(trx, operator('super'), about, at))
  }
  const earlier = (days: number) => new Date(now.getTime() - days * dayMs)
  const approval = await propose('support', {
    ...{ added: 'GRANT_APPROVE', reason: 'Support could help out in December' },
    at: earlier(42),
  })
  await decide(declineSet, approval.changeId, earlier(41))
  const naming = await propose('grants-reviewer', {
    ...{
      added: 'CHARITY_PROPOSE',
      reason: 'Reviewers enter the charities that donors name on the phone',
      at: now,
    },
  })
  await decide(confirmSet, naming.changeId, now)
}

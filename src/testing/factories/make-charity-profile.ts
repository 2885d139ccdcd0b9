import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Databases } from '../../server/db/pools.ts'
import type { CharityProfile, DB } from '../../server/db/schema.ts'

type ProfileColumns = Partial<Omit<Insertable<CharityProfile>, 'realm' | 'charity_id' | 'changed_by'>>

/** Writes the charity profile of a realm (default npt), over an existing one. Two people confirmed its payee long ago. */
export async function makeCharityProfile(
  databases: Databases,
  charityId: string,
  { realm = 'npt', ...columns }: ProfileColumns & { realm?: string } = {},
): Promise<void> {
  const payee = await confirmedPayee(databases.realm(realm), charityId, columns)
  await databases
    .realm(realm)
    .insertInto('charity_profile')
    .values({ ...columns, ...payee, charity_id: charityId, changed_by: 'a test' })
    .onConflict(conflict =>
      conflict.columns(['realm', 'charity_id']).doUpdateSet({ ...columns, changed_by: 'a test' }),
    )
    .execute()
}

const payeeColumns = ['default_payment_type_code', 'payee_name', 'payee_address', 'payee_email'] as const

/** Long before every test, in the order in which tests write them. */
const confirmedAt = new Date('2020-01-02T12:00:00Z')

/** Writes the change that these columns are; returns the whole payee after it. */
async function confirmedPayee(realmDb: Kysely<DB>, charityId: string, columns: ProfileColumns) {
  if (!payeeColumns.some(column => column in columns)) return {}
  const stored = await realmDb
    .selectFrom('charity_profile')
    .select([...payeeColumns])
    .where('charity_id', '=', charityId)
    .executeTakeFirst()
  const given = payeeColumns.filter(column => column in columns)
  const payee = { ...stored, ...Object.fromEntries(given.map(column => [column, columns[column]])) }
  await realmDb
    .insertInto('charity_payee_change')
    .values({
      change_id: randomUUIDv7(),
      charity_id: charityId,
      before_payee: JSON.stringify(stored ?? {}),
      ...payee,
      state: 'confirmed',
      reason: 'Their letter',
      proposed_by: randomUUID(),
      proposed_by_name: 'One',
      proposed_at: confirmedAt,
      note: 'Called',
      decided_by: randomUUID(),
      decided_by_name: 'Two',
      decided_at: confirmedAt,
    })
    .execute()
  return payee
}

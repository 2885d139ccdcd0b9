import type { Insertable } from 'kysely'
import type { Databases } from '../../server/db/pools.ts'
import type { CharityProfile } from '../../server/db/schema.ts'

type ProfileColumns = Partial<Omit<Insertable<CharityProfile>, 'realm' | 'charity_id' | 'changed_by'>>

/** Writes the charity profile of a realm (default npt), over an existing one. */
export async function makeCharityProfile(
  databases: Databases,
  charityId: string,
  { realm = 'npt', ...columns }: ProfileColumns & { realm?: string } = {},
): Promise<void> {
  await databases
    .realm(realm)
    .insertInto('charity_profile')
    .values({ ...columns, charity_id: charityId, changed_by: 'a test' })
    .onConflict(conflict =>
      conflict.columns(['realm', 'charity_id']).doUpdateSet({ ...columns, changed_by: 'a test' }),
    )
    .execute()
}

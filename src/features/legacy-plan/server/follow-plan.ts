import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { followSuccessors } from '../../account-details/server/relationships.queries.ts'
import type { ShareRow } from './legacy-plan.queries.ts'

const roleOf = { 0: 'successor', 1: 'charitable_beneficiary' } as const

/** Makes the relationships of the account those that its plan names (§14), in the caller's transaction. */
export async function followPlan(
  trx: Kysely<DB>,
  accountId: string,
  { shares, today, now }: { shares: readonly ShareRow[]; today: IsoDate; now: Date },
): Promise<void> {
  const named = shares.map(({ party_id: partyId, designation }) => ({ partyId, role: roleOf[designation] }))
  await followSuccessors(trx, accountId, { named, today, now })
}

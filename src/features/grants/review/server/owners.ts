import type { Kysely } from 'kysely'
import { fieldProblem, Problem } from '../../../../contract/problems.ts'
import type { DB } from '../../../../server/db/schema.ts'
import { pendingStatuses } from '../../domain/grant-status.ts'
import { lockFund, lockGrant } from '../../server/grants.queries.ts'
import { deleteOwner, findOwner, listReviewersOf, writeOwner } from './review.queries.ts'

type OwnerRequest = { grantId: string; ownerId: string | null; at: Date }

/**
 * Claims a grant for a member of staff, hands it over to another, or gives it back. Throws `validation` where this person may not decide
 * about grants, `conflict` where the grant is decided and paid, `not-found`.
 */
export async function setOwner(
  { db, realmDb }: { db: Kysely<DB>; realmDb: Kysely<DB> },
  accountId: string,
  { grantId, ownerId, at }: OwnerRequest,
): Promise<void> {
  const [owner] = ownerId === null ? [] : await listReviewersOf(realmDb, ownerId)
  if (ownerId !== null && !owner) throw fieldProblem('ownerId', 'Choose someone who can decide on grants')
  await db.transaction().execute(async trx => {
    const grant = (await lockFund(trx, accountId)) && (await lockGrant(trx, accountId, grantId))
    if (!grant) throw new Problem('not-found')
    if (!owner) return await deleteOwner(trx, grantId)
    if (!pendingStatuses.includes(grant.transaction_status_code))
      throw new Problem('conflict', { detail: 'This grant is no longer in a queue.' })
    const before = await findOwner(trx, grantId)
    if (before?.owner_id === owner.user_id) return
    await writeOwner(trx, { grant_id: grantId, owner_id: owner.user_id, owner_name: owner.name, since: at })
  })
}

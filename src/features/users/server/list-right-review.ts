import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../rights.contract.ts'
import { rightOfPerson } from './list-waiting-rights.ts'
import { findLatestReview, rightsToReview } from './right-review.queries.ts'
import { rightsOfStaff } from './staff.queries.ts'
import { staffSetsInForce } from './staff-sets.ts'
import { shortfalls } from './team.ts'
import { lastLogins } from './users.queries.ts'

/** The latest review, and what nobody has signed off. */
export async function listRightReview(
  _input: unknown,
  context: ContextOf<typeof contract.listRightReview>,
): Promise<Reply<typeof contract.listRightReview>> {
  const { realmDb, actor, client, clock } = context
  const review = await findLatestReview(realmDb)
  const rows = await rightsToReview(realmDb)
  const sets = await staffSetsInForce(realmDb, client)
  const staff = await rightsOfStaff(realmDb, clock.now())
  const logins = await lastLogins(realmDb, [...new Set(rows.map(row => row.user_id))])
  return {
    review: review
      ? {
          quarter: review.quarter,
          openedAt: review.opened_at.toISOString(),
          closesAt: review.closes_at.toISOString(),
          closedAt: review.closed_at?.toISOString() ?? null,
          suspended: review.suspended,
        }
      : null,
    data: rows.map(row => ({
      ...rightOfPerson(row, sets, context),
      lastLogin: logins.get(row.user_id) ?? null,
      isOwn: row.user_id === actor.userId,
      missing: shortfalls(staff, client.smallestTeam, right => right.rightId === row.right_id),
    })),
    meta: { total: rows.length },
  }
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'
import type { GrantState } from '../domain/grant-status.ts'

/** A grant with what decides whether it may go on. */
export type StateToMove = GrantState & {
  grantId: string
  accountStatus: string
  isOfCase: boolean
  isOnHold: boolean
}

/**
 * Locks the funds of these grants and then the grants, each in the order of their ids, as everything else that changes a grant does: first
 * the fund, then the grant.
 */
export async function lockGrants(trx: Kysely<DB>, grantIds: readonly string[]): Promise<void> {
  await sql`
    select from fund_account where account_id in (
      select g.account_id from grant_recommendation g where g.grant_id = any(${grantIds}::uuid[])
    ) order by account_id for no key update`.execute(trx)
  await sql`
    select from grant_recommendation where grant_id = any(${grantIds}::uuid[]) order by grant_id for update`.execute(
    trx,
  )
}

/** The grants of the book among these. */
export async function findStatesToMove(trx: Kysely<DB>, grantIds: readonly string[]): Promise<StateToMove[]> {
  const { rows } = await sql<StateToMove>`
    select g.grant_id as "grantId", g.transaction_status_code as status, g.review_state as "reviewState", g.outcome,
      a.account_status as "accountStatus", g.case_id is not null as "isOfCase",
      exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null) as "isOnHold"
    from grant_recommendation g join fund_account a on a.book = g.book and a.account_id = g.account_id
    where g.grant_id = any(${grantIds}::uuid[])`.execute(trx)
  return rows
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

/** Whether a confirmed finding holds the account: nothing may leave it. */
export async function isAccountHeld(db: Kysely<DB>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select account_is_held(${accountId}) as held`.execute(db)
  return rows[0]?.held === true
}

/** The status of `fund_account` in SQL. From the confirmation on, before the job has set the status, a held account is immobile to every command. */
export const heldAsImmobile = (a: string): string =>
  `case when ${a}.account_status = 'Active' and account_is_held(${a}.account_id) then 'Immobile' else ${a}.account_status end`

/** An active account that is held, and who decided the finding about its person. */
export type AccountToHold = { accountId: string; userId: string; name: string }

export async function listAccountsToHold(db: Kysely<DB>): Promise<AccountToHold[]> {
  const { rows } = await sql<AccountToHold>`
    select distinct on (a.account_id) a.account_id as "accountId", h.decided_by as "userId", h.decided_by_name as "name"
    from held_account h join fund_account a on a.account_id = h.account_id
    where a.account_status = 'Active' order by a.account_id, h.decided_at`.execute(db)
  return rows
}

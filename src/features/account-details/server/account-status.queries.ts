import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { pendingStatuses } from '../../grants/domain/grant-status.ts'

/** What decides about the next status. After `lockAccountRow` no grant of the account can change. */
export async function readStatusFacts(db: Kysely<DB>, accountId: string) {
  const { rows } = await sql<{
    first_contribution: IsoDate | null
    latest_entry: IsoDate | null
    spendable_minor: bigint
    excluded_minor: bigint
    pending_minor: bigint
    pending_grants: bigint
  }>`
    select coalesce(b.spendable_minor, 0) as spendable_minor, coalesce(b.excluded_minor, 0) as excluded_minor,
      coalesce(b.pending_minor, 0) as pending_minor,
      (select min(p.effective_date) from posting p where p.account_id = a.account_id and p.section = 1) as first_contribution,
      (select max(p.effective_date) from posting p where p.account_id = a.account_id) as latest_entry,
      (select count(*) from grant_recommendation g where g.account_id = a.account_id
        and g.transaction_status_code = any(${pendingStatuses}::int[])) as pending_grants
    from fund_account a left join account_balance b on b.book = a.book and b.account_id = a.account_id
    where a.account_id = ${accountId}`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error(`the account ${accountId} does not exist`)
  return facts
}

export async function setStatus(
  trx: Kysely<DB>,
  accountId: string,
  changed: {
    accountStatus: AccountStatus
    openedDate: IsoDate | null
    closedDate: IsoDate | null
    successorAccountId: string | null
    revision: number
  },
): Promise<void> {
  await trx
    .updateTable('fund_account')
    .set({
      account_status: changed.accountStatus,
      opened_on: changed.openedDate,
      closed_on: changed.closedDate,
      successor_account_id: changed.successorAccountId,
      revision: changed.revision,
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** An account of the book by the number that people know. */
export async function findByFundId(db: Kysely<DB>, fundId: number) {
  return await db
    .selectFrom('fund_account')
    .select(['account_id', 'account_status'])
    .where('fund_id', '=', BigInt(fundId))
    .executeTakeFirst()
}

export async function fundIdOf(db: Kysely<DB>, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('fund_account')
    .select('fund_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(row.fund_id)
}

/** The changes of the account's status, newest first. */
export async function statusChanges(db: Kysely<DB>, accountId: string, limit: number) {
  return await db
    .selectFrom('change_record')
    .select(['before_change', 'after_change', 'actor_name', 'at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'account-status-set')
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
}

/** The first contribution that has arrived and whose document is filed, with the day of the last signature. */
export async function firstReceived(
  trx: Kysely<DB>,
  accountId: string,
  timeZone: string,
): Promise<{ received_by: string; received_by_name: string; signed_on: IsoDate } | undefined> {
  const { rows } = await sql<{ received_by: string; received_by_name: string; signed_on: IsoDate }>`
    select c.received_by, c.received_by_name,
      (select (max(s.decided_at) at time zone ${timeZone})::date from contribution_signer s
        where s.book = d.book and s.contribution_document_id = d.contribution_document_id) as signed_on
    from contribution c join contribution_document d on d.book = c.book and d.contribution_id = c.contribution_id
    where c.account_id = ${accountId} and c.state = 'received' and d.state = 'filed'
    order by c.received_at limit 1`.execute(trx)
  return rows[0]
}

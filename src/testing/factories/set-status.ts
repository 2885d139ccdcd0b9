import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Changes the status of an account with its record, but without the rules of the command, as tests of other features need it. */
export async function setStatusOf(
  admin: Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>,
  accountId: string,
  status: string,
): Promise<void> {
  await admin.query(
    `with changed as (
       update fund_account set account_status = $2, revision = revision + 1,
         opened_on = case when $2 = 'Entered' then null else coalesce(opened_on, date '2019-03-04') end,
         closed_on = case when $2 = 'Closed' then date '2026-11-01' end
       where account_id = $1 returning book, account_id, revision
     )
     insert into change_record (book, account_id, subject, subject_id, revision, kind, before_change, after_change, actor_user_id,
       actor_name, actor_side, at)
     select c.book, c.account_id, 'account', c.account_id, c.revision, 'account-status-set',
       jsonb_build_object('accountStatus', a.account_status),
       jsonb_build_object('accountStatus', $2::text, 'effectiveDate', '2026-11-01', 'reason', 'Test'), $3, 'A Tester', 'sponsor', now()
     from changed c join fund_account a on a.book = c.book and a.account_id = c.account_id`,
    [accountId, status, randomUUID()],
  )
}

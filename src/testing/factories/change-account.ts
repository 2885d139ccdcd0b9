import { randomUUID } from 'node:crypto'
import type pg from 'pg'

type Admin = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>

/** Changes the status of an account with its record, but without the rules of the command, as tests of other features need it. */
export async function setStatusOf(admin: Admin, accountId: string, status: string): Promise<void> {
  await change(admin, accountId, {
    kind: 'account-status-set',
    field: 'accountStatus',
    column: 'account_status',
    value: status,
    others: `, opened_on = case when $2 = 'Entered' then null else coalesce(opened_on, date '2019-03-04') end,
         closed_on = case when $2 = 'Closed' then date '2026-11-01' end`,
  })
}

/** Renames an account with its record. */
export async function renameTo(admin: Admin, accountId: string, name: string): Promise<void> {
  const column = 'account_name'
  await change(admin, accountId, {
    kind: 'account-renamed',
    field: 'accountName',
    column,
    value: name,
    others: '',
  })
}

async function change(
  admin: Admin,
  accountId: string,
  about: { kind: string; field: string; column: string; value: string; others: string },
): Promise<void> {
  const { kind, field, column, value, others } = about
  await admin.query(
    `with changed as (
       update fund_account set ${column} = $2, revision = revision + 1${others}
       where account_id = $1 returning book, account_id, revision
     )
     insert into change_record (book, account_id, subject, subject_id, revision, kind, before_change, after_change, actor_user_id,
       actor_name, actor_side, at)
     select c.book, c.account_id, 'account', c.account_id, c.revision, '${kind}', jsonb_build_object('${field}', a.${column}),
       jsonb_build_object('${field}', $2::text, 'effectiveDate', '2026-11-01', 'reason', 'Test'), $3, 'A Tester', 'sponsor', now()
     from changed c join fund_account a on a.book = c.book and a.account_id = c.account_id`,
    [accountId, value, randomUUID()],
  )
}

import { type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'

export type CreditedAccount = { accountId: string; fundId: bigint; accountName: string }

const columns = sql`account_id as "accountId", fund_id as "fundId", account_name as "accountName"`

/** Successors of successors are followed this far. */
const maxSuccessors = 20

/** The account itself unless it is closed, else the first of its successors that is open. */
export async function findOpenSuccessor(
  trx: Kysely<DB>,
  accountId: string,
): Promise<CreditedAccount | undefined> {
  const { rows } = await sql<CreditedAccount>`
    with recursive successor as (
      select a.*, 0 as distance from fund_account a where a.account_id = ${accountId}
      union all
      select a.*, s.distance + 1 from successor s join fund_account a on a.account_id = s.successor_account_id
        where s.account_status = 'Closed' and s.distance < ${maxSuccessors}
    )
    select ${columns} from successor where account_status in ('Active', 'Immobile') order by distance limit 1`.execute(
    trx,
  )
  return rows[0]
}

/** The sponsor's own fund of this book. Its number is the lowest that is free. */
export async function generalFund(
  trx: Kysely<DB>,
  { sponsor, today }: { sponsor: string; today: IsoDate },
): Promise<CreditedAccount> {
  const find = async () =>
    (
      await sql<CreditedAccount>`select ${columns} from fund_account where account_type = 'General'`.execute(
        trx,
      )
    ).rows[0]
  const found = await find()
  if (found) return found
  await sql`
    insert into fund_account (fund_id, account_name, account_type, donor_name, entered_on, opened_on)
      select f.fund_id + 1, 'General Fund', 'General', ${sponsor}, ${today}, ${today}
      from (select 99999 as fund_id union all select fund_id from fund_account) f
      where not exists (select from fund_account taken where taken.fund_id = f.fund_id + 1)
      order by f.fund_id limit 1
    on conflict do nothing`.execute(trx)
  // Another transaction has made it in the meantime, or has taken the number for a fund of its own: then the next one is free.
  return (await find()) ?? (await generalFund(trx, { sponsor, today }))
}

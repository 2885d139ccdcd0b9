import type { Kysely } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB } from '../../../server/db/schema.ts'
import { type CreditedAccount, findOpenSuccessor, generalFund } from './account-to-credit.queries.ts'

/**
 * The account that gets money which comes back to this one: itself or, once it is closed, its successor fund, else the book's general
 * fund (§12), which is created when it is first needed.
 */
export async function accountToCredit(
  trx: Kysely<DB>,
  accountId: string,
  { sponsor, today }: { sponsor: string; today: IsoDate },
): Promise<CreditedAccount> {
  return (await findOpenSuccessor(trx, accountId)) ?? (await generalFund(trx, { sponsor, today }))
}

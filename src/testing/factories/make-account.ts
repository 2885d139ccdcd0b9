import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import type { IsoDate } from '../../domain/dates.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { FundAccount } from '../../server/db/schema.ts'

export type MadeAccount = { book: string; accountId: string; fundId: number; accountName: string }

export type AccountToMake = {
  /** Default: npt. */
  book?: string
  fundId?: number
  accountName?: string
  status?: AccountStatus
  donorName?: string
  organizationLegalName?: string | null
  accountType?: string
  writeAccess?: boolean
  advisorMayGrant?: boolean
  openedOn?: IsoDate
  closedOn?: IsoDate
}

/** An open fund account without a balance and without relationships. */
export async function makeAccount(databases: Databases, about: AccountToMake = {}): Promise<MadeAccount> {
  const book = about.book ?? 'npt'
  const status = about.status ?? 'Active'
  const fundId = about.fundId ?? randomInt(10_000_000, 99_999_999)
  const accountName = about.accountName ?? `The Ellison Family Fund ${fundId}`
  const row: Insertable<FundAccount> = {
    fund_id: BigInt(fundId),
    account_name: accountName,
    account_status: status,
    donor_name: about.donorName ?? 'Margaret Ellison',
    organization_legal_name: about.organizationLegalName ?? null,
    write_access: about.writeAccess ?? true,
    advisor_may_grant: about.advisorMayGrant ?? false,
    entered_on: about.openedOn ?? ('2019-03-04' as IsoDate),
    opened_on: status === 'Entered' ? null : (about.openedOn ?? ('2019-03-04' as IsoDate)),
    closed_on: about.closedOn ?? (status === 'Closed' ? ('2025-06-30' as IsoDate) : null),
    ...(about.accountType === undefined ? {} : { account_type: about.accountType }),
  }
  const made = await databases
    .book(book)
    .insertInto('fund_account')
    .values(row)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return { book, accountId: made.account_id, fundId, accountName }
}

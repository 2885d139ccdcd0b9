import { randomInt } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { DB, FundAccount } from '../../../server/db/schema.ts'
import { accountTypeLabels } from '../domain/application.ts'
import type { Application } from '../domain/check-step.ts'

/** Numbers that people read out are not consecutive, so that nobody finds an account by counting. */
const maxAttempts = 50

/** Adds an account under a number that is free. */
export async function insertAccountRow(
  trx: Kysely<DB>,
  columns: Omit<Insertable<FundAccount>, 'fund_id'>,
): Promise<{ accountId: string; fundId: number }> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const fundId = randomInt(10_000_000, 99_999_999)
    const added = await trx
      .insertInto('fund_account')
      .values({ ...columns, fund_id: BigInt(fundId) })
      .onConflict(conflict => conflict.columns(['book', 'fund_id']).doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (added) return { accountId: added.account_id, fundId }
  }
  throw new Error('no free number for an account was found')
}

/** Adds an entered account. */
export const insertAccount = (
  trx: Kysely<DB>,
  { accountName, type, organizationLegalName, donors }: Application,
  today: IsoDate,
): Promise<{ accountId: string; fundId: number }> =>
  insertAccountRow(trx, {
    account_name: accountName,
    account_status: 'Entered',
    account_type: accountTypeLabels[type].accountType,
    organization_legal_name: organizationLegalName,
    donor_name: donors.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', '),
    entered_on: today,
  })

/** The donor's address and phone, unless the party has some: a person's own profile counts more than an application. */
export async function fillContact(
  trx: Kysely<DB>,
  partyId: string,
  donor: Application['donors'][number],
): Promise<void> {
  const region = donor.state || donor.province || null
  await sql`
    update party set address_line1 = ${donor.address1}, address_line2 = ${donor.address2 || null}, city = ${donor.city},
      state = ${region}, postal_code = ${donor.postalCode || null}, country = ${donor.country || null},
      phone_country_code = ${donor.phoneCountryCode}, phone = ${donor.phone}
    where party_id = ${partyId} and address_line1 is null and city is null`.execute(trx)
}

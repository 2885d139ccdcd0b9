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

/** The donors' addresses and phones, unless a party has some: a person's own profile counts more than an application. */
export async function fillContacts(
  trx: Kysely<DB>,
  donors: readonly { partyId: string; donor: Application['donors'][number] }[],
): Promise<void> {
  const contacts = donors.map(({ partyId, donor }) => ({
    party_id: partyId,
    address_line1: donor.address1,
    address_line2: donor.address2 || null,
    city: donor.city,
    state: donor.state || donor.province || null,
    postal_code: donor.postalCode || null,
    country: donor.country || null,
    phone_country_code: donor.phoneCountryCode,
    phone: donor.phone,
  }))
  await sql`
    update party p set address_line1 = c.address_line1, address_line2 = c.address_line2, city = c.city, state = c.state,
      postal_code = c.postal_code, country = c.country, phone_country_code = c.phone_country_code, phone = c.phone
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) c (party_id uuid, address_line1 text, address_line2 text,
      city text, state text, postal_code text, country text, phone_country_code text, phone text)
    where p.party_id = c.party_id and p.address_line1 is null and p.city is null`.execute(trx)
}

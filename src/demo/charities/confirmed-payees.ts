import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/db/schema.ts'

/** What is not named stays as the profile has it. */
type DemoPayee = {
  charityId: string
  paymentTypeCode?: number
  address?: string | null
  email?: string | null
}

/** Before all grants of the demonstration. */
export const payeesConfirmedAt = new Date('2010-01-04T15:00:00Z')

/** Writes payees that two people entered and confirmed, each with its change; a charity without a profile gets one. */
export async function writeConfirmedPayees(realmDb: Kysely<DB>, payees: readonly DemoPayee[]): Promise<void> {
  const given = JSON.stringify(payees)
  const rows = sql`jsonb_to_recordset(${given}::jsonb)
    as n ("charityId" text, "paymentTypeCode" smallint, address text, email text)`
  await sql`
    insert into charity_profile (charity_id, changed_by) select n."charityId", 'the demonstration' from ${rows}
    on conflict do nothing`.execute(realmDb)
  await sql`
    insert into charity_payee_change (change_id, charity_id, before_payee, default_payment_type_code, payee_name, payee_address,
      payee_email, state, reason, proposed_by, proposed_by_name, proposed_at, note, decided_by, decided_by_name, decided_at)
    select uuidv7(), n."charityId", jsonb_build_object('default_payment_type_code', p.default_payment_type_code, 'payee_name',
        p.payee_name, 'payee_address', p.payee_address, 'payee_email', p.payee_email),
      coalesce(n."paymentTypeCode", p.default_payment_type_code), p.payee_name, coalesce(n.address, p.payee_address),
      coalesce(n.email, p.payee_email), 'confirmed', 'Their form', ${randomUUID()}::uuid, 'Enrollment', ${payeesConfirmedAt}::timestamptz,
      'Called on the number of their annual report', ${randomUUID()}::uuid, 'Second person', ${payeesConfirmedAt}::timestamptz
    from ${rows} join charity_profile p on p.charity_id = n."charityId"`.execute(realmDb)
  await sql`
    update charity_profile p set default_payment_type_code = coalesce(n."paymentTypeCode", p.default_payment_type_code),
      payee_address = coalesce(n.address, p.payee_address), payee_email = coalesce(n.email, p.payee_email)
    from ${rows} where p.charity_id = n."charityId"`.execute(realmDb)
}

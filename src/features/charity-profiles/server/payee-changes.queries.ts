import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { CharityPayeeChange, DB } from '../../../server/db/schema.ts'
import { registerAddress } from '../../charities/server/charities.queries.ts'

export type PayeeChangeRecord = Selectable<CharityPayeeChange>

/** The changes of a charity's payee, the latest first. */
export async function listPayeeChanges(realmDb: Kysely<DB>, charityId: string): Promise<PayeeChangeRecord[]> {
  return await realmDb
    .selectFrom('charity_payee_change')
    .selectAll()
    .select(sql<string>`name_and_access(proposed_by, proposed_by_name)`.as('proposed_by_name'))
    .where('charity_id', '=', charityId)
    .orderBy('proposed_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(50)
    .execute()
}

type ProposedPayee = {
  charity_id: string
  what: 'payee' | 'bank-details'
  proposed_by_name: string
  proposed_at: Date
  /** How many await a second person in all. */
  total: number
}

const proposals = sql`(
  select charity_id, 'payee' as what, proposed_by, proposed_by_name, proposed_at from charity_payee_change where state = 'proposed'
  union all
  select charity_id, 'bank-details', proposed_by, proposed_by_name, proposed_at from charity_bank_details where state = 'proposed')`

/** The most that are listed: those that wait are decided about within days. */
const maxProposed = 500

/** What awaits a second person about the payees of the realm’s charities, the oldest first. */
export async function listProposedPayees(realmDb: Kysely<DB>): Promise<ProposedPayee[]> {
  const { rows } = await sql<ProposedPayee>`
    select p.charity_id, p.what, name_and_access(p.proposed_by, p.proposed_by_name) as proposed_by_name, p.proposed_at,
      (count(*) over ())::int as total
    from ${proposals} p order by p.proposed_at, p.charity_id limit ${maxProposed}`.execute(realmDb)
  return rows
}

export async function countProposedPayees(realmDb: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{
    waiting: number
  }>`select count(*)::int as waiting from ${proposals} p`.execute(realmDb)
  return rows[0]?.waiting ?? 0
}

export async function insertPayeeChange(
  trx: Kysely<DB>,
  change: Insertable<CharityPayeeChange>,
): Promise<void> {
  await trx.insertInto('charity_payee_change').values(change).execute()
}

export async function updatePayeeChange(
  trx: Kysely<DB>,
  changeId: string,
  columns: Partial<Insertable<CharityPayeeChange>>,
): Promise<void> {
  await trx.updateTable('charity_payee_change').set(columns).where('change_id', '=', changeId).execute()
}

/** What an approval and the check of a payment rely on about the payee of a charity. */
export type PayeeEvidence = {
  name: string
  address: string | null
  email: string | null
  paysByEft: boolean
  bankDetailsId: string | null
  lastFour: string | null
}

/** The payee in use, and whether two people set its name and its address, so that they do not follow the register. */
export type PayeeInUse = PayeeEvidence & { isNameSet: boolean; isAddressSet: boolean }

/** The payee in use, read by a book: the profile's, else the register's. Undefined if the charity is unknown. */
export async function findPayee(
  db: Kysely<DB>,
  charityId: string,
  eftCode: number,
): Promise<PayeeEvidence | undefined> {
  const found = (await listPayees(db, [charityId], eftCode)).get(charityId)
  return found && payeeEvidence(found)
}

/** Without whether two people set it, which an approval does not rely on. */
export function payeeEvidence({
  isNameSet: _isNameSet,
  isAddressSet: _isAddressSet,
  ...payee
}: PayeeInUse): PayeeEvidence {
  return payee
}

/** Those of several charities, by charity ID. */
export async function listPayees(
  db: Kysely<DB>,
  charityIds: readonly string[],
  eftCode: number,
): Promise<ReadonlyMap<string, PayeeInUse>> {
  if (charityIds.length === 0) return new Map()
  const { rows } = await sql<PayeeInUse & { charity_id: string }>`
    select c.charity_id, coalesce(p.payee_name, c.name) as name,
      coalesce(p.payee_address, nullif(${sql.raw(registerAddress)}, '')) as address,
      p.payee_email as email, coalesce(p.default_payment_type_code = ${eftCode}, false) as "paysByEft",
      d.details_id as "bankDetailsId", d.last_four as "lastFour",
      p.payee_name is not null as "isNameSet", p.payee_address is not null as "isAddressSet"
    from known_charity c
      left join charity_profile p on p.charity_id = c.charity_id
      left join charity_bank_details d on d.charity_id = c.charity_id and d.state = 'confirmed'
    where c.charity_id = any(${charityIds}::text[])`.execute(db)
  return new Map(rows.map(({ charity_id: charityId, ...payee }) => [charityId, payee]))
}

/** The changes of these charities' payees that two people made since then, the earliest first. */
export async function listChangesSince(realmDb: Kysely<DB>, charityIds: readonly string[], since: Date) {
  return await realmDb
    .selectFrom('charity_payee_change')
    .select(['charity_id', 'decided_at', 'before_payee'])
    .where(sql<boolean>`charity_id = any(${charityIds}::text[])`)
    .where('state', '=', 'confirmed')
    .where('decided_at', '>=', since)
    .orderBy('decided_at')
    .orderBy('change_id')
    .execute()
}

/** The bank details of these charities that were in use at any time since then, without their numbers. */
export async function listDetailsSince(realmDb: Kysely<DB>, charityIds: readonly string[], since: Date) {
  return await realmDb
    .selectFrom('charity_bank_details')
    .select(['charity_id', 'details_id', 'last_four', 'decided_at', 'replaced_at'])
    .where(sql<boolean>`charity_id = any(${charityIds}::text[])`)
    .where('state', 'in', ['confirmed', 'replaced'])
    .where(sql<boolean>`coalesce(replaced_at, 'infinity') >= ${since}`)
    .orderBy('decided_at')
    .orderBy('details_id')
    .execute()
}

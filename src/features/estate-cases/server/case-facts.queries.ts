import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { donorRoles } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { DocumentType } from '../../documents/domain/document-types.ts'

export type AccountOfCase = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  account_type: string
  succession_plan_type_code: string
  opened_on: IsoDate | null
}

export async function findAccountOfCase(
  db: Kysely<DB>,
  about: { fundId: number } | { accountId: string },
): Promise<AccountOfCase | undefined> {
  const query = accountsOfCases(db)
  return await ('fundId' in about
    ? query.where('fund_id', '=', BigInt(about.fundId))
    : query.where('account_id', '=', about.accountId)
  ).executeTakeFirst()
}

/** The accounts with these fund IDs, in any order. */
export async function listAccountsOfFunds(
  db: Kysely<DB>,
  fundIds: readonly number[],
): Promise<AccountOfCase[]> {
  if (fundIds.length === 0) return []
  return await accountsOfCases(db)
    .where(
      'fund_id',
      'in',
      fundIds.map(fundId => BigInt(fundId)),
    )
    .execute()
}

const accountsOfCases = (db: Kysely<DB>) =>
  db
    .selectFrom('fund_account')
    .select([
      'account_id',
      'fund_id',
      'account_name',
      'account_status',
      'account_type',
      'succession_plan_type_code',
      'opened_on',
    ])

type LivingDonor = {
  relationship_id: string
  party_id: string
  name: string
  account_role_code: 'donor' | 'joint_donor'
}

/** The donors of an account, the first donor first. */
export async function donorsOf(db: Kysely<DB>, accountId: string): Promise<LivingDonor[]> {
  const { rows } = await sql<LivingDonor>`
    select r.relationship_id, r.party_id, p.name, r.account_role_code
    from account_relationship r join party p on p.book = r.book and p.party_id = r.party_id
    where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)})
    order by r.account_role_code, r.since, r.relationship_id`.execute(db)
  return rows
}

/** When the donors of an account last signed a document of the book. */
export async function lastSignaturesOf(
  db: Kysely<DB>,
  accountId: string,
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ party_id: string; signed_at: Date }>`
    select p.party_id, max(s.decided_at) as signed_at
    from account_relationship r
      join party p on p.book = r.book and p.party_id = r.party_id
      join envelope_signer s on s.book = p.book and s.user_id = p.user_id and s.state = 'signed'
    where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)})
    group by p.party_id`.execute(db)
  return new Map(rows.map(row => [row.party_id, row.signed_at]))
}

export async function documentsOf(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ document_id: string; name: string; type: DocumentType; added_at: Date }[]> {
  return await db
    .selectFrom('document')
    .select(['document_id', 'name', 'type', 'added_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'stored')
    .where('type', '<>', 'statement')
    .where('cause', 'is', null)
    .orderBy('added_at', 'desc')
    .limit(100)
    .execute()
}

/** The other active funds of an account's donors, and the general fund of the book, by name. */
export async function fundsToReceive(
  db: Kysely<DB>,
  accountId: string,
): Promise<{ fund_id: bigint; account_name: string }[]> {
  const { rows } = await sql<{ fund_id: bigint; account_name: string }>`
    select a.fund_id, a.account_name from fund_account a
    where a.account_id <> ${accountId} and a.account_status = 'Active' and (a.account_type = 'General' or exists (
      select from account_relationship r join account_relationship o on o.book = r.book and o.party_id = r.party_id
        where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)})
          and o.account_id = a.account_id and o.ended_at is null and o.account_role_code in (${literals(donorRoles)})))
    order by a.account_type = 'General', a.account_name, a.fund_id limit 50`.execute(db)
  return rows
}

/** The interested parties of an account, who leave when a successor takes it over. */
export async function peopleToRelease(db: Kysely<DB>, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_relationship')
    .select('relationship_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('account_role_code', 'in', ['viewer'])
    .execute()
  return rows.map(({ relationship_id: relationshipId }) => relationshipId)
}

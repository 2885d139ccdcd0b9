import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContactSharing } from '../domain/contact-sharing.ts'
import { listedName } from './listed-name.queries.ts'

export type AdvisorRow = {
  account_id: string
  advisor_may_grant: boolean
  revision: number
  write_access: boolean
  account_status: AccountStatus
  /** The other columns are null for an account without a primary advisor. */
  relationship_id: string | null
  party_id: string | null
  user_id: string | null
  name: string | null
  party_email: string | null
  first_name: string | null
  last_name: string | null
  address: (string | null)[] | null
  contact_sharing: ContactSharing | null
  /** The name and address as they were entered, which others read until the advisor accepts. */
  listed_name: string | null
  entered_first_name: string | null
  entered_last_name: string | null
  entered_email: string | null
  accounts: number
}

/** The account with its primary advisor. */
export async function findAdvisor(db: Kysely<DB>, accountId: string): Promise<AdvisorRow | undefined> {
  const { rows } = await sql<AdvisorRow>`
    select a.account_id, a.advisor_may_grant, a.revision, a.write_access, a.account_status, r.relationship_id, p.party_id, p.user_id, p.name,
      r.contact_sharing, case when r.relationship_id is null then null else ${listedName} end as listed_name,
      r.entered_first_name, r.entered_last_name, r.entered_email, p.email as party_email, p.first_name, p.last_name,
      array[p.address_line1, p.address_line2, p.city, p.state, p.postal_code, p.country] as address,
      (select count(*)::int from account_relationship o
        where o.party_id = p.party_id and o.account_role_code = 'primary_advisor' and o.ended_at is null) as accounts
    from fund_account a
      left join account_relationship r on r.book = a.book and r.account_id = a.account_id
        and r.account_role_code = 'primary_advisor' and r.ended_at is null
      left join party p on p.book = r.book and p.party_id = r.party_id
    where a.account_id = ${accountId}`.execute(db)
  return rows[0]
}

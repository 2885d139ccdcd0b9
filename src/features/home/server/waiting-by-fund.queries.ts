import { type Kysely, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { type AccountRole, rolesWithAccess } from '../../../domain/account-roles.ts'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import { statusCodes } from '../../grants/domain/grant-status.ts'

export type WaitingByFundRow = {
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  write_access: boolean
  advisor_may_grant: boolean
  /** The person's roles on the account. */
  account_roles: AccountRole[]
  /** How many documents wait for the person’s signature now: it is their turn. */
  documents: bigint
  /** How many reviewers’ questions about grants wait for an answer. */
  questions: bigint
  /** How many relationships wait for the person’s decision about their contact. */
  contacts: bigint
}

/** More than anyone has; the first by name. */
const maxFunds = 5_000

/**
 * The accounts to which the person has a relationship and where something waits for them, with the roles by which they may sign or
 * answer.
 */
export async function findWaitingByFund(db: Kysely<DB>, userId: string): Promise<WaitingByFundRow[]> {
  const { rows } = await sql<WaitingByFundRow>`
    with mine as (
      select r.account_id, array_agg(r.account_role_code) as account_roles,
        count(*) filter (where r.contact_sharing = 'waiting' and r.account_role_code in (${literals(rolesWithAccess)})) as contacts
      from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      where p.user_id = ${userId} and r.ended_at is null group by r.account_id
    ), counted as (
      select a.fund_id, a.account_name, a.account_status, a.write_access, a.advisor_may_grant, m.account_roles, m.contacts,
        (select count(*) from contribution_document d cross join lateral (
           select s.user_id from contribution_signer s
             where s.book = d.book and s.contribution_document_id = d.contribution_document_id and s.state = 'waiting'
             order by s.routing_order limit 1) n
           where d.account_id = m.account_id and d.state = 'pending' and d.void_requested_at is null and n.user_id = ${userId}) as documents,
        (select count(*) from grant_recommendation g
           where g.account_id = m.account_id and g.transaction_status_code = ${sql.lit(statusCodes.underReview)}
             and g.review_state = 'information_needed') as questions
      from mine m join fund_account a on a.account_id = m.account_id
    )
    select * from counted where documents + questions + contacts > 0 order by account_name, fund_id limit ${sql.lit(maxFunds)}`.execute(
    db,
  )
  return rows
}

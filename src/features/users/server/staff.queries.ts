import { type Kysely, sql } from 'kysely'
import type { AccountRole } from '../../../domain/account-roles.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { RoleGrant } from '../../../server/auth/role-permissions.ts'
import type { DB } from '../../../server/db/schema.ts'
import { pendingStatuses } from '../../grants/domain/grant-status.ts'
import { setProposalDays } from '../domain/staff-sets.ts'
import { inForce } from './rights.queries.ts'

/** Serializes what takes access away in a realm, so that two commands cannot remove the last two holders of USER_MANAGE. */
export async function lockStaff(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff:' || realm(), 0))`.execute(trx)
}

export type StaffPerson = {
  userId: string
  name: string
  hasAccess: boolean
  isSuspended: boolean
  /** The rights on the realm that are in force. */
  roles: RoleGrant[]
}

/** A person by their user ID, as it is typed, or by the ID of their row. */
export async function findPerson(
  realmDb: Kysely<DB>,
  who: { ssoId: string } | { userId: string },
  now: Date,
): Promise<StaffPerson | undefined> {
  const isThis = 'ssoId' in who ? sql`u.sso_id = lower(btrim(${who.ssoId}))` : sql`u.user_id = ${who.userId}`
  const { rows } = await sql<StaffPerson>`
    select u.user_id as "userId", u.first_name || ' ' || u.last_name as name, u.has_access as "hasAccess",
      u.suspended_at is not null as "isSuspended",
      coalesce((select json_agg(json_build_object('role', r.role_code, 'actions', r.actions) order by r.role_code)
        from user_role r where r.user_id = u.user_id and r.role_code <> 'service_team' and ${inForce(now)}), '[]') as roles
    from app_user u where ${isThis}`.execute(realmDb)
  return rows[0]
}

/** Whether somebody with access manages users, without the rights of some people, or without one right. */
export async function othersManageUsers(
  realmDb: Kysely<DB>,
  without: { userIds: readonly string[] } | { rightId: string },
  now: Date,
): Promise<boolean> {
  const isOther =
    'userIds' in without
      ? sql`r.user_id <> all(${without.userIds}::uuid[])`
      : sql`r.right_id <> ${without.rightId}`
  const { rows } = await sql`
    select from app_user u join user_role r on r.user_id = u.user_id
      where ${isOther} and u.has_access and r.role_code = 'super_user' and ${inForce(now)}
        and (r.all_actions or 'USER_MANAGE' = any(r.actions)) limit 1`.execute(realmDb)
  return rows.length > 0
}

/** Relationships that give access, except those of the last donor of a closed account, which nobody can end. */
export async function currentRelationships(
  db: Kysely<DB>,
  userId: string,
): Promise<{ accountId: string; relationshipId: string; role: AccountRole }[]> {
  const { rows } = await sql<{ accountId: string; relationshipId: string; role: AccountRole }>`
    select r.account_id as "accountId", r.relationship_id as "relationshipId", r.account_role_code as role
    from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      join fund_account a on a.book = r.book and a.account_id = r.account_id
    where p.user_id = ${userId} and r.ended_at is null and ${givesAccess}
      and not (a.account_status = 'Closed' and ${isLastDonor})
    order by a.fund_id, r.relationship_id`.execute(db)
  return rows
}

const givesAccess = sql`r.account_role_code not in ('successor', 'charitable_beneficiary')`
const isLastDonor = sql`(r.account_role_code in ('donor', 'joint_donor') and not exists (
  select from account_relationship o where o.book = r.book and o.account_id = r.account_id and o.party_id <> r.party_id
    and o.ended_at is null and o.account_role_code in ('donor', 'joint_donor')))`

/** The accounts, not closed, that would have no donor without the person. */
export async function accountsOfLastDonor(
  db: Kysely<DB>,
  userId: string,
): Promise<{ fundId: number; accountName: string }[]> {
  const { rows } = await sql<{ fund_id: bigint; account_name: string }>`
    select distinct a.fund_id, a.account_name
    from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      join fund_account a on a.book = r.book and a.account_id = r.account_id
    where p.user_id = ${userId} and r.ended_at is null and a.account_status <> 'Closed' and ${isLastDonor}
    order by a.fund_id limit 100`.execute(db)
  return rows.map(row => ({ fundId: Number(row.fund_id), accountName: row.account_name }))
}

/** What they filed in a book that waits for a second person, and what they had claimed, each with its number. */
export async function waitingInBook(db: Kysely<DB>, userId: string): Promise<WaitingWork[]> {
  const { rows } = await sql<WaitingWork>`
    select what, count(*)::int as count from (
      select 'commands that post money' as what from posting_request where requested_by = ${userId} and state = 'requested'
      union all
      select 'requests to change people of an account' from relationship_request
        where requested_by = ${userId} and state = 'pending'
      union all
      select 'transfers' from fund_transfer where requested_by = ${userId} and state = 'requested'
      union all
      select 'death and closing cases' from estate_case where opened_by = ${userId} and state = 'opened'
      union all
      select 'payment runs' from payment_run where created_by = ${userId} and state = 'created'
      union all
      select 'death and closing cases’ redirected shares' from estate_redirection
        where entered_by = ${userId} and confirmed_at is null
      union all
      select 'grants that they own' from grant_owner o join grant_recommendation g using (book, grant_id)
        where o.owner_id = ${userId} and g.transaction_status_code = any(${[...pendingStatuses]}::smallint[])
      union all
      select 'applications that they claimed' from account_application
        where owner_id = ${userId} and state in ('submitted', 'asked')
    ) each group by what order by what`.execute(db)
  return rows
}

export async function waitingInRealm(realmDb: Kysely<DB>, userId: string, now: Date): Promise<WaitingWork[]> {
  const since = new Date(now.getTime() - setProposalDays * dayMs)
  const { rows } = await sql<WaitingWork>`
    select what, count(*)::int as count from (
      select 'bank details of charities' as what from charity_bank_details
        where proposed_by = ${userId} and state = 'proposed'
      union all
      select 'changes of charities’ payees' from charity_payee_change
        where proposed_by = ${userId} and state = 'proposed'
      union all
      select 'vettings' from charity_vetting where proposed_by = ${userId} and state = 'proposed'
      union all
      select 'changes of named sets' from staff_set_change
        where requested_by = ${userId} and state = 'waiting' and requested_at >= ${since}
      union all
      select 'texts' from content_version v where submitted_by = ${userId} and not exists (
        select from content_decision d where d.realm = v.realm and d.client = v.client and d.kind = v.kind and d.name = v.name
          and d.number = v.number)
    ) each group by what order by what`.execute(realmDb)
  return rows
}

export type WaitingWork = { what: string; count: number }

/** A right on the realm that gives permissions to a person with access now. */
export type RightOfStaff = { rightId: string; userId: string; name: string; email: string } & RoleGrant

/** More rights than the staff of a sponsor have. */
const maxRights = 5000

/** The rights in force of everyone with access, by name. */
export async function rightsOfStaff(realmDb: Kysely<DB>, now: Date): Promise<RightOfStaff[]> {
  const { rows } = await sql<RightOfStaff>`
    select r.right_id as "rightId", u.user_id as "userId", u.first_name || ' ' || u.last_name as name, u.email,
      r.role_code as role, r.actions
    from user_role r join app_user u on u.realm = r.realm and u.user_id = r.user_id
    where u.has_access and r.role_code <> 'service_team' and ${inForce(now)}
    order by u.last_name, u.first_name, u.user_id limit ${maxRights}`.execute(realmDb)
  return rows
}

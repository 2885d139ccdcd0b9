import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { AccountStatus } from '../../../contract/account-overview.contract.ts'
import { literals } from '../../../server/db/literals.ts'
import type {
  DB,
  EstateCase,
  EstateEvent,
  EstateRedirection,
  EstateShare,
} from '../../../server/db/schema.ts'
import {
  type GrantStatus,
  type Outcome,
  pendingStatuses,
  statusesOutOfHistory,
} from '../../grants/domain/grant-status.ts'

export type CaseRow = Selectable<EstateCase> & {
  fund_id: bigint
  account_name: string
  account_status: AccountStatus
  /** Null while no document is named. */
  document_name: string | null
  document_account_id: string | null
  spendable_minor: bigint
  excluded_minor: bigint
  pending_minor: bigint
  /** Grants of the fund that are neither paid nor ended: those of the case, and those from before. */
  case_grants: number
  other_grants: number
  /** Whether the case has made a transfer or a grant, also one that came back. */
  has_payouts: boolean
}

/** The most cases that are listed: the open ones come first. */
const maxListed = 300

/** People whose access has ended are marked in the names to show; nothing stores these rows again. */
const columns = sql`c.*, name_and_access(c.opened_by, c.opened_by_name) as opened_by_name,
  name_and_access(c.confirmed_by, c.confirmed_by_name) as confirmed_by_name, a.fund_id, a.account_name, a.account_status, d.name as document_name,
  d.account_id as document_account_id,
  coalesce(b.spendable_minor, 0) as spendable_minor, coalesce(b.excluded_minor, 0) as excluded_minor,
  coalesce(b.pending_minor, 0) as pending_minor,
  (select count(*)::int from grant_recommendation g where g.book = c.book and g.account_id = c.account_id
    and g.transaction_status_code in (${literals(pendingStatuses)}) and g.case_id is not distinct from c.case_id) as case_grants,
  (select count(*)::int from grant_recommendation g where g.book = c.book and g.account_id = c.account_id
    and g.transaction_status_code in (${literals(pendingStatuses)}) and g.case_id is distinct from c.case_id) as other_grants,
  exists (select from estate_payout p where p.book = c.book and p.case_id = c.case_id) as has_payouts`
const tables = sql`estate_case c
  join fund_account a on a.book = c.book and a.account_id = c.account_id
  left join document d on d.book = c.book and d.document_id = c.document_id
  left join account_balance b on b.book = c.book and b.account_id = c.account_id`

export async function listCaseRows(db: Kysely<DB>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select ${columns} from ${tables}
    order by c.state in ('opened', 'distributing') desc, c.opened_at desc, c.case_id limit ${maxListed}`.execute(
    db,
  )
  return rows
}

/** How many cases, or what a donor's share goes to instead in one, wait for a second person. */
export async function countCasesToConfirm(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from estate_case c where c.state = 'opened'
      or c.state = 'distributing' and exists (select from estate_share s
        join estate_redirection r on r.book = s.book and r.share_id = s.share_id and r.confirmed_at is null
        where s.book = c.book and s.case_id = c.case_id)`.execute(db)
  return rows[0]?.waiting ?? 0
}

export async function findCase(db: Kysely<DB>, caseId: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`select ${columns} from ${tables} where c.case_id = ${caseId}`.execute(
    db,
  )
  return rows[0]
}

/** Locks the account of a case and then the case, as everything that changes a fund does: first the fund. */
export async function lockCase(trx: Kysely<DB>, caseId: string): Promise<CaseRow | undefined> {
  await sql`
    select from fund_account where account_id = (select account_id from estate_case where case_id = ${caseId})
    for no key update`.execute(trx)
  await sql`select from estate_case where case_id = ${caseId} for update`.execute(trx)
  return await findCase(trx, caseId)
}

/** Returns the number of the case. */
export async function insertCase(trx: Kysely<DB>, row: Insertable<EstateCase>): Promise<bigint> {
  const { case_number: number } = await trx
    .insertInto('estate_case')
    .values(row)
    .returning('case_number')
    .executeTakeFirstOrThrow()
  return number
}

export async function updateCase(
  trx: Kysely<DB>,
  caseId: string,
  changed: Partial<Insertable<EstateCase>>,
): Promise<void> {
  await trx.updateTable('estate_case').set(changed).where('case_id', '=', caseId).execute()
}

export async function findOpenCase(db: Kysely<DB>, accountId: string) {
  return await db
    .selectFrom('estate_case')
    .select(['case_id', 'case_number'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['opened', 'distributing'])
    .executeTakeFirst()
}

export type ShareRow = Selectable<EstateShare> & {
  /** Minor units: the amount distributed to it, less returns. */
  paid_minor: bigint
  charity_name: string | null
  to_account_name: string | null
  to_fund_id: bigint | null
  to_account_status: CaseRow['account_status'] | null
  /** Whether a grant to its destination was rejected, cancelled or sent back, or a transfer to it taken back. */
  came_back: boolean
}

/** The condition that the transfer of a payout (`p`) was taken back. */
const isReversed = sql`exists (select from journal_entry x where x.book = p.book and x.reverses_entry_id = p.entry_id)`

/** The shares of a case in their order. A grant that ended unpaid or was returned, and a transfer that was taken back, count as not paid. */
export async function sharesOf(db: Kysely<DB>, caseId: string): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select s.*, coalesce((
        select sum(case when p.grant_id is null then case when ${isReversed} then 0 else p.amount_minor end
            when g.transaction_status_code in (${literals(statusesOutOfHistory)}) then 0 else g.amount_minor - g.returned_minor end)
          from estate_payout p left join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
          where p.book = s.book and p.share_id = s.share_id), 0)::bigint as paid_minor,
      k.name as charity_name, f.account_name as to_account_name, f.fund_id as to_fund_id,
      f.account_status as to_account_status, exists (
        select from estate_payout p join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
          where p.book = s.book and p.share_id = s.share_id and g.charity_id = s.to_charity_id
            and (g.transaction_status_code in (${literals(statusesOutOfHistory)}) or g.returned_minor > 0))
        or exists (
        select from estate_payout p join posting q on q.book = p.book and q.entry_id = p.entry_id
          where p.book = s.book and p.share_id = s.share_id and q.account_id = s.to_account_id and ${isReversed}) as came_back
    from estate_share s
      left join known_charity k on k.charity_id = s.to_charity_id
      left join fund_account f on f.book = s.book and f.account_id = s.to_account_id
    where s.case_id = ${caseId} order by s.position`.execute(db)
  return rows
}

export async function insertShares(
  trx: Kysely<DB>,
  shares: readonly Insertable<EstateShare>[],
): Promise<void> {
  await trx
    .insertInto('estate_share')
    .values([...shares])
    .execute()
}

export async function updateShare(
  trx: Kysely<DB>,
  shareId: string,
  changed: Partial<Insertable<EstateShare>>,
): Promise<void> {
  await trx.updateTable('estate_share').set(changed).where('share_id', '=', shareId).execute()
}

export type RedirectionRow = Selectable<EstateRedirection>

/** The redirections of a case that await confirmation. */
export async function openRedirections(db: Kysely<DB>, caseId: string): Promise<RedirectionRow[]> {
  return await db
    .selectFrom('estate_redirection as r')
    .innerJoin('estate_share as s', join =>
      join.onRef('s.book', '=', 'r.book').onRef('s.share_id', '=', 'r.share_id'),
    )
    .selectAll('r')
    .where('s.case_id', '=', caseId)
    .where('r.confirmed_at', 'is', null)
    .execute()
}

/** Repeating the same redirection adds nothing; false if another one of the share is pending. */
export async function insertRedirection(
  trx: Kysely<DB>,
  row: Insertable<EstateRedirection>,
): Promise<boolean> {
  const { rows } = await sql<{ redirection_id: string }>`
    select redirection_id from estate_redirection where share_id = ${row.share_id} and confirmed_at is null`.execute(
    trx,
  )
  const [open] = rows
  if (open) return open.redirection_id === row.redirection_id
  await trx
    .insertInto('estate_redirection')
    .values(row)
    .onConflict(conflict => conflict.columns(['book', 'redirection_id']).doNothing())
    .execute()
  return true
}

export async function confirmRedirectionRow(
  trx: Kysely<DB>,
  redirectionId: string,
  by: { userId: string; name: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('estate_redirection')
    .set({ confirmed_by: by.userId, confirmed_by_name: by.name, confirmed_at: by.at })
    .where('redirection_id', '=', redirectionId)
    .execute()
}

export type MadePayout = {
  payout_id: string
  amount_minor: bigint
  created_at: Date
  entry_id: string | null
  is_reversed: boolean
  grant_id: string | null
  transaction_id: bigint | null
  transaction_status_code: GrantStatus | null
  outcome: Outcome | null
  /** The charity of the grant, or the fund that received the transfer. */
  to_name: string
}

/** The transfers and grants that a case made, oldest first. */
export async function payoutsOf(db: Kysely<DB>, caseId: string): Promise<MadePayout[]> {
  const { rows } = await sql<MadePayout>`
    select p.payout_id, p.amount_minor, p.created_at, p.entry_id, ${isReversed} as is_reversed, p.grant_id, g.transaction_id, g.transaction_status_code, g.outcome,
      coalesce(g.charity_name, (
        select f.account_name from posting q join fund_account f on f.book = q.book and f.account_id = q.account_id
          where q.book = p.book and q.entry_id = p.entry_id and q.account_id <> c.account_id limit 1), '') as to_name
    from estate_payout p
      join estate_case c on c.book = p.book and c.case_id = p.case_id
      left join grant_recommendation g on g.book = p.book and g.grant_id = p.grant_id
    where p.case_id = ${caseId} order by p.created_at, p.payout_id`.execute(db)
  return rows
}

/** A transfer has a journal entry, and a part of a charity a grant. */
type PayoutRow = {
  case_id: string
  share_id: string
  amount_minor: bigint
  created_by: string
  created_by_name: string
  created_at: Date
} & ({ entry_id: string; grant_id: null } | { entry_id: null; grant_id: string })

/** Inserts at least one payout, with one statement. */
export async function insertPayouts(trx: Kysely<DB>, payouts: readonly PayoutRow[]): Promise<void> {
  await trx.insertInto('estate_payout').values(payouts).execute()
}

export async function insertEvent(trx: Kysely<DB>, event: Insertable<EstateEvent>): Promise<void> {
  await trx.insertInto('estate_event').values(event).execute()
}

export async function eventsOf(db: Kysely<DB>, caseId: string): Promise<Selectable<EstateEvent>[]> {
  return await db
    .selectFrom('estate_event')
    .selectAll()
    .select(sql<string>`name_and_access(user_id, by_name)`.as('by_name'))
    .where('case_id', '=', caseId)
    .orderBy('event_id')
    .limit(500)
    .execute()
}

/** The share of a valid link. */
export async function findShareByLink(
  db: Kysely<DB>,
  hash: Buffer,
  now: Date,
): Promise<{ case_id: string; share_id: string } | undefined> {
  return await db
    .selectFrom('estate_share')
    .select(['case_id', 'share_id'])
    .where('link_hash', '=', hash)
    .where('link_expires_at', '>', now)
    .executeTakeFirst()
}

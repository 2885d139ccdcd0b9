import { type Kysely, sql } from 'kysely'
import { literals } from '../../../server/db/literals.ts'
import type { DB } from '../../../server/db/schema.ts'
import { eftPaymentTypeCode } from '../../charities/server/charity-status.ts'
import { approvedStatuses } from '../../grants/domain/grant-status.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import type { ApprovalEvidence } from '../../grants/server/approval-evidence.ts'

/** A grant with what a check of its payment reads in the book and in the registers. */
export type GrantToPay = {
  grant_id: string
  account_id: string
  charity_id: string
  charity_name: string
  amount_minor: bigint
  transaction_id: bigint
  transaction_status_code: number
  recommended_by: string
  on_behalf_of: string | null
  approved_by: string | null
  account_status: string
  case_id: string | null
  is_on_hold: boolean
  /** What two people set for the payee; null where it follows the register. */
  set_name: string | null
  set_address: string | null
  /** The register's at present. */
  register_name: string
  register_address: string | null
  payee_email: string | null
  pays_by_eft: boolean
  approved_at: Date | null
  /** What its latest approval relied on; null if that was not recorded. */
  approval_evidence: ApprovalEvidence | null
}

const columns = sql`
  g.grant_id, g.account_id, g.charity_id, g.charity_name, g.amount_minor, g.transaction_id, g.transaction_status_code,
  g.recommended_by, g.on_behalf_of, g.case_id, a.account_status,
  approval.actor_user_id as approved_by, approval.at as approved_at, approval.evidence as approval_evidence,
  exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null) as is_on_hold,
  p.payee_name as set_name, p.payee_address as set_address, coalesce(c.name, g.charity_name) as register_name,
  nullif(concat_ws(', ', nullif(c.street, ''), nullif(c.city, ''),
    nullif(concat_ws(' ', nullif(c.state, ''), nullif(c.postal_code, '')), '')), '') as register_address,
  p.payee_email, coalesce(p.default_payment_type_code = ${eftPaymentTypeCode}, false) as pays_by_eft`
/** Joined to the grants `g`: the fund, the charity, and what staff know about it. */
const besides = sql`
    join fund_account a on a.book = g.book and a.account_id = g.account_id
    left join known_charity c on c.charity_id = g.charity_id
    left join charity_profile p on p.charity_id = g.charity_id`
const tables = sql`grant_recommendation g ${besides}`
const latestApproval = sql`
    left join lateral (select h.actor_user_id, h.at, h.evidence from grant_history_entry h
      where h.book = g.book and h.grant_id = g.grant_id and h.transition = 'approve' order by h.step desc limit 1) approval on true`

/**
 * Whether a grant is paid by this method: by transfer where the charity is enrolled for it, or the book writes no cheques. `transfers`: all
 * of them.
 */
const ofMethod = (method: PaymentMethod, writesCheques: boolean) =>
  writesCheques
    ? method === 'eft'
      ? sql`p.default_payment_type_code = ${eftPaymentTypeCode}`
      : sql`p.default_payment_type_code is distinct from ${eftPaymentTypeCode}`
    : sql`${method} = 'eft'`

/**
 * Approved grants that no run has. Grants on hold, or of a fund that is not active, wait for a decision; grants of an estate case are paid
 * from an immobile fund.
 */
const ready = sql`
  g.transaction_status_code in (${literals(approvedStatuses)}) and (a.account_status = 'Active' or a.account_status = 'Immobile' and g.case_id is not null)
  and not exists (select from grant_hold h where h.book = g.book and h.grant_id = g.grant_id and h.released_at is null)
  and not exists (select from payment x where x.book = g.book and x.grant_id = g.grant_id and x.removed_at is null
    and x.rejected_at is null)`

type Collected = { method: PaymentMethod; writesCheques: boolean; until: Date }

/** The grants of a method that were approved until then and are in no run, the earliest approval first. */
export async function listReady(
  trx: Kysely<DB>,
  { method, writesCheques, until }: Collected,
  limit: number,
): Promise<GrantToPay[]> {
  const { rows } = await sql<GrantToPay>`
    select * from (
      select ${columns}
      from ${tables} ${latestApproval} where ${ready} and ${ofMethod(method, writesCheques)}
    ) found where approved_at <= ${until} order by approved_at, grant_id limit ${limit}`.execute(trx)
  return rows
}

/** The grants that the next runs would include. */
export async function listReadyIds(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ grant_id: string }>`select g.grant_id from ${tables} where ${ready}`.execute(
    db,
  )
  return rows.map(({ grant_id }) => grant_id)
}

type ReadySums = { method: PaymentMethod; grants: number; amount_minor: bigint }

/** The grants that the next runs would include, by method. */
export async function sumReady(db: Kysely<DB>, writesCheques: boolean): Promise<ReadySums[]> {
  const { rows } = await sql<ReadySums>`
    select case when ${ofMethod('eft', writesCheques)} then 'eft' else 'cheque' end as method, count(*)::int as grants,
      coalesce(sum(g.amount_minor), 0)::bigint as amount_minor
    from ${tables} where ${ready} group by 1`.execute(db)
  return rows
}

/** The grants of a run's payments, in the order of the payments. */
export async function listOfRun(
  db: Kysely<DB>,
  runId: string,
): Promise<(GrantToPay & { payment_id: string })[]> {
  const { rows } = await sql<GrantToPay & { payment_id: string }>`
    select x.payment_id, ${columns} from payment x
      join lateral (select * from grant_recommendation r where r.book = x.book and r.grant_id = x.grant_id) g on true ${besides} ${latestApproval}
    where x.run_id = ${runId} and x.removed_at is null order by x.payment_id`.execute(db)
  return rows
}

export async function listIdsOfRun(db: Kysely<DB>, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('grant_id')
    .where('run_id', '=', runId)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ grant_id }) => grant_id)
}

export async function findGrantStatus(db: Kysely<DB>, grantId: string): Promise<number | null> {
  const found = await db
    .selectFrom('grant_recommendation')
    .select('transaction_status_code')
    .where('grant_id', '=', grantId)
    .executeTakeFirst()
  return found?.transaction_status_code ?? null
}

/** The details of these charities that are or were in use, or await confirmation, in the realm, the earliest first. */
export async function listBankDetails(realmDb: Kysely<DB>, charityIds: readonly string[]) {
  return await realmDb
    .selectFrom('charity_bank_details')
    .select([
      'details_id',
      'charity_id',
      'country',
      'last_four',
      'state',
      'proposed_by',
      'proposed_by_name',
      'decided_by_name',
      'decided_at',
      'ciphertext',
      'key_id',
      'data_key',
    ])
    .where(sql<boolean>`charity_id = any(${charityIds}::text[])`)
    .where('state', 'in', ['proposed', 'confirmed', 'replaced'])
    .orderBy('decided_at')
    .orderBy('details_id')
    .execute()
}

/** The changes of these charities' payees that are open or confirmed, in the realm, the earliest first. */
export async function listPayeeChangesOf(realmDb: Kysely<DB>, charityIds: readonly string[]) {
  return await realmDb
    .selectFrom('charity_payee_change')
    .selectAll()
    .where(sql<boolean>`charity_id = any(${charityIds}::text[])`)
    .where('state', 'in', ['proposed', 'confirmed'])
    .orderBy('decided_at')
    .orderBy('change_id')
    .execute()
}

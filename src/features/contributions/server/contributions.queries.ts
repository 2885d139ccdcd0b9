import { type Kysely, sql } from 'kysely'
import { donorRoles } from '../../../domain/account-roles.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import type { Currency } from '../../../domain/money.ts'
import type { AuthorizedAccount } from '../../../server/auth/actor.ts'
import {
  type Key,
  keysetColumn,
  orderOf,
  type Position,
  rowsAfter,
} from '../../../server/db/keyset.queries.ts'
import { literals } from '../../../server/db/literals.ts'
import { nameContains } from '../../../server/db/name-search.queries.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { KeysetPage } from '../../../server/http/keyset-page.ts'
import type { SignerState } from '../../../server/signatures/provider.ts'
import type { PostingKind } from '../../posting-requests/domain/posting-kinds.ts'
import type { Contribution } from '../contributions.contract.ts'
import type {
  AssetLine,
  ContributionContent,
  ContributionDocumentKind,
  ContributionFilter,
  ContributionKind,
  ContributionState,
  DocumentState,
} from '../domain/contribution.ts'
import type { ContributionMethod, Payer } from '../domain/payer.ts'
import type { ReceiptState } from '../domain/receipt.ts'
import type { ReversalCategory } from '../domain/reversal.ts'
import { receiptNumber } from './receipts.queries.ts'

/** The account of a contribution. */
type AccountFacts = {
  account_id: string
  fund_id: bigint
  account_name: string
  account_status: AuthorizedAccount['status']
}

export type DonorRow = { user_id: string | null; name: string; email: string | null; has_access: boolean }

/** The donors of an account in the order in which they sign: donors before joint donors, the longest first. */
export async function findDonors(db: Kysely<DB>, accountId: string): Promise<DonorRow[]> {
  const { rows } = await sql<DonorRow>`
    select p.user_id, coalesce(d.entered_name, u.first_name || ' ' || u.last_name, p.name) as name, coalesce(u.email, p.email) as email,
      coalesce(u.has_access, false) as has_access
    from (
      select r.party_id, min(case r.account_role_code when 'donor' then 0 else 1 end) as place, min(r.since) as since,
          min(r.relationship_id::text) as relationship_id,
          -- the people of the account read this name: that of the login only once the person accepted the relationship
          case when bool_and(r.contact_sharing in ('waiting', 'declined'))
            then min(btrim(r.entered_first_name || ' ' || r.entered_last_name)) end as entered_name
        from account_relationship r
        where r.account_id = ${accountId} and r.ended_at is null and r.account_role_code in (${literals(donorRoles)})
        group by r.party_id
    ) d join party p on p.book = book() and p.party_id = d.party_id
      left join app_user u on u.user_id = p.user_id
    order by d.place, d.since, d.relationship_id`.execute(db)
  return rows
}

type NewContributionRow = {
  accountId: string
  content: ContributionContent
  currency: Currency
  needsCountersignature: boolean
  enteredBy: { userId: string; name: string; sessionId: string | null; address: string | null }
  at: Date
  idempotencyKey: string
  /** The contribution that was in the wrong fund. */
  movedFrom?: Pick<ContributionRow, 'contribution_id' | 'announced'>
}

/** Adds a contribution with its lines. Null if one was entered with the same key. */
export async function insertContribution(
  trx: Kysely<DB>,
  { accountId, content, currency, enteredBy, at, movedFrom, ...about }: NewContributionRow,
): Promise<{ contributionId: string; transactionId: number } | null> {
  // The note stays where it was: the people of the other account would read it.
  const { way = null, sendsOn = null, sentFrom = null } = movedFrom?.announced ?? {}
  const row = await trx
    .insertInto('contribution')
    .values({
      account_id: accountId,
      kind: content.kind,
      amount_minor: content.kind === 'securities' ? null : content.amountMinor,
      currency,
      needs_countersignature: about.needsCountersignature,
      entered_by: enteredBy.userId,
      entered_by_name: enteredBy.name,
      session_id: enteredBy.sessionId,
      address: enteredBy.address,
      entered_at: at,
      idempotency_key: about.idempotencyKey,
      moved_from_id: movedFrom?.contribution_id ?? null,
      way,
      sends_on: sendsOn,
      sent_from: sentFrom,
    })
    .onConflict(conflict => conflict.columns(['book', 'account_id', 'idempotency_key']).doNothing())
    .returning(['contribution_id', 'transaction_id'])
    .executeTakeFirst()
  if (!row) return null
  if (content.kind === 'securities')
    await trx
      .insertInto('contribution_asset')
      .values(
        content.assets.map((asset, index) => ({
          contribution_id: row.contribution_id,
          line: index + 1,
          ...asset,
        })),
      )
      .execute()
  return { contributionId: row.contribution_id, transactionId: Number(row.transaction_id) }
}

export async function findByKey(
  db: Kysely<DB>,
  accountId: string,
  idempotencyKey: string,
): Promise<{ contributionId: string; transactionId: number } | undefined> {
  const row = await db
    .selectFrom('contribution')
    .select(['contribution_id', 'transaction_id'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row && { contributionId: row.contribution_id, transactionId: Number(row.transaction_id) }
}

type SignerRow = {
  signer_id: string
  user_id: string | null
  name: string
  state: SignerState
  /** ISO 8601. */
  decided_at: string | null
  reason: string | null
}

export type ContributionRow = AccountFacts & {
  contribution_id: string
  transaction_id: bigint
  kind: ContributionKind
  amount_minor: bigint | null
  currency: Currency
  state: ContributionState
  cancel_reason: string | null
  announced: Contribution['announced']
  gift_date: IsoDate | null
  needs_countersignature: boolean
  entered_by_name: string
  entered_at: Date
  /** Why it was reversed. */
  reversal_reason: string | null
  reversal_category: ReversalCategory | null
  /** The same contribution in the right fund, or in the wrong one before. */
  moved_to: { transactionId: number; fundId: number } | null
  moved_from: { transactionId: number; fundId: number } | null
  /** Null until it is received. */
  payer: Payer | null
  method: ContributionMethod | null
  /** What its entry credited to the account. */
  received_minor: bigint | null
  /** The latest. */
  receipt: { number: string; state: ReceiptState; isFiled: boolean } | null
  /** The entry in the ledger; null until it is received. */
  entry_id: string | null
  /** The command that waits for a second person. */
  posting_request: { kind: PostingKind; requestedByName: string; requestedAt: string } | null
  assets: AssetLine[]
  /** The latest document. */
  document: {
    contribution_document_id: string
    kind: ContributionDocumentKind
    state: DocumentState
    prepared_at: string
    void_requested_at: string | null
    provider: string
    /** Of the provider. */
    envelope_id: string | null
    signers: SignerRow[]
  } | null
}

/** The number of a contribution, and of its account. */
const movedOne = (isFound: string) => sql`
  select jsonb_build_object('transactionId', m.transaction_id, 'fundId', o.fund_id)
    from contribution m join fund_account o on o.book = m.book and o.account_id = m.account_id
    where m.book = c.book and ${sql.raw(isFound)}`

const columns = sql`c.contribution_id, c.transaction_id, c.kind, c.amount_minor, c.currency, c.state, c.cancel_reason, c.gift_date,
  c.needs_countersignature, c.entered_by_name, c.entered_at, c.reversal_reason, c.reversal_category, c.entry_id, c.method,
  (select sum(p.amount_minor)::bigint from posting p
    where p.book = c.book and p.entry_id = c.entry_id and p.account_id = c.account_id) as received_minor,
  case when c.payer_kind is not null then jsonb_build_object('kind', c.payer_kind, 'name', c.payer_name, 'address', c.payer_address,
    'acceptanceReason', c.acceptance_reason) end as payer, a.account_id, a.fund_id, a.account_name, a.account_status,
  coalesce((
    select jsonb_agg(jsonb_build_object('ticker', s.ticker, 'description', s.description, 'quantity', s.quantity::text) order by s.line)
      from contribution_asset s where s.book = c.book and s.contribution_id = c.contribution_id), '[]') as assets,
  case when c.way is not null then jsonb_build_object('way', c.way, 'sendsOn', c.sends_on, 'sentFrom', c.sent_from, 'note', c.note) end as announced,
  (${movedOne('m.moved_from_id = c.contribution_id')}) as moved_to, (${movedOne('m.contribution_id = c.moved_from_id')}) as moved_from,
  (
    select jsonb_build_object('number', ${receiptNumber('r')}, 'state', r.state, 'isFiled', r.document_id is not null)
      from contribution_receipt r where r.book = c.book and r.contribution_id = c.contribution_id
      order by r.issued_at desc, r.receipt_id desc limit 1) as receipt,
  (
    select jsonb_build_object('kind', r.kind, 'requestedByName', r.requested_by_name, 'requestedAt', r.requested_at)
      from posting_request r where r.book = c.book and r.subject_id = c.contribution_id and r.state = 'requested') as posting_request,
  (
    select jsonb_build_object('contribution_document_id', d.contribution_document_id, 'kind', d.kind, 'state', d.state,
        'prepared_at', d.prepared_at, 'void_requested_at', d.void_requested_at,
        'provider', d.provider, 'envelope_id', d.envelope_id,
        'signers', (
          select jsonb_agg(jsonb_build_object('signer_id', n.signer_id, 'user_id', n.user_id, 'name', n.name, 'state', n.state,
              'decided_at', n.decided_at, 'reason', n.reason) order by n.routing_order)
            from contribution_signer n
            where n.book = d.book and n.contribution_document_id = d.contribution_document_id))
      from contribution_document d where d.book = c.book and d.contribution_id = c.contribution_id
      order by d.prepared_at desc, d.contribution_document_id desc limit 1) as document`
const from = sql`contribution c join fund_account a on a.book = c.book and a.account_id = c.account_id`

type ContributionSearch = {
  /** Null: all accounts of the book. */
  accountId: string | null
  keywords: string
  state: ContributionFilter | null
}

const idKey: Key = { sql: 'c.contribution_id', type: 'uuid' }
export const contributionKeysets = {
  enteredDate: [{ sql: '(extract(epoch from c.entered_at) * 1000000)::bigint', type: 'micros' }, idKey],
  accountName: [{ sql: 'a.account_name_key', type: 'text' }, idKey],
} as const satisfies Record<string, readonly Key[]>

/** One page of the contributions, and one row more if there are more. */
export async function listContributionRows(
  db: Kysely<DB>,
  { accountId, keywords, state }: ContributionSearch,
  { keyset, after, countedTotal, first }: KeysetPage,
): Promise<{ rows: (ContributionRow & { keyset: Position })[]; total: number }> {
  const text = keywords.trim()
  const isFound = sql`(${accountId}::uuid is null or c.account_id = ${accountId}) and (${state}::text is null or c.state = ${state}
      or (${state} = 'without-payer' and c.state = 'received' and c.payer_kind is null))
    and (${text} = '' or ${nameContains(sql`a.account_name`, text)} or a.fund_id::text = ${text}
      or c.transaction_id::text = ${text})`
  const total =
    countedTotal === null
      ? sql`(select count(*) from ${from} where ${isFound})`
      : sql`${countedTotal}::bigint`
  const { rows } = await sql<ContributionRow & { keyset: Position; total: bigint }>`
    select ${columns}, ${sql.raw(keysetColumn(keyset))}, ${total} as total
    from ${from} where ${isFound} and ${rowsAfter(keyset, after)}
    order by ${sql.raw(orderOf(keyset))} limit ${first + 1}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0n) }
}

export async function findContribution(
  db: Kysely<DB>,
  accountId: string,
  contributionId: string,
): Promise<ContributionRow | undefined> {
  const { rows } = await sql<ContributionRow>`
    select ${columns} from ${from} where c.account_id = ${accountId} and c.contribution_id = ${contributionId}`.execute(
    db,
  )
  return rows[0]
}

/** The same for jobs, which know no account. */
export async function findContributionById(
  db: Kysely<DB>,
  contributionId: string,
): Promise<ContributionRow | undefined> {
  const { rows } = await sql<ContributionRow>`
    select ${columns} from ${from} where c.contribution_id = ${contributionId}`.execute(db)
  return rows[0]
}

/** Locks a contribution until the transaction ends; returns its state. */
export async function lockContribution(
  trx: Kysely<DB>,
  contributionId: string,
): Promise<ContributionState | undefined> {
  const row = await trx
    .selectFrom('contribution')
    .select('state')
    .where('contribution_id', '=', contributionId)
    .forUpdate()
    .executeTakeFirst()
  return row?.state
}

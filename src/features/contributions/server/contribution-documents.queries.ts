import { type Kysely, type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'
import type { ContributionDocument, DB } from '../../../server/db/schema.ts'
import type { Signer, SignerState } from '../../../server/signatures/provider.ts'
import type { ContributionDocumentKind, ContributionState } from '../domain/contribution.ts'

export type NewDocumentRow = {
  contribution_id: string
  account_id: string
  kind: ContributionDocumentKind
  client: string
  provider: string
  file_name: string
  template_version: number
  /** JSON. */
  content: string
  prepared_by: string
  prepared_by_name: string
  prepared_at: Date
}

/** Adds a document with its signers. Null if the contribution has an open document. */
export async function insertDocument(
  trx: Kysely<DB>,
  { content, ...row }: NewDocumentRow,
  signers: readonly Signer[],
): Promise<string | null> {
  const added = await trx
    .insertInto('contribution_document')
    .values({ ...row, content: sql`${content}::jsonb` })
    .onConflict(conflict => conflict.doNothing())
    .returning('contribution_document_id')
    .executeTakeFirst()
  if (!added) return null
  await trx
    .insertInto('contribution_signer')
    .values(
      signers.map(signer => ({
        contribution_document_id: added.contribution_document_id,
        signer_id: signer.signerId,
        user_id: signer.userId,
        name: signer.name,
        email: signer.email,
        routing_order: signer.routingOrder,
      })),
    )
    .execute()
  return added.contribution_document_id
}

export type DocumentRow = Selectable<ContributionDocument> & {
  transaction_id: bigint
  account_name: string
  contribution_state: ContributionState
}

const withContribution = (db: Kysely<DB>) =>
  db
    .selectFrom('contribution_document as d')
    .innerJoin('contribution as c', join =>
      join.onRef('c.book', '=', 'd.book').onRef('c.contribution_id', '=', 'd.contribution_id'),
    )
    .innerJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'd.book').onRef('a.account_id', '=', 'd.account_id'),
    )
    .selectAll('d')
    .select(['c.transaction_id', 'c.state as contribution_state', 'a.account_name'])

export async function findDocument(db: Kysely<DB>, documentId: string): Promise<DocumentRow | undefined> {
  return await withContribution(db).where('d.contribution_document_id', '=', documentId).executeTakeFirst()
}

/** The contribution's document that is not declined or withdrawn. */
export async function findOpenDocument(
  db: Kysely<DB>,
  contributionId: string,
): Promise<DocumentRow | undefined> {
  return await withContribution(db)
    .where('d.contribution_id', '=', contributionId)
    .where('d.state', 'not in', ['declined', 'voided'])
    .executeTakeFirst()
}

/** The latest document of the contribution with this transaction number. */
export async function findByTransaction(
  db: Kysely<DB>,
  accountId: string,
  transactionId: number,
): Promise<DocumentRow | undefined> {
  return await withContribution(db)
    .where('d.account_id', '=', accountId)
    .where('c.transaction_id', '=', BigInt(transactionId))
    .orderBy('d.prepared_at', 'desc')
    .orderBy('d.contribution_document_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findByEnvelope(
  db: Kysely<DB>,
  provider: string,
  envelopeId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contribution_document')
    .select('contribution_document_id')
    .where('provider', '=', provider)
    .where('envelope_id', '=', envelopeId)
    .executeTakeFirst()
  return row?.contribution_document_id
}

export type StoredSigner = {
  signer_id: string
  user_id: string | null
  name: string
  email: string
  routing_order: number
  state: SignerState
  decided_at: Date | null
  reason: string | null
}

/** The signers of a document in their order. */
export async function findSigners(db: Kysely<DB>, documentId: string): Promise<StoredSigner[]> {
  return await db
    .selectFrom('contribution_signer')
    .select(['signer_id', 'user_id', 'name', 'email', 'routing_order', 'state', 'decided_at', 'reason'])
    .where('contribution_document_id', '=', documentId)
    .orderBy('routing_order')
    .execute()
}

/** Notes that the provider is being asked for an envelope. */
export async function startSending(db: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await db
    .updateTable('contribution_document')
    .set({ sending_since: at })
    .where('contribution_document_id', '=', documentId)
    .where('sending_since', 'is', null)
    .execute()
}

export async function setAsked(db: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await db
    .updateTable('contribution_document')
    .set({ asked_at: at })
    .where('contribution_document_id', '=', documentId)
    .execute()
}

type Step =
  | { from: 'preparing'; to: 'pending'; envelope_id: string }
  | { from: 'preparing' | 'pending'; to: 'voided'; ended_at: Date }
  | { from: 'pending'; to: 'signed' }
  | { from: 'pending'; to: 'declined'; ended_at: Date }
  | { from: 'signed'; to: 'filed'; ended_at: Date; document_id: string }

/** @returns whether this call made the transition: of two concurrent calls, only one does. */
export async function setDocumentState(
  trx: Kysely<DB>,
  documentId: string,
  { from, to, ...set }: Step,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contribution_document')
    .set({ state: to, ...set })
    .where('contribution_document_id', '=', documentId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether this is the signer's first decision. */
export async function setDecision(
  trx: Kysely<DB>,
  documentId: string,
  signerId: string,
  decision: { state: 'signed' | 'declined'; at: Date; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('contribution_signer')
    .set({ state: decision.state, decided_at: decision.at, reason: decision.reason })
    .where('contribution_document_id', '=', documentId)
    .where('signer_id', '=', signerId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Asks for the withdrawal of a document that does not have all signatures yet. */
export async function requestVoid(
  trx: Kysely<DB>,
  documentId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('contribution_document')
    .set({ void_requested_at: at, void_reason: reason })
    .where('contribution_document_id', '=', documentId)
    .where('state', 'in', ['preparing', 'pending'])
    .where('void_requested_at', 'is', null)
    .execute()
}

/**
 * Documents whose next step may have been missed: those that were never sent or filed, and those without news since then.
 */
export async function findUnfinished(
  db: Kysely<DB>,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contribution_document')
    .select('contribution_document_id')
    .where(sql<boolean>`state in ('preparing', 'pending', 'signed')`)
    .where(sql<boolean>`coalesce(asked_at, prepared_at) < ${since}`)
    .orderBy(sql`asked_at nulls first`)
    .limit(limit)
    .execute()
  return rows.map(row => row.contribution_document_id)
}

/** The first contribution that has arrived and whose document is filed, with the day of the last signature. */
export async function firstReceived(
  trx: Kysely<DB>,
  accountId: string,
  timeZone: string,
): Promise<{ received_by: string; received_by_name: string; signed_on: IsoDate } | undefined> {
  const { rows } = await sql<{ received_by: string; received_by_name: string; signed_on: IsoDate }>`
    select c.received_by, c.received_by_name,
      (select (max(s.decided_at) at time zone ${timeZone})::date from contribution_signer s
        where s.book = d.book and s.contribution_document_id = d.contribution_document_id) as signed_on
    from contribution c join contribution_document d on d.book = c.book and d.contribution_id = c.contribution_id
    where c.account_id = ${accountId} and c.state = 'received' and d.state = 'filed'
    order by c.received_at limit 1`.execute(trx)
  return rows[0]
}

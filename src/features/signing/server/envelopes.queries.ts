import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  AccountApplication,
  DB,
  Envelope,
  EnvelopeEvent,
  EnvelopeSigner,
} from '../../../server/db/schema.ts'
import type { Signer } from '../../../server/signatures/provider.ts'
import type { Drawing } from '../domain/signature.ts'

export type EnvelopeRow = Pick<
  Selectable<Envelope>,
  | 'envelope_id'
  | 'account_id'
  | 'application_id'
  | 'client'
  | 'subject'
  | 'document_name'
  | 'state'
  | 'created_at'
>
export type SignerRow = Omit<Selectable<EnvelopeSigner>, 'book' | 'envelope_id' | 'drawing'> & {
  drawing: Drawing | null
}
export type EventRow = Pick<
  Selectable<EnvelopeEvent>,
  'kind' | 'signer_id' | 'user_id' | 'address' | 'at' | 'digest'
>

/** @returns whether the envelope was added: a request makes one. */
export async function addEnvelope(
  trx: Kysely<DB>,
  envelope: {
    envelope_id: string
    account_id: string | null
    application_id: string | null
    client: string
    request_key: string
    subject: string
    document_name: string
    created_at: Date
  },
  signers: readonly Signer[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('envelope')
    .values(envelope)
    .onConflict(conflict => conflict.columns(['book', 'request_key']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await trx
    .insertInto('envelope_signer')
    .values(
      signers.map(({ signerId, userId, byLink = false, name, email, routingOrder }) => ({
        envelope_id: envelope.envelope_id,
        signer_id: signerId,
        user_id: userId,
        by_link: byLink,
        name,
        email,
        routing_order: routingOrder,
      })),
    )
    .execute()
  return true
}

const columns = [
  'envelope_id',
  'account_id',
  'application_id',
  'client',
  'subject',
  'document_name',
  'state',
  'created_at',
] as const

/** Locks the envelope that a request made. */
export async function lockByRequest(trx: Kysely<DB>, requestKey: string): Promise<EnvelopeRow> {
  return await trx
    .selectFrom('envelope')
    .select(columns)
    .where('request_key', '=', requestKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function lockEnvelope(trx: Kysely<DB>, envelopeId: string): Promise<EnvelopeRow | undefined> {
  return await trx
    .selectFrom('envelope')
    .select(columns)
    .where('envelope_id', '=', envelopeId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** An envelope with its account's number or the state of its application. */
export type EnvelopeWithOwner = EnvelopeRow & {
  /** Null before there is an account. */
  fundId: number | null
  applicationState: Selectable<AccountApplication>['state'] | null
}

/** An envelope with its owner, once its document is stored. */
export async function findEnvelope(
  db: Kysely<DB>,
  envelopeId: string,
): Promise<EnvelopeWithOwner | undefined> {
  const row = await db
    .selectFrom('envelope as e')
    .leftJoin('fund_account as a', join =>
      join.onRef('a.book', '=', 'e.book').onRef('a.account_id', '=', 'e.account_id'),
    )
    .leftJoin('account_application as p', join =>
      join.onRef('p.book', '=', 'e.book').onRef('p.application_id', '=', 'e.application_id'),
    )
    .select(columns.map(column => `e.${column}` as const))
    .select(['a.fund_id', 'p.state as applicationState'])
    .where('e.envelope_id', '=', envelopeId)
    .where('e.state', '<>', 'preparing')
    .executeTakeFirst()
  if (!row) return undefined
  const { fund_id: fundId, ...envelope } = row
  return { ...envelope, fundId: fundId === null ? null : Number(fundId) }
}

/** In the order in which they sign. */
export async function signersOf(db: Kysely<DB>, envelopeId: string): Promise<SignerRow[]> {
  const rows = await db
    .selectFrom('envelope_signer')
    .selectAll()
    .where('envelope_id', '=', envelopeId)
    .orderBy('routing_order')
    .orderBy('signer_id')
    .execute()
  // The contract has checked the drawing before it was stored.
  return rows.map(row => ({ ...row, drawing: row.drawing as Drawing | null }))
}

export async function eventsOf(db: Kysely<DB>, envelopeId: string): Promise<EventRow[]> {
  return await db
    .selectFrom('envelope_event')
    .select(['kind', 'signer_id', 'user_id', 'address', 'at', 'digest'])
    .where('envelope_id', '=', envelopeId)
    .orderBy('event_id')
    .execute()
}

/** Whether the signer consented to this version of the text. */
export async function hasConsented(
  db: Kysely<DB>,
  { envelopeId, signerId, version }: { envelopeId: string; signerId: string; version: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('envelope_event')
    .select('event_id')
    .where('envelope_id', '=', envelopeId)
    .where('signer_id', '=', signerId)
    .where(sql<boolean>`kind = 'consented'`)
    .where('digest', '=', version)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewEvent = {
  envelope_id: string
  kind: EnvelopeEvent['kind']
  at: Date
  signer_id?: string
  user_id?: string
  session_id?: string
  address?: string | null
  digest?: Buffer
}

export async function addEvent(trx: Kysely<DB>, event: NewEvent): Promise<void> {
  await addEvents(trx, [event])
}

/** The same for a list, with one statement. */
export async function addEvents(trx: Kysely<DB>, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await trx.insertInto('envelope_event').values(events).execute()
}

/** Only the first view of each signer is recorded. */
export async function addFirstView(db: Kysely<DB>, event: NewEvent): Promise<void> {
  await db
    .insertInto('envelope_event')
    .values(event)
    .onConflict(conflict =>
      conflict
        .columns(['book', 'envelope_id', 'signer_id', 'kind'])
        .where(sql<boolean>`kind in ('viewed', 'signed', 'declined')`)
        .doNothing(),
    )
    .execute()
}

export async function setEnvelopeState(
  trx: Kysely<DB>,
  envelopeId: string,
  state: EnvelopeRow['state'],
  voidReason: string | null = null,
): Promise<void> {
  await trx
    .updateTable('envelope')
    .set({ state, void_reason: voidReason })
    .where('envelope_id', '=', envelopeId)
    .execute()
}

/** `userId` is null for a signer who signs by a link. */
export type Decision = { at: Date; userId: string | null; name: string } & (
  | { state: 'signed'; typedName: string; drawing: Drawing | null }
  | { state: 'declined'; reason: string }
)

/** The database refuses it if it is not the signer's turn (constraint `their_turn`). */
export async function decide(
  trx: Kysely<DB>,
  envelopeId: string,
  signerId: string,
  decision: Decision,
): Promise<void> {
  const { state, at, userId, name } = decision
  await trx
    .updateTable('envelope_signer')
    .set({
      state,
      decided_by: userId,
      decided_by_name: name,
      decided_at: at,
      ...(decision.state === 'signed'
        ? { typed_name: decision.typedName, drawing: decision.drawing && JSON.stringify(decision.drawing) }
        : { reason: decision.reason }),
    })
    .where('envelope_id', '=', envelopeId)
    .where('signer_id', '=', signerId)
    .execute()
}

/** Envelopes that everyone has signed and that have waited for their seal since before this time. */
export async function envelopesToSeal(db: Kysely<DB>, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('envelope')
    .select('envelope_id')
    .where(sql<boolean>`state = 'signed'`)
    .where('state_since', '<', since)
    .limit(1000)
    .execute()
  return rows.map(row => row.envelope_id)
}

import { type Insertable, type Kysely, sql } from 'kysely'
import type { AuditCheckpoint, AuditInbox, AuditVerification, DB } from '../db/schema.ts'
import { statement } from '../db/statement.ts'
import type { ChainedEvent } from './event-hash.ts'

/** Adds events that join the realm's hash chain at commit. */
export async function insertEvents(
  realmDb: Kysely<DB>,
  events: readonly Insertable<AuditInbox>[],
): Promise<void> {
  await realmDb.insertInto('audit_inbox').values(events).execute()
}

const batchSize = 2000

/** The next events of the chain after a number, in its order; none at the end. */
export const readEventBatch = statement<ChainedEvent, [afterSeq: string]>(
  `select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
     to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as recorded_at,
     kind, user_id, actor_user_id, session_id, address::text as address, detail::text as detail, previous_hash, hash
   from audit_event where seq > $1 order by seq limit ${batchSize}`,
)

export async function insertVerification(
  realmDb: Kysely<DB>,
  verification: Insertable<AuditVerification>,
): Promise<void> {
  await realmDb.insertInto('audit_verification').values(verification).execute()
}

/** Waits until no other instance of the server writes a checkpoint of the realm. */
export async function lockCheckpoints(trx: Kysely<DB>, realm: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`almoner:audit-checkpoint:${realm}`}, 0))`.execute(
    trx,
  )
}

export async function findLastCheckpoint(
  trx: Kysely<DB>,
): Promise<{ number: bigint; seq: bigint; hash: Buffer } | undefined> {
  return await trx
    .selectFrom('audit_checkpoint')
    .select(['number', 'seq', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findLastEvent(trx: Kysely<DB>): Promise<{ seq: bigint; hash: Buffer } | undefined> {
  return await trx
    .selectFrom('audit_event')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findEvent(trx: Kysely<DB>, seq: bigint): Promise<{ hash: Buffer } | undefined> {
  return await trx.selectFrom('audit_event').select('hash').where('seq', '=', seq).executeTakeFirst()
}

export async function insertCheckpoint(
  trx: Kysely<DB>,
  checkpoint: Insertable<AuditCheckpoint>,
): Promise<void> {
  await trx.insertInto('audit_checkpoint').values(checkpoint).execute()
}

export async function lastCheckpointNumber(realmDb: Kysely<DB>): Promise<bigint> {
  const row = await realmDb
    .selectFrom('audit_checkpoint')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return BigInt(row?.number ?? 0)
}

export async function lastSeq(realmDb: Kysely<DB>): Promise<bigint> {
  const row = await realmDb
    .selectFrom('audit_event')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return BigInt(row?.seq ?? 0)
}

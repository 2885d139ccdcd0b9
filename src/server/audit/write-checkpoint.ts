import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import {
  findEvent,
  findLastCheckpoint,
  findLastEvent,
  insertCheckpoint,
  lockCheckpoints,
} from './audit.queries.ts'
import { appendCheckpoint, type SignedCheckpoint } from './checkpoint-file.ts'
import { type CheckpointKey, signCheckpoint } from './checkpoint-key.ts'

/** The event of the last checkpoint is missing or different: the chain was truncated or rewritten. */
export class BrokenAuditLogError extends Error {
  override name = 'BrokenAuditLogError'
}

/**
 * Writes a signed checkpoint of the realm's chain to the file if there are new events. A lock
 * serializes the instances of the server. The database stores the checkpoint too, so that a truncated file is noticed.
 *
 * @returns null if there are no new events.
 * @throws BrokenAuditLogError if the event of the last checkpoint is missing or different; no checkpoint is written then.
 */
export async function writeCheckpoint(
  realmDb: Kysely<DB>,
  { realm, key, folder, at }: { realm: string; key: CheckpointKey; folder: string; at: Date },
): Promise<SignedCheckpoint | null> {
  return await realmDb.transaction().execute(async trx => {
    await lockCheckpoints(trx, realm)
    const last = await findLastCheckpoint(trx)
    const head = await findLastEvent(trx)
    if (last) await requireSameEvent(trx, last)
    if (!head || head.seq === last?.seq) return null

    const checkpoint = { realm, number: (last?.number ?? 0n) + 1n, seq: head.seq, hash: head.hash, at }
    const signed = { checkpoint, signature: signCheckpoint(checkpoint, key) }
    // The file first, so that it has every checkpoint that the database has.
    await appendCheckpoint(folder, signed)
    const { realm: _realm, ...row } = checkpoint
    await insertCheckpoint(trx, row)
    return signed
  })
}

async function requireSameEvent(trx: Kysely<DB>, last: { seq: bigint; hash: Buffer }): Promise<void> {
  const event = await findEvent(trx, last.seq)
  if (!event?.hash.equals(last.hash))
    throw new BrokenAuditLogError(
      `Event ${last.seq} of the last checkpoint is ${event ? 'different' : 'missing'}: run npm run audit:verify.`,
    )
}

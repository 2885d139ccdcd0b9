import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { appendCheckpoint, type SignedCheckpoint } from './checkpoint-file.ts'
import { type CheckpointKey, signCheckpoint } from './checkpoint-key.ts'

/** The chain does not go on from the head that left the database last: it was cut, or made anew. */
export class BrokenAuditLogError extends Error {
  override name = 'BrokenTrailError'
}

/**
 * Writes the head of the realm's chain into the file outside the database, signed, if something happened since the last
 * time. Copies of the program take turns; the database keeps the count, so that a file without its end is noticed.
 *
 * @returns null where nothing happened.
 * @throws BrokenTrailError when the event that was the last head is gone or another; nothing is anchored then.
 */
export async function writeCheckpoint(
  realmDb: Kysely<DB>,
  { realm, key, folder, at }: { realm: string; key: CheckpointKey; folder: string; at: Date },
): Promise<SignedCheckpoint | null> {
  return await realmDb.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`almoner:audit-anchor:${realm}`}, 0))`.execute(
      trx,
    )
    const last = await trx
      .selectFrom('audit_checkpoint')
      .select(['number', 'seq', 'hash'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const head = await trx
      .selectFrom('audit_event')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last) await requireSameEvent(trx, last)
    if (!head || head.seq === last?.seq) return null

    const checkpoint = { realm, number: (last?.number ?? 0n) + 1n, seq: head.seq, hash: head.hash, at }
    const signed = { checkpoint, signature: signCheckpoint(checkpoint, key) }
    // The file first: a number that the database knows always stands in the file.
    await appendCheckpoint(folder, signed)
    const { realm: _realm, ...row } = checkpoint
    await trx.insertInto('audit_checkpoint').values(row).execute()
    return signed
  })
}

async function requireSameEvent(trx: Kysely<DB>, last: { seq: bigint; hash: Buffer }): Promise<void> {
  const event = await trx
    .selectFrom('audit_event')
    .select('hash')
    .where('seq', '=', last.seq)
    .executeTakeFirst()
  if (!event?.hash.equals(last.hash))
    throw new BrokenAuditLogError(
      `Event ${last.seq}, which was the last to be anchored, is ${event ? 'another' : 'gone'}: run npm run audit:verify.`,
    )
}

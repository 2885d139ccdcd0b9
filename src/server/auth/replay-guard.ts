import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { insertNonce, type NonceKind } from './replay-guard.queries.ts'

/**
 * Consumes a single-use id across all processes. Returns false if it was used before. `until` is when the id expires anyway;
 * both use the system clock, as the providers do.
 */
export async function consumeNonce(
  realmDb: Kysely<DB>,
  kind: NonceKind,
  id: string,
  until: Date,
): Promise<boolean> {
  return await insertNonce(realmDb, { kind, id_hash: hash('sha256', id, 'buffer'), expires_at: until })
}

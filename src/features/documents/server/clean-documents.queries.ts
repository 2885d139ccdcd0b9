import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../server/db/schema.ts'

// States are literals, so that generic plans use the partial indexes.

type Due = { since: Date; at: Date }

export async function abandonUnfinished(db: Kysely<DB>, { since, at }: Due): Promise<void> {
  await db
    .updateTable('document')
    .set({ state: 'removed', removal_reason: 'abandoned', removed_at: at, data_key: null })
    .where(sql<boolean>`state = 'storing'`)
    .where('storing_since', '<', since)
    .execute()
}

export async function removeOldQuarantine(db: Kysely<DB>, { since, at }: Due): Promise<void> {
  await db
    .updateTable('document')
    .set({ state: 'removed', removal_reason: 'quarantine', removed_at: at, data_key: null })
    .where(sql<boolean>`state = 'quarantined'`)
    .where('storing_since', '<', since)
    .execute()
}

export async function deleteOldLinks(db: Kysely<DB>, issuedBefore: Date): Promise<void> {
  await db.deleteFrom('document_download').where('issued_at', '<', issuedBefore).execute()
}

export async function documentsWithBytesToRemove(
  db: Kysely<DB>,
  limit: number,
): Promise<{ documentId: string; isAbandoned: boolean; removedAt: Date }[]> {
  const rows = await db
    .selectFrom('document')
    .select(['document_id', 'removal_reason', 'removed_at'])
    .where(sql<boolean>`state = 'removed'`)
    .where('bytes_removed_at', 'is', null)
    // Bytes that are removed repeatedly must not delay those that are removed permanently.
    .orderBy(sql`removal_reason = 'abandoned'`)
    .orderBy('removed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    documentId: row.document_id,
    isAbandoned: row.removal_reason === 'abandoned',
    removedAt: row.removed_at ?? new Date(0),
  }))
}

export async function markBytesRemoved(db: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await db
    .updateTable('document')
    .set({ bytes_removed_at: at })
    .where('document_id', '=', documentId)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../../server/db/schema.ts'

// What the jobs of clean-documents.queries.ts and retention.queries.ts do for accounts. States are literals, so that generic plans
// use the partial indexes.

type Due = { since: Date; at: Date }

export async function abandonUnfinished(realmDb: Kysely<DB>, { since, at }: Due): Promise<void> {
  await realmDb
    .updateTable('staff_document')
    .set({ state: 'removed', removal_reason: 'abandoned', removed_at: at, data_key: null })
    .where(sql<boolean>`state = 'storing'`)
    .where('storing_since', '<', since)
    .execute()
}

export type RemovedDocument = { documentId: string; type: string; sha256: Buffer }

export async function removeOldQuarantine(trx: Kysely<DB>, { since, at }: Due): Promise<RemovedDocument[]> {
  return await trx
    .updateTable('staff_document')
    .set({ state: 'removed', removal_reason: 'quarantine', removed_at: at, data_key: null })
    .where(sql<boolean>`state = 'quarantined'`)
    .where('storing_since', '<', since)
    .returning(['document_id as documentId', 'type', 'sha256'])
    .execute()
}

export async function deleteOldLinks(realmDb: Kysely<DB>, issuedBefore: Date): Promise<void> {
  await realmDb.deleteFrom('staff_document_download').where('issued_at', '<', issuedBefore).execute()
}

export async function documentsWithBytesToRemove(
  realmDb: Kysely<DB>,
  limit: number,
): Promise<{ documentId: string; isAbandoned: boolean; removedAt: Date }[]> {
  const rows = await realmDb
    .selectFrom('staff_document')
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

export async function markBytesRemoved(realmDb: Kysely<DB>, documentId: string, at: Date): Promise<void> {
  await realmDb
    .updateTable('staff_document')
    .set({ bytes_removed_at: at })
    .where('document_id', '=', documentId)
    .execute()
}

/** @returns how many were listed. */
export async function listDueDocuments(
  realmDb: Kysely<DB>,
  kept: readonly { type: string; years: number }[],
  { today, at }: { today: string; at: Date },
): Promise<number> {
  const [types, years] = [kept.map(({ type }) => type), kept.map(each => each.years)]
  const { numUpdatedRows } = await realmDb
    .updateTable('staff_document as d')
    .set({ removal_listed_at: at })
    .where(sql<boolean>`d.state = 'stored' and d.archived_at is not null and d.removal_listed_at is null`)
    .where(sql<boolean>`exists (select from unnest(${types}::text[], ${years}::int[]) k (type, years)
      where k.type = d.type and (d.archived_at at time zone 'UTC')::date + make_interval(years => k.years) <= ${today}::date)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Their data keys are erased, so copies of their bytes cannot be read. */
export async function removeListedDocuments(
  trx: Kysely<DB>,
  { listedBefore, at }: { listedBefore: Date; at: Date },
): Promise<RemovedDocument[]> {
  return await trx
    .updateTable('staff_document')
    .set({ state: 'removed', removal_reason: 'retention', removed_at: at, data_key: null })
    .where(sql<boolean>`state = 'stored'`)
    .where('removal_listed_at', '<=', listedBefore)
    .returning(['document_id as documentId', 'type', 'sha256'])
    .execute()
}

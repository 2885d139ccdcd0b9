import { rulesOf } from '../../documents/domain/document-types.ts'
import { listedForMs, type RetentionDay } from '../../documents/server/retention.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import { addEvent } from './envelopes.queries.ts'
import { listDueFiles, removeListedFiles, unlistFiles } from './retain-envelopes.queries.ts'

/**
 * What applyRetention does for documents: an envelope's files are copies of the document that is filed, or of one that was never
 * signed, and are stored as long. clean-envelopes.ts removes their bytes; who signed what, and the digests, remain.
 */
export async function retainEnvelopes(
  { db }: Pick<EnvelopeStore, 'db'>,
  { today, now, dueApplications }: RetentionDay,
): Promise<{ listed: number; removed: number }> {
  const rule = { years: rulesOf('contribution').retentionYears, today, dueApplications }
  await unlistFiles(db, rule)
  const listedBefore = new Date(now.getTime() - listedForMs)
  const removed = await db.transaction().execute(async trx => {
    const envelopeIds = await removeListedFiles(trx, { listedBefore, at: now })
    for (const envelopeId of new Set(envelopeIds))
      await addEvent(trx, { envelope_id: envelopeId, kind: 'removed', at: now })
    return envelopeIds.length
  })
  return { listed: await listDueFiles(db, rule, now), removed }
}

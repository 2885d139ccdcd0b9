import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../../staff-documents.contract.ts'
import { toResponse } from './list-staff-documents.ts'
import { requireManager } from './require-on-realm.ts'
import { findStaffDocument, setArchived } from './staff-documents.queries.ts'

/** Archives a document, which starts its retention period, or restores it. */
export async function archiveStaffDocument(
  { params, body }: HandlerInput<typeof contract.archiveStaffDocument>,
  { realmDb, actor, client, clock, request }: ContextOf<typeof contract.archiveStaffDocument>,
): Promise<Reply<typeof contract.archiveStaffDocument>> {
  const { documentId } = params
  const { isArchived } = body.data.attributes
  const document = await findStaffDocument(realmDb, client.realm, documentId)
  if (!document) throw new Problem('not-found')
  requireManager(actor)
  const at = clock.now()
  await realmDb.transaction().execute(async trx => {
    if (!(await setArchived(trx, documentId, isArchived ? at : null))) return
    await recordAuditEvent(trx, {
      kind: isArchived ? 'staff-document-archived' : 'staff-document-restored',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at,
      address: request.ip,
      detail: { document: documentId, type: document.type },
    })
  })
  const changed = await findStaffDocument(realmDb, client.realm, documentId)
  // Retention may have deleted it in the meantime.
  if (!changed) throw new Problem('not-found')
  return toResponse(changed, client)
}

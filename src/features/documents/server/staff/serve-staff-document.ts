import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import { actorOfCookie } from '../actor-of-cookie.ts'
import { hashOf } from '../downloads.queries.ts'
import { openStored, sendByLink } from '../send-document.ts'
import { startDownload } from '../stored-documents.queries.ts'
import { mayReadStaffDocuments } from './require-on-realm.ts'
import {
  findStaffDocument,
  findStaffLink,
  type StaffDocumentRow,
  type StaffLink,
} from './staff-documents.queries.ts'
import { keyOfStaffDocument } from './upload-staff-document.ts'

/** Serves /documents/staff/{token} to the session that asked for the link. Each request checks the session and the right to read. */
export function registerStaffDocuments(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { token: string } }>(
    '/documents/staff/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = await pipeline.contextOf(request, reply)
      const { realmDb } = context
      const { realm } = context.client
      const { token } = request.params
      const actor = await actorOfCookie(request, context)
      const link = await findStaffLink(realmDb, token)
      const document = link && (await findStaffDocument(realmDb, realm, link.documentId))
      if (!document || link.sessionId !== actor.sessionId || !mayReadStaffDocuments(actor))
        throw new Problem('not-found')
      const scope = { table: 'staff_document' as const, realm }
      const key = keyOfStaffDocument(realm, link.documentId)
      const linked = {
        link,
        open: () => openStored({ db: realmDb, scope, document, key }, context),
        start: () => recordDownload({ token, link, document, actor }, context),
      }
      return await sendByLink(reply, linked, context)
    },
  )
}

type Download = { token: string; link: StaffLink; document: StaffDocumentRow; actor: Actor }

/** Once for each link. */
async function recordDownload(
  { token, link, document, actor }: Download,
  { realmDb, clock, request }: BaseContext,
): Promise<void> {
  const at = clock.now()
  await realmDb.transaction().execute(async trx => {
    if (!(await startDownload(trx, 'staff_document_download', hashOf(token), at))) return
    await recordAuditEvent(trx, {
      kind: 'staff-document-downloaded',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at,
      address: request.ip,
      detail: { document: link.documentId, type: document.type, digest: document.sha256.toString('hex') },
    })
  })
}

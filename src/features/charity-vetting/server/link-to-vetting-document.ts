import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import type { CharityVettingPaper } from '../../../server/db/schema.ts'
import type { DataKeys } from '../../../server/files/data-keys.ts'
import { decryptBytes } from '../../../server/files/encrypted-bytes.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { actorOfCookie } from '../../documents/server/actor-of-cookie.ts'
import { hashOf } from '../../documents/server/downloads.queries.ts'
import { openBytes, type SentDocument, sendByLink } from '../../documents/server/send-document.ts'
import { startDownload } from '../../documents/server/stored-documents.queries.ts'
import type { DocumentMediaType } from '../../files/domain/document-files.ts'
import { ownerOfVettingDocument } from './vetting-documents.ts'
import { findLinkedDocument, type LinkedDocument } from './vettings.queries.ts'

/** The content of a supporting document. */
const decryptDocument = (
  keys: DataKeys,
  realm: string,
  row: Pick<Selectable<CharityVettingPaper>, 'paper_id' | 'ciphertext' | 'key_id' | 'data_key'>,
): Buffer =>
  decryptBytes(keys, ownerOfVettingDocument(realm, row.paper_id), {
    ciphertext: row.ciphertext,
    dataKey: { keyId: row.key_id, wrapped: row.data_key },
  })

/** Serves /documents/vettings/{token} to the session that asked for the link. Each request checks the session and the right to read. */
export function registerVettingDocuments(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { token: string } }>(
    '/documents/vettings/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = await pipeline.contextOf(request, reply)
      const { realmDb, client, documentFiles } = context
      const { token } = request.params
      const actor = await actorOfCookie(request, context)
      const stored = await findLinkedDocument(realmDb, hashOf(token))
      if (!stored || stored.session_id !== actor.sessionId || !actor.actions.has('SUPER_DASHBOARD_VIEW'))
        throw new Problem('not-found')
      // The examination that stored it accepts no other types.
      const about = { name: stored.name, media_type: stored.media_type as DocumentMediaType }
      const linked = {
        link: { issuedAt: stored.issued_at, startedAt: stored.started_at },
        open: async () => openBytes(about, decryptDocument(documentFiles.keys, client.realm, stored)),
        start: (document: SentDocument) => recordDownload({ token, stored, document, actor }, context),
      }
      return await sendByLink(reply, linked, context)
    },
  )
}

type Download = { token: string; stored: LinkedDocument; document: SentDocument; actor: Actor }

/** Once for each link. */
async function recordDownload(
  { token, stored, document, actor }: Download,
  { realmDb, clock, request }: BaseContext,
): Promise<void> {
  const at = clock.now()
  await realmDb.transaction().execute(async trx => {
    if (!(await startDownload(trx, 'charity_vetting_paper_download', hashOf(token), at))) return
    await recordAuditEvent(trx, {
      kind: 'vetting-paper-downloaded',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at,
      address: request.ip,
      detail: {
        vetting: stored.vetting_id,
        document: stored.paper_id,
        digest: document.sha256.toString('hex'),
      },
    })
  })
}

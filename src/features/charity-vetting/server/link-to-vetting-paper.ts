import type { FastifyInstance } from 'fastify'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { actorOfCookie } from '../../documents/server/actor-of-cookie.ts'
import { hashOf } from '../../documents/server/downloads.queries.ts'
import { openBytes, type SentDocument, sendByLink } from '../../documents/server/send-document.ts'
import { startDownload } from '../../documents/server/stored-documents.queries.ts'
import type { DocumentMediaType } from '../../files/domain/document-files.ts'
import type * as contract from '../vettings.contract.ts'
import { decryptPaper } from './vetting-papers.ts'
import { addPaperLink, findLinkedPaper, findVettingPaper, type LinkedPaper } from './vettings.queries.ts'

/** A link for this session to a supporting document of a vetting. Throws `not-found`. */
export async function downloadVettingPaper(
  { params: { vettingId, paperId } }: HandlerInput<typeof contract.downloadVettingPaper>,
  { realmDb, actor, clock }: ContextOf<typeof contract.downloadVettingPaper>,
): Promise<Reply<typeof contract.downloadVettingPaper>> {
  if (!(await findVettingPaper(realmDb, vettingId, paperId))) throw new Problem('not-found')
  const token = newLinkToken()
  const link = { paper_id: paperId, session_id: actor.sessionId, issued_at: clock.now() }
  await addPaperLink(realmDb, { ...link, token_hash: hashOf(token) })
  return { href: `/documents/vettings/${token}` }
}

/** Serves /documents/vettings/{token} to the session that asked for the link. Each request checks the session and the right to read. */
export function registerVettingPapers(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { token: string } }>(
    '/documents/vettings/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = pipeline.contextOf(request, reply)
      const { realmDb, client, documentFiles } = context
      const { token } = request.params
      const actor = await actorOfCookie(request, context)
      const paper = await findLinkedPaper(realmDb, hashOf(token))
      if (!paper || paper.session_id !== actor.sessionId || !actor.actions.has('SUPER_DASHBOARD_VIEW'))
        throw new Problem('not-found')
      // The examination that stored it accepts no other types.
      const about = { name: paper.name, media_type: paper.media_type as DocumentMediaType }
      const linked = {
        link: { issuedAt: paper.issued_at, startedAt: paper.started_at },
        open: async () => openBytes(about, decryptPaper(documentFiles.keys, client.realm, paper)),
        start: (document: SentDocument) => recordDownload({ token, paper, document, actor }, context),
      }
      return await sendByLink(reply, linked, context)
    },
  )
}

type Download = { token: string; paper: LinkedPaper; document: SentDocument; actor: Actor }

/** Once for each link. */
async function recordDownload(
  { token, paper, document, actor }: Download,
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
        vetting: paper.vetting_id,
        document: paper.paper_id,
        digest: document.sha256.toString('hex'),
      },
    })
  })
}

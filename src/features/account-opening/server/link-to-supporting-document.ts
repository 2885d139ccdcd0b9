import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import { requesterOf } from '../../../server/heavy-work/requester.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { actorOfCookie } from '../../documents/server/actor-of-cookie.ts'
import {
  addLink,
  findApplicationLink,
  hashOf,
  startApplicationDownload,
} from '../../documents/server/downloads.queries.ts'
import { openBytes, openStored, type SentDocument, sendByLink } from '../../documents/server/send-document.ts'
import { bookIn } from '../../documents/server/serve-document.ts'
import { keyOfDocument } from '../../documents/server/store-document.ts'
import { startDownload } from '../../documents/server/stored-documents.queries.ts'
import { drawApplication, fileNameOf, signedApplication } from './advance-application.ts'
import type { ApplicationRow } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext } from './find-application.ts'
import { requireDocumentAccess } from './require-document-access.ts'
import { findSupportingDocument } from './supporting-documents.queries.ts'

export async function addApplicationLink(
  applicationId: string,
  documentId: string | null,
  { db, book, actor, clock, request }: OpeningContext,
): Promise<{ href: string }> {
  const token = newLinkToken()
  await addLink(db, token, {
    document_id: documentId,
    application_id: applicationId,
    user_id: actor.userId,
    session_id: actor.sessionId,
    address: isIP(request.ip) ? request.ip : null,
    issued_at: clock.now(),
  })
  return { href: `/documents/${book.currency.toLowerCase()}/applications/${token}` }
}

/**
 * Serves /documents/{currency}/applications/{token} to the session that asked for the link. Each request checks again that the person may
 * see the application, because a link must not outlast that.
 */
export function registerApplicationDocuments(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { currency: string; token: string } }>(
    '/documents/:currency/applications/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = await pipeline.contextOf(request, reply)
      const { currency, token } = request.params
      const inBook = bookIn(context, currency)
      const ofBook = { ...context, ...inBook }
      const actor = await actorOfCookie(request, ofBook)
      const link = inBook && (await findApplicationLink(inBook.db, token))
      if (!link || link.sessionId !== actor.sessionId) throw new Problem('not-found')
      const { applicationId, documentId } = link
      const now = context.clock.now()
      const reading = { ...ofBook, actor }
      if (documentId === null)
        return await sendByLink(
          reply,
          {
            link,
            open: () => openApplicationDocument(applicationId, reading),
            start: ({ sha256 }) => startApplicationDownload(ofBook.db, token, { sha256, now }),
          },
          context,
        )
      return await sendByLink(
        reply,
        {
          link,
          open: () => openDocument({ applicationId, documentId }, reading),
          // The database records the download with it.
          start: () => startDownload(ofBook.db, 'document_download', hashOf(token), now),
        },
        context,
      )
    },
  )
}

type Reading = OpeningContext & Pick<BaseContext, 'documentFiles'>

async function openDocument(
  { applicationId, documentId }: { applicationId: string; documentId: string },
  context: Reading,
) {
  const { db, book } = context
  requireDocumentAccess(await findVisibleApplication(applicationId, context))
  const document = await findSupportingDocument(db, applicationId, documentId)
  if (!document) throw new Problem('not-found')
  const scope = { table: 'document' as const, applicationId }
  return await openStored({ db, scope, document, key: keyOfDocument(book.name, documentId) }, context)
}

async function openApplicationDocument(applicationId: string, context: Reading) {
  const { row } = await findVisibleApplication(applicationId, context)
  if (row.document === null) throw new Problem('not-found')
  const about: Pick<SentDocument, 'name' | 'media_type'> = {
    name: fileNameOf(row),
    media_type: 'application/pdf',
  }
  return openBytes(about, await bytesOf(row, context))
}

async function bytesOf(row: ApplicationRow, context: Reading): Promise<Uint8Array> {
  const { book, db, documentFiles, signatures, clock, origin } = context
  const place = { book: book.name, db, documentFiles, signatures, clock, originPattern: origin }
  const isSigned = row.submitted_at !== null && row.state !== 'draft' && row.state !== 'signing'
  return isSigned
    ? await signedApplication(place, row)
    : await drawApplication(place, row, requesterOf(context))
}

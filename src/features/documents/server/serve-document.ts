import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { actorOf, authorizedAccount } from '../../../server/auth/actor.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { documentReader, mayRead } from './document-reader.ts'
import { type DocumentRow, findDocument } from './documents.queries.ts'
import { findLink, hashOf, type Link } from './downloads.queries.ts'
import { openStored, sendByLink } from './send-document.ts'
import { keyOfDocument } from './store-document.ts'
import { startDownload } from './stored-documents.queries.ts'

export type BookContext = Pick<BaseContext, 'db' | 'book'>

/**
 * Serves /documents/{currency}/{token}, the links of link-to-document.ts, to the session that asked for them. Each request checks the
 * session and the right to read again, so a link ends with them.
 */
export function registerDocuments(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { currency: string; token: string } }>(
    '/documents/:currency/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = await pipeline.contextOf(request, reply)
      const { currency, token } = request.params
      const inBook = bookIn(context, currency)
      const session = await context.sessions.ofCookie(request, context.client, context.clock.now())
      if (!session) throw new Problem('signed-out')
      const link = inBook && (await findLink(inBook.db, token))
      if (!inBook || !link || link.sessionId !== session.sessionId) throw new Problem('not-found')
      const document = await readableDocument(link, { ...context, ...inBook, session })
      const { db, book } = inBook
      const scope = { table: 'document' as const, accountId: link.accountId }
      const key = keyOfDocument(book.name, link.documentId)
      const linked = {
        link,
        open: () => openStored({ db, scope, document, key }, context),
        // The database records the download with it.
        start: () => startDownload(db, 'document_download', hashOf(token), context.clock.now()),
      }
      return await sendByLink(reply, linked, context)
    },
  )
}

/** A link names its book, because a download carries no header that does. */
export function bookIn({ db, book, otherBook }: BaseContext, currency: string): BookContext | null {
  if (book.currency.toLowerCase() === currency) return { db, book }
  if (otherBook?.currency.toLowerCase() === currency) return { db: otherBook.db, book: otherBook }
  return null
}

type Caller = BookContext &
  Pick<BaseContext, 'client' | 'clock'> & { session: { sessionId: string; cookie: string } }

/** The document, if the session's person may read it now. */
async function readableDocument(
  { documentId, accountId, fundId, sessionId }: Link,
  { db, book, client, clock, session }: Caller,
): Promise<DocumentRow> {
  const principal = await uncachedAccess.loadPrincipal(db, {
    sessionId,
    cookie: session.cookie,
    client: client.name,
    book: book.name,
    fundId,
    now: clock.now(),
  })
  const actor = principal && actorOf(principal, sessionId)
  const account = principal && actor?.hasAccess ? authorizedAccount(principal, actor, fundId) : null
  const document = account && (await findDocument(db, accountId, documentId))
  if (!actor || !document || !mayRead(documentReader(actor), document)) throw new Problem('not-found')
  return document
}

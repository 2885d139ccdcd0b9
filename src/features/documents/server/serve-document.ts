import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { actorOf, authorizedAccount } from '../../../server/auth/actor.ts'
import type { EncryptedFile } from '../../../server/files/encrypted-files.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { documentReader, mayRead } from './document-reader.ts'
import { type DocumentRow, findDataKey, findDocument } from './documents.queries.ts'
import { findLink, isUsable, type Link, startDownload } from './downloads.queries.ts'
import { sendDocument } from './send-document.ts'
import { keyOfDocument } from './store-document.ts'

type BookContext = Pick<BaseContext, 'db' | 'book'>

/**
 * Serves /documents/{currency}/{token}, the links of link-to-document.ts, to the session that asked for them. Each request checks the
 * session and the right to read again, so a link ends with them.
 */
export function registerDocuments(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { currency: string; token: string } }>(
    '/documents/:currency/:token',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const context = pipeline.contextOf(request, reply)
      const { currency, token } = request.params
      const inBook = bookIn(context, currency)
      const session = await context.sessions.ofCookie(request, context.client, context.clock.now())
      if (!session) throw new Problem('signed-out')
      const link = inBook && (await findLink(inBook.db, token))
      if (!inBook || !link || link.sessionId !== session.sessionId) throw new Problem('not-found')
      const document = await readableDocument(link, { ...context, ...inBook, session })
      if (!isUsable(link, context.clock.now()))
        throw new Problem('not-found', {
          detail: 'This link has expired. Please download the document again.',
        })
      const dataKey = await findDataKey(inBook.db, link.documentId)
      if (!dataKey) throw new Problem('not-found')
      if (link.startedAt === null) await startDownload(inBook.db, token, context.clock.now())
      const key = keyOfDocument(inBook.book.name, link.documentId)
      return await sendDocument(request, reply, document, bytes =>
        context.documentFiles.read({ key, dataKey, bytes: document.bytes } satisfies EncryptedFile, bytes),
      )
    },
  )
}

/** A link names its book, because a download carries no header that does. */
function bookIn({ db, book, otherBook }: BaseContext, currency: string): BookContext | null {
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

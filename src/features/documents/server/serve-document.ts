import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { uncachedAccess } from '../../../server/auth/access-cache.ts'
import { actorOf, authorizedAccount } from '../../../server/auth/actor.ts'
import type { EncryptedFile } from '../../../server/files/encrypted-files.ts'
import { byteRangeOf } from '../../../server/http/byte-range.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { documentReader, mayRead } from './document-reader.ts'
import { type DocumentRow, findDataKey, findDocument } from './documents.queries.ts'
import { findLink, isUsable, type Link, startDownload } from './downloads.queries.ts'
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

const policy = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, sha256, media_type: mediaType }: DocumentRow,
  read: (range: { start: number; end: number }) => AsyncGenerator<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${sha256.toString('base64url')}"`
  const ifRange = request.headers['if-range']
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined
  const range = byteRangeOf(asked, bytes)
  reply
    .header('cache-control', 'no-store')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('content-security-policy', policy)
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${bytes}`).header('content-length', 0).send()
  const { start, end } = range ?? { start: 0, end: bytes }
  const parts = read({ start, end })
  // Bytes that are missing or were altered are found before the reply begins.
  const first = await parts.next()
  if (range !== null) reply.status(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`)
  return reply
    .header('content-disposition', dispositionOf(name))
    .header('content-length', end - start)
    .type(mediaType)
    .send(Readable.from(startingWith(first, parts), { objectMode: false }))
}

async function* startingWith(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>) {
  if (!first.done) yield first.value
  yield* rest
}

/** The name in ASCII for old programs, and in full (RFC 6266). A document's name has neither quotes nor backslashes. */
function dispositionOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '-')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

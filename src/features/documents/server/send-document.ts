import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { FileKey } from '../../../server/files/files.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { byteRangeOf } from './byte-range.ts'
import type { DocumentRow } from './documents.queries.ts'
import { isUsable, type Link } from './downloads.queries.ts'
import { type DocumentScope, findDataKey } from './stored-documents.queries.ts'

const policy = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export type SentDocument = Pick<DocumentRow, 'name' | 'bytes' | 'sha256' | 'media_type'>

/** The bytes of a document from `start` up to `end`. */
type ReadRange = (range: { start: number; end: number }) => AsyncGenerator<Buffer>

type LinkedDocument = {
  link: Pick<Link, 'issuedAt' | 'startedAt'>
  /** The document of the link, which the caller of the request may read. Called once the link is known to be usable. */
  open: () => Promise<{ document: SentDocument; read: ReadRange }>
  /** Records the first request of the link. */
  start: (document: SentDocument) => Promise<unknown>
}

/** Sends the document of a link. Throws `not-found` if the link has expired. */
export async function sendByLink(
  reply: FastifyReply,
  { link, open, start }: LinkedDocument,
  { request, clock }: Pick<BaseContext, 'request' | 'clock'>,
): Promise<FastifyReply> {
  if (!isUsable(link, clock.now()))
    throw new Problem('not-found', { detail: 'This link has expired. Please download the document again.' })
  const { document, read } = await open()
  if (link.startedAt === null) await start(document)
  return await sendDocument(request, reply, document, read)
}

type StoredDocument = { db: Kysely<DB>; scope: DocumentScope; document: DocumentOfRow; key: FileKey }
type DocumentOfRow = SentDocument & Pick<DocumentRow, 'document_id'>

/** A document of the store. Throws `not-found` if it was removed in the meantime. */
export async function openStored(
  { db, scope, document, key }: StoredDocument,
  { documentFiles }: Pick<BaseContext, 'documentFiles'>,
): Promise<{ document: SentDocument; read: ReadRange }> {
  const dataKey = await findDataKey(db, scope, document.document_id)
  if (!dataKey) throw new Problem('not-found')
  return { document, read: range => documentFiles.read({ key, dataKey, bytes: document.bytes }, range) }
}

/** A document that is in memory as a whole. */
export const openBytes = (
  { name, media_type }: Pick<SentDocument, 'name' | 'media_type'>,
  bytes: Uint8Array,
): { document: SentDocument; read: ReadRange } => ({
  document: { name, media_type, bytes: bytes.length, sha256: hash('sha256', bytes, 'buffer') },
  read: async function* ({ start, end }) {
    yield Buffer.from(bytes.subarray(start, end))
  },
})

/** Sends a document, or the range of it that the request asks for, to be saved and never displayed or cached. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, bytes, sha256, media_type: mediaType }: SentDocument,
  read: ReadRange,
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

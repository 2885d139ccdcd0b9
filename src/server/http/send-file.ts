import type { FastifyReply, FastifyRequest } from 'fastify'

/** Were a picture ever taken for a page, it would be one without scripts, forms and an origin. */
const picturePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export type SentFile = {
  mediaType: string
  name: string
  /** Of its bytes, in quotes. */
  etag: string
  cacheControl: string
}

/**
 * Answers with a file to be looked at in the browser, or with 304 where the browser has it already; `read` is asked for the
 * bytes only where they are sent.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { mediaType, name, etag, cacheControl }: SentFile,
  read: () => Promise<Uint8Array>,
): Promise<FastifyReply> {
  const isKnown = tagsOf(request).includes(etag)
  const bytes = isKnown ? null : await read()
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (bytes === null) return reply.status(304).send()
  return reply
    .header('content-security-policy', picturePolicy)
    .header('content-disposition', `inline; filename="${name}"`)
    .type(mediaType)
    .send(bytes)
}

/** What the browser has (RFC 9110, If-None-Match); a proxy that compresses makes a tag weak. */
const tagsOf = ({ headers }: FastifyRequest) =>
  (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Were a file ever taken for a page, it would be one without scripts, forms and an origin. */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Browsers show a PDF by a page of their own, which a sandbox would leave empty. */
const viewerPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `picture`: shown by the browser. `upload`: a document that somebody sent, which the browser saves instead of opening it below
 * the portal's own address. `own`: a document that the program drew, shown by the browser's viewer.
 */
const rules = {
  picture: { policy: sandboxPolicy, disposition: 'inline' },
  upload: { policy: sandboxPolicy, disposition: 'attachment' },
  own: { policy: viewerPolicy, disposition: 'inline' },
} as const

export type SentFile = {
  origin: keyof typeof rules
  mediaType: string
  name: string
  /** Of its bytes, in quotes. */
  etag: string
  cacheControl: string
}

/**
 * Answers with a file, or with 304 where the browser has it already; `read` is asked for the
 * bytes only where they are sent.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { origin, mediaType, name, etag, cacheControl }: SentFile,
  read: () => Promise<Uint8Array>,
): Promise<FastifyReply> {
  const isKnown = tagsOf(request).includes(etag)
  const bytes = isKnown ? null : await read()
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (bytes === null) return reply.status(304).send()
  return reply
    .header('content-security-policy', rules[origin].policy)
    .header('content-disposition', `${rules[origin].disposition}; filename="${name}"`)
    .type(mediaType)
    .send(bytes)
}

/** What the browser has (RFC 9110, If-None-Match); a proxy that compresses makes a tag weak. */
const tagsOf = ({ headers }: FastifyRequest) =>
  (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))

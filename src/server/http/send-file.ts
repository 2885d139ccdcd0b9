import type { FastifyReply, FastifyRequest } from 'fastify'

/** Even if a browser showed a file as a page, it would have no scripts, forms or origin. */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Browsers show a PDF in a page of their own, which a sandbox would leave empty. */
const viewerPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * `picture`: the browser shows it. `upload`: a document that a person uploaded; the browser saves it instead of opening it on the
 * portal's origin. `own`: a document that the server created; the browser's viewer shows it.
 */
const rules = {
  picture: { policy: sandboxPolicy, disposition: 'inline' },
  upload: { policy: sandboxPolicy, disposition: 'attachment' },
  own: { policy: viewerPolicy, disposition: 'inline' },
} as const

type SentFile = {
  origin: keyof typeof rules
  mediaType: string
  name: string
  /** The ETag, in quotes. */
  etag: string
  cacheControl: string
}

/**
 * Sends a file, or 304 if the browser already has it. `read` is called only if the bytes are sent.
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

/** The tags of If-None-Match (RFC 9110). A proxy that compresses makes a tag weak. */
const tagsOf = ({ headers }: FastifyRequest) =>
  (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))

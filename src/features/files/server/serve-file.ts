import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { findFileRow } from './files.queries.ts'
import { keyOfFile } from './keep-files.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Were a file ever taken for a page, it would be one without scripts, forms and an origin. */
const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * /files/{fileId}/{name}: the pictures and PDFs of the client's texts, for anybody, at that client alone. An address gives the
 * same bytes for as long as it gives any, so a browser asks once.
 */
export function registerFiles(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { fileId: string; name: string } }>(
    '/files/:fileId/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { client, databases, files } = pipeline.contextOf(request, reply)
      const { fileId, name } = request.params
      const row = uuid.test(fileId)
        ? await findFileRow(databases.realm(client.realm), client.name, fileId)
        : undefined
      if (!row || row.name !== name) throw new Problem('not-found')
      const etag = `"${row.sha256.toString('base64url')}"`
      reply
        .header('content-security-policy', contentPolicy)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', `inline; filename="${row.name}"`)
        .header('etag', etag)
      if (namesEtag(request, etag)) return reply.status(304).send()
      const bytes = await files.get(keyOfFile(client.realm, fileId))
      if (!bytes) throw new Error(`the bytes of file ${fileId} are gone`)
      return reply.type(row.media_type).send(bytes)
    },
  )
}

/** Whether the browser has these bytes already (RFC 9110, If-None-Match). */
export function namesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some(each => each.trim().replace(/^W\//, '') === etag)
}

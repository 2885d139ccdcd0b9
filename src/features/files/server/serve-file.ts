import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { isUuid } from '../../../domain/uuid.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { sendFile } from '../../../server/http/send-file.ts'
import { fileKinds } from '../domain/file-kinds.ts'
import { findFileRow } from './files.queries.ts'
import { keyOfFile } from './store-files.ts'

/**
 * Serves /files/{fileId}/{name}: the pictures and PDFs of the client's texts, public, at that client only. A URL always returns
 * the same bytes, so browsers cache it for a year.
 */
export function registerFiles(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { fileId: string; name: string } }>(
    '/files/:fileId/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { client, realmDb, files } = await pipeline.contextOf(request, reply)
      const { fileId, name } = request.params
      const row = isUuid(fileId) ? await findFileRow(realmDb, client.name, fileId) : undefined
      if (!row || row.name !== name) throw new Problem('not-found')
      const file = {
        origin: fileKinds[row.media_type].isPicture ? ('picture' as const) : ('upload' as const),
        mediaType: row.media_type,
        name: row.name,
        etag: `"${row.sha256.toString('base64url')}"`,
        cacheControl: 'public, max-age=31536000, immutable',
      }
      return await sendFile(request, reply, file, async () => {
        const bytes = await files.get(keyOfFile(client.realm, fileId))
        if (!bytes) throw new Error(`the bytes of file ${fileId} are missing`)
        return bytes
      })
    },
  )
}

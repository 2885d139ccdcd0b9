import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { sendFile } from '../../../server/http/send-file.ts'
import { guideAddress, guideNames } from '../domain/guides.ts'
import { guideFor } from './make-guide.ts'

/** Serves /guides/{name}.pdf to everyone. A newly published version is in the next response. */
export function registerGuides(app: FastifyInstance, pipeline: Pipeline): void {
  for (const name of guideNames) {
    app.get(guideAddress(name), { schema: { hide: true } }, async (request, reply) => {
      const guide = await guideFor(await pipeline.contextOf(request, reply), name)
      if (!guide) throw new Problem('not-found')
      const file = {
        origin: 'own' as const,
        mediaType: 'application/pdf',
        name: `${name}.pdf`,
        etag: guide.etag,
        // The browser may cache it but must revalidate it each time.
        cacheControl: 'no-cache',
      }
      return await sendFile(request, reply, file, async () => guide.bytes)
    })
  }
}

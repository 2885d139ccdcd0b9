import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { sendFile } from '../../../server/http/answer/send-file.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { guideAddress, guideNames } from '../domain/guides.ts'
import { guideFor } from './make-guide.ts'

/** /guides/{name}.pdf, for anybody: what editors publish is in the PDF of the next who asks. */
export function registerGuides(app: FastifyInstance, pipeline: Pipeline): void {
  for (const name of guideNames) {
    app.get(guideAddress(name), { schema: { hide: true } }, async (request, reply) => {
      const guide = await guideFor(pipeline.contextOf(request, reply), name)
      if (!guide) throw new Problem('not-found')
      const about = {
        origin: 'own' as const,
        mediaType: 'application/pdf',
        name: `${name}.pdf`,
        etag: guide.etag,
        // Kept, and asked for each time whether it still holds.
        cacheControl: 'no-cache',
      }
      return await sendFile(request, reply, about, async () => guide.bytes)
    })
  }
}

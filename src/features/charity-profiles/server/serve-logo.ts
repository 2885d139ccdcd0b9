import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import { uuidPattern } from '../../../domain/uuid.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { sendFile } from '../../../server/http/send-file.ts'
import { keyOfLogo } from './charity-logos.ts'
import { isLogoInUse } from './profiles.queries.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}
const logoName = new RegExp(`^${uuidPattern}\\.(png|jpg|webp|gif)$`)

/** Serves /charity-logos/{name}: the logos that a realm's staff uploaded, public, at the clients of that realm only. */
export function registerCharityLogos(app: FastifyInstance, pipeline: Pipeline): void {
  app.get<{ Params: { name: string } }>(
    '/charity-logos/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { client, realmDb, files } = await pipeline.contextOf(request, reply)
      const { name } = request.params
      const mediaType = mediaTypes[logoName.exec(name)?.[1] ?? '']
      if (mediaType === undefined || !(await isLogoInUse(realmDb, name))) throw new Problem('not-found')
      const file = {
        origin: 'picture' as const,
        mediaType,
        name,
        etag: `"${name}"`,
        cacheControl: 'public, max-age=31536000, immutable',
      }
      return await sendFile(request, reply, file, async () => {
        const bytes = await files.get(keyOfLogo(client.realm, name))
        if (!bytes) throw new Error(`the bytes of the logo ${name} are missing`)
        return bytes
      })
    },
  )
}

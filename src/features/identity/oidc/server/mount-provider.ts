import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import type { Identity } from '../../server/identity.ts'
import { providerPath } from './embedded-provider.ts'
import { embeddedName, providerNamed } from './provider-settings.ts'

/**
 * Passes all requests below /oidc to the client's embedded provider. The provider reads bodies and writes replies itself, so
 * this scope parses nothing and hijacks the reply. The pipeline has already checked the host.
 */
export async function mountProvider(
  app: FastifyInstance,
  { identity, pipeline }: { identity: Identity; pipeline: Pipeline },
): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${providerPath}/*`, { schema: { hide: true } }, async (request, reply) => {
      const { client, origin } = await pipeline.contextOf(request, reply)
      // A client with only external providers has no embedded one.
      if (!providerNamed(client, embeddedName)) throw new Problem('not-found')
      const provider = await identity.provider(client, origin)
      const raw: typeof request.raw & { originalUrl?: string } = request.raw
      const { host, protocol } = new URL(origin)
      Object.assign(raw.headers, {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': request.ip,
      })
      raw.originalUrl = raw.url ?? '/'
      raw.url = raw.originalUrl.slice(providerPath.length)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      await provider.callback()(raw, reply.raw)
    })
  })
}

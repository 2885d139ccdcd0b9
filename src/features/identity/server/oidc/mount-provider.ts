import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../contract/problems.ts'
import type { Pipeline } from '../../../../server/http/route.ts'
import type { Identity } from '../identity.ts'
import { providerPath } from './embedded-provider.ts'
import { embeddedName, providerNamed } from './provider-settings.ts'

/**
 * Hands everything below /oidc to the client's provider. It reads bodies and writes answers by itself, so this scope
 * parses nothing and lets go of the reply; the host was found to be a client's before.
 */
export async function mountProvider(
  app: FastifyInstance,
  { identity, pipeline }: { identity: Identity; pipeline: Pipeline },
): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${providerPath}/*`, { schema: { hide: true } }, async (request, reply) => {
      const { client, origin } = pipeline.contextOf(request, reply)
      // Where a client's people sign in elsewhere, this provider is not there.
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

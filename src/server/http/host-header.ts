import type { FastifyInstance } from 'fastify'
import { Problem } from '../../contract/problems.ts'

/**
 * Makes `request.host` the Host header. It is X-Forwarded-Host only if TRUST_FORWARDED_HOST is set and the request comes from a
 * trusted proxy (Fastify's trustProxy).
 */
export function resolveHost(
  app: FastifyInstance,
  { trustsForwardedHost }: { trustsForwardedHost: boolean },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, rawHeaders } = request.raw
    if (!trustsForwardedHost) delete headers['x-forwarded-host']
    // Of several Host headers Node uses the first, but a proxy may have used another one, so reject them (RFC 9112, 3.2).
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
    if (hosts > 1) return done(new Problem('validation', { detail: 'The request could not be read.' }))
    done()
  })
}

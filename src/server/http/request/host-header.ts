import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../contract/problems.ts'

/**
 * Settles which host a request is for, before anything asks: `request.host` is the Host header. Only where the setting
 * TRUST_FORWARDED_HOST says so, and the request comes from a trusted proxy (Fastify's trustProxy), it is X-Forwarded-Host.
 */
export function settleHost(
  app: FastifyInstance,
  { trustsForwardedHost }: { trustsForwardedHost: boolean },
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, rawHeaders } = request.raw
    if (!trustsForwardedHost) delete headers['x-forwarded-host']
    // Node keeps the first of several. A proxy may have looked at another one, so neither counts (RFC 9112, 3.2).
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) return done(new Problem('validation', { detail: 'The request could not be read.' }))
    done()
  })
}

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BotCheck } from '../../../tenants/client.ts'
import type { OutsideService } from '../../bot-check/outside-service.ts'

const nonces = new WeakMap<FastifyRequest, string>()

/** A fresh nonce a request, for the one style element that React Aria injects. */
export function nonceOf(request: FastifyRequest): string {
  const found = nonces.get(request) ?? randomBytes(16).toString('base64')
  nonces.set(request, found)
  return found
}

/** What an outside bot check has to load, as each service's own documentation says. */
const botCheckSources: Record<OutsideService, { scripts: string; frames: string; others: string }> = {
  turnstile: {
    scripts: 'https://challenges.cloudflare.com',
    frames: 'https://challenges.cloudflare.com',
    others: '',
  },
  hcaptcha: {
    scripts: 'https://hcaptcha.com https://*.hcaptcha.com',
    frames: 'https://hcaptcha.com https://*.hcaptcha.com',
    others: 'https://hcaptcha.com https://*.hcaptcha.com',
  },
  recaptcha: {
    scripts: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frames: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    others: 'https://www.google.com/recaptcha/',
  },
}

const sources = (...each: readonly string[]) => each.filter(text => text !== '').join(' ')

/**
 * The policy of a page: nothing from elsewhere, nothing inline but the nonced style, no markup from strings. A client that has
 * another house's bot check gives that house's scripts, and with them the last two, away (docs/decisions/0020).
 */
export function contentPolicy(nonce: string, botCheck: BotCheck): string {
  const outside = botCheck.service === 'altcha' ? null : botCheckSources[botCheck.service]
  return [
    "default-src 'none'",
    sources("script-src 'self'", outside?.scripts ?? ''),
    sources(`style-src 'self' 'nonce-${nonce}'`, outside?.others ?? ''),
    sources("connect-src 'self'", outside?.others ?? ''),
    ...(outside ? [`frame-src ${outside.frames}`] : []),
    // The worker of the portal's own bot check.
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(outside ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ')
}

/** Frames of another house come without its leave to be embedded: a client that has them gives up the isolation from it. */
export function embedderPolicy(botCheck: BotCheck): string {
  return botCheck.service === 'altcha' ? 'require-corp' : 'unsafe-none'
}

/** Pages bear contentPolicy with their nonce; everything else may load nothing, were it ever shown as a page. */
const nothingAtAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What the portal uses of a browser, on its own pages alone: passkeys, copying, and isolation from other sites. */
const used = 'clipboard-write cross-origin-isolated publickey-credentials-create publickey-credentials-get'
/** Everything else that browsers let a policy deny. */
const denied =
  'accelerometer autoplay browsing-topics camera captured-surface-control clipboard-read compute-pressure ' +
  'deferred-fetch deferred-fetch-minimal digital-credentials-create digital-credentials-get display-capture ' +
  'encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection keyboard-map ' +
  'language-detector language-model local-fonts local-network local-network-access loopback-network magnetometer ' +
  'microphone midi on-device-speech-recognition otp-credentials payment picture-in-picture ' +
  'private-state-token-issuance private-state-token-redemption screen-wake-lock serial speaker-selection ' +
  'storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking'
const permissionsPolicy = [
  ...denied.split(' ').map(feature => `${feature}=()`),
  ...used.split(' ').map(feature => `${feature}=(self)`),
].join(', ')

const twoYearsS = 63_072_000

/** What every answer bears, whatever it is: pages then replace the content policy with their own. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': nothingAtAll,
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': `max-age=${twoYearsS}; includeSubDomains` } : {}),
  }
}

export function registerSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done()
  })
}

/** By Node's own codes. */
const statuses = new Map<unknown, string>([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
])

/** What is no HTTP is answered in HTTP, with the same headers and no word of what was wrong with it. */
export function refuseUnreadable(headers: Record<string, string>): (error: Error, socket: Socket) => void {
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const answer = (status: string) =>
    [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return (error, socket) => {
    // A client that has gone is told nothing.
    const code = 'code' in error ? error.code : undefined
    if (code === 'ECONNRESET') return
    if (socket.writable) socket.write(answer(statuses.get(code) ?? '400 Bad Request'))
    socket.destroy(error)
  }
}

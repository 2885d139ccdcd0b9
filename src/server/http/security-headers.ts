import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BotCheck } from '../../clients/client.ts'
import type { ExternalService } from '../bot-check/external-service.ts'

const nonces = new WeakMap<FastifyRequest, string>()

/** The nonce of a request, for the one style element that React Aria injects. */
export function nonceOf(request: FastifyRequest): string {
  const found = nonces.get(request) ?? randomBytes(16).toString('base64')
  nonces.set(request, found)
  return found
}

/** The sources of each external bot check, by the service's documentation. */
const botCheckSources: Record<ExternalService, { scripts: string; frames: string; others: string }> = {
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
 * The policy of a page: no other sites, nothing inline except the style with the nonce, no markup from strings. A client with an
 * external bot check also allows that service's scripts and gives up Trusted Types (docs/decisions/0020).
 */
export function contentPolicy(nonce: string, botCheck: BotCheck): string {
  const external = botCheck.service === 'altcha' ? null : botCheckSources[botCheck.service]
  return [
    "default-src 'none'",
    sources("script-src 'self'", external?.scripts ?? ''),
    sources(`style-src 'self' 'nonce-${nonce}'`, external?.others ?? ''),
    sources("connect-src 'self'", external?.others ?? ''),
    ...(external ? [`frame-src ${external.frames}`] : []),
    // The worker of the portal's own bot check.
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(external ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
  ].join('; ')
}

/** The frames of external bot checks do not opt in to being embedded, so their clients cannot require it. */
export function embedderPolicy(botCheck: BotCheck): string {
  return botCheck.service === 'altcha' ? 'require-corp' : 'unsafe-none'
}

/** Pages replace this with contentPolicy. Anything else may load nothing, even if a browser showed it as a page. */
const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The browser features that the portal's own pages use: passkeys, copying, and isolation from other sites. */
const used = 'clipboard-write cross-origin-isolated publickey-credentials-create publickey-credentials-get'
/** All other features that a policy can deny. */
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

/**
 * The headers of every response. Pages replace the content security policy with their own, and what is no document loses the
 * permissions policy.
 */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': emptyPolicy,
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // For browsers that do not support frame-ancestors.
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': `max-age=${twoYearsS}; includeSubDomains` } : {}),
  }
}

/**
 * Data, scripts, styles and typefaces: no page of their own, even if a browser is led to one. Browsers read the permissions policy of
 * documents only, and it is longer than many a file: on a slow network each screen would wait for some fifty kilobytes of it.
 */
const isNoDocument = /^(application\/(json|problem\+json|javascript)|text\/(css|javascript)|font\/)/

export function registerSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    if (isNoDocument.test(String(reply.getHeader('content-type')))) reply.removeHeader('permissions-policy')
    done()
  })
}

/** The response status by Node's error code. */
const statuses = new Map<unknown, string>([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
])

/** Answers a request that is not valid HTTP with the same headers and without details. */
export function handleClientError(headers: Record<string, string>): (error: Error, socket: Socket) => void {
  const lines = Object.entries({ ...headers, 'content-length': '0', connection: 'close' })
  const responseWith = (status: string) =>
    [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return (error, socket) => {
    // The other side has closed the connection.
    const code = 'code' in error ? error.code : undefined
    if (code === 'ECONNRESET') return
    if (socket.writable) socket.write(responseWith(statuses.get(code) ?? '400 Bad Request'))
    socket.destroy(error)
  }
}

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Book, Client } from '../../clients/client.ts'
import { Problem } from '../../contract/problems.ts'
import type { Clock } from '../../domain/clock.ts'
import { dateOf } from '../../domain/dates.ts'
import { publishedContent } from '../../features/content/server/published-content.ts'
import type { ProviderSecrets } from '../../features/identity/oidc/server/provider-settings.ts'
import type { PasswordHasher } from '../../features/identity/passwords/server/password-hasher.ts'
import { createIdentity, type Identity } from '../../features/identity/server/identity.ts'
import { registerIdentity } from '../../features/identity/server/register-identity.ts'
import { clientContextOf } from '../../features/pages/server/client-context.ts'
import { clientOfRequest } from '../../features/settings/server/client-in-force.ts'
import { sharersOf, strictestInBook } from '../../features/settings/server/shared-books.ts'
import { createAccessCache, uncachedAccess } from '../../server/auth/access-cache.ts'
import { createLastSeen } from '../../server/auth/last-seen.ts'
import { type SessionStore, sessionStoreFor } from '../../server/auth/session-store.ts'
import type { BotCheckSecrets } from '../../server/bot-check/bot-check-secrets.ts'
import { type ExternalService, verificationUrls } from '../../server/bot-check/external-service.ts'
import { createNotifiedCache, type NotifiedCache, noCache } from '../../server/db/notified-cache.ts'
import type { Databases } from '../../server/db/pools.ts'
import type { Scanner } from '../../server/files/clamd.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import type { Files } from '../../server/files/files.ts'
import type { OpenLimits } from '../../server/heavy-work/count-open.ts'
import { bookOfRequest } from '../../server/http/book-of-request.ts'
import { type Addresses, clientOfHost } from '../../server/http/client-of-host.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
  timeoutOptions,
} from '../../server/http/connection-limits.ts'
import { registerDocumentation } from '../../server/http/documentation.ts'
import type { FrontEndOfClients } from '../../server/http/front-end-of-clients.ts'
import { resolveHost } from '../../server/http/host-header.ts'
import { limitBodies } from '../../server/http/limit-bodies.ts'
import { problemReply } from '../../server/http/problem-reply.ts'
import { type Pipeline, type Route, registerRoute } from '../../server/http/route.ts'
import {
  handleClientError,
  registerSecurityHeaders,
  securityHeaders,
} from '../../server/http/security-headers.ts'
import { createDownloads, downloadLimits } from '../../server/http/send-export.ts'
import { createUploads, uploadLimits } from '../../server/http/uploads.ts'
import { validateInput } from '../../server/http/validate-input.ts'
import { registerWebPages } from '../../server/http/web-pages.ts'
import { refuseMalformedText } from '../../server/http/well-formed.ts'
import { registerDevMail } from '../../server/mail/dev-mail-page.ts'
import { noProviders, type SignatureProviders } from '../../server/signatures/providers.ts'
import { areValidAt, type Sealer } from '../../server/signatures/seal/sealer.ts'
import { sealWarning } from '../../server/signatures/seal/watch-seal.ts'
import { largeObjectsRemain } from './health.queries.ts'
import { otherBookOf } from './other-book.ts'
import { fileRoutes, routes } from './routes.ts'

/** The program's settings and services; tests pass their own. */
export type AppSettings = {
  databases: Databases
  files: Files
  documentFiles: EncryptedFiles
  /** Absent: uploaded documents are not scanned for viruses. */
  scanFile?: Scanner | null
  /** Absent: there is no provider of signatures. */
  signatures?: SignatureProviders
  /** The certificates that seal signed documents; absent in most tests, where they are always valid. */
  seal?: Pick<Sealer, 'certificates'>
  clients: Readonly<Record<string, Client>>
  addresses: Addresses
  clock: Clock
  /** The root of every derived key; at least 32 characters. */
  secret: string
  mode: 'demonstration' | 'production'
  /** Whether reads may use cached principals and published content (docs/decisions/0010-access-cache.md). */
  cachesAccess?: boolean
  /** How long the times at which sessions were used are collected before they are written; absent: a second. */
  lastSeenEveryMs?: number
  /** Addresses or networks of the sponsor's own reverse proxies; absent: X-Forwarded headers are ignored. */
  trustedProxies?: string[]
  /** Whether X-Forwarded-Host of a trusted proxy names the host; absent: the Host header alone counts. */
  trustsForwardedHost?: boolean
  /** Absent: the program's own limits. Only tests set others. */
  limits?: ConnectionLimits
  uploadLimits?: OpenLimits
  downloadLimits?: OpenLimits
  /** The routes to serve; absent: every endpoint of the program. */
  routes?: readonly Route[]
  /** The built web (`dist/web`); null to serve only the API. */
  webRoot: string | null
  /** Absent or null: the clients are those that the build knew (makeFrontEnd). */
  frontEnd?: FrontEndOfClients | null
  log: FastifyBaseLogger
  /** Whether a client's `secondFactor` is enforced; absent: only in production, so that seed users can log in by password. */
  enforcesSecondFactor?: boolean
  /** Secrets of the clients' own identity providers (readProviderSecrets). */
  providerSecrets?: ProviderSecrets
  /** Secrets of external bot checks (readBotCheckSecrets). */
  botCheckSecrets?: BotCheckSecrets
  /** The addresses that verify external bot checks; absent: those of the services. Only tests set them. */
  botCheckAddresses?: Record<ExternalService, string>
  /** The cost of hashing a password; absent: OWASP's recommendation. Only tests lower it. */
  passwords?: PasswordHasher
}

/** Bodies are small forms; an endpoint that takes a file sets its own limit. */
const bodyLimitBytes = 256 * 1024

export async function createApp(settings: AppSettings): Promise<FastifyInstance> {
  const secureCookies = settings.addresses.originPattern.startsWith('https:')
  const headers = securityHeaders({ https: secureCookies })
  const limits = settings.limits ?? connectionLimits
  const app = Fastify({
    loggerInstance: settings.log,
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    // Addresses that the router cannot parse fail before a route's error handler and hooks apply.
    frameworkErrors: (error, request, reply) => problemReply(error, request, reply.headers(headers)),
    clientErrorHandler: handleClientError(headers),
    ...timeoutOptions(limits),
    // Anyone else who sends X-Forwarded headers could choose the rate-limited address.
    trustProxy: settings.trustedProxies?.length ? settings.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
  })
  limitConnections(app.server, limits)
  limitBodies(app.server, limits)
  app.setValidatorCompiler(validateInput)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(problemReply)
  await app.register(cookie)
  // Compressed bodies are rejected: bodies are small, and decompression would invite denial of service.
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  registerSecurityHeaders(app, headers)
  resolveHost(app, { trustsForwardedHost: settings.trustsForwardedHost ?? false })
  refuseMalformedText(app)
  await registerDocumentation(app)

  const access = settings.cachesAccess
    ? await createAccessCache(settings.databases.worker(), settings.log)
    : uncachedAccess
  const contentCache = await cacheOf(settings, 'almoner_content')
  const settingsCache = await cacheOf(settings, 'almoner_settings')
  for (const { close } of [access, contentCache, settingsCache]) app.addHook('onClose', close)
  const lastSeen = createLastSeen(settings.databases, settings.log, settings.lastSeenEveryMs)
  app.addHook('onClose', lastSeen.flush)
  const sessions = sessionStoreFor({
    databases: settings.databases,
    lastSeen,
    secret: settings.secret,
    secureCookies,
    onSessionChanged: access.invalidateSession,
    onUserSessionsEnded: access.invalidateUser,
  })
  const enforcesSecondFactor = settings.enforcesSecondFactor ?? settings.mode === 'production'
  const identity = createIdentity(
    { ...settings, realmDbOf: name => settings.databases.realm(name), secureCookies, enforcesSecondFactor },
    app.inject.bind(app),
  )
  const pipeline: Pipeline = {
    accessDbOf: client => settings.databases.accessAdmin(client.realm),
    sessions,
    access,
    uploads: createUploads(settings.uploadLimits ?? uploadLimits),
    downloads: createDownloads(settings.downloadLimits ?? downloadLimits),
    ...contextReaders(settings, { sessions, identity, contentCache }, settingsCache),
  }
  for (const each of settings.routes ?? routes) registerRoute(app, each, pipeline)
  for (const register of fileRoutes) register(app, pipeline)
  await registerIdentity(app, { identity, pipeline })

  if (settings.mode === 'demonstration') registerDevMail(app, settings)
  app.get('/healthz', { schema: { hide: true } }, async () => await health(settings))
  if (settings.webRoot)
    await registerWebPages(app, {
      webRoot: settings.webRoot,
      ofClients: settings.frontEnd ?? null,
      pipeline,
      clientContextOf,
      readContent: publishedContent,
    })
  else
    app.setNotFoundHandler(() => {
      throw new Problem('not-found')
    })
  return app
}

/** The triggers of published content (db/migrations/0014_content.sql) and of settings (0185_settings_on_screen.sql) notify. */
async function cacheOf(
  { cachesAccess, databases, log }: AppSettings,
  channel: 'almoner_content' | 'almoner_settings',
): Promise<NotifiedCache> {
  if (!cachesAccess) return noCache
  return await createNotifiedCache(databases.worker(), { channel, log })
}

function contextReaders(
  settings: AppSettings,
  services: { sessions: SessionStore; identity: Identity; contentCache: NotifiedCache },
  settingsCache: NotifiedCache,
): Pick<Pipeline, 'contextOf' | 'contextOfSession'> {
  const botChecks = {
    secrets: settings.botCheckSecrets ?? {},
    addresses: settings.botCheckAddresses ?? verificationUrls,
  }
  const scheme = settings.addresses.originPattern.startsWith('https:') ? 'https' : 'http'
  const clientOf = (request: FastifyRequest) => {
    const client = clientOfHost(request.host, settings.addresses, settings.clients)
    if (!client) throw new Problem('not-found')
    return client
  }
  const contextIn = async (file: Client, book: Book, request: FastifyRequest, reply: FastifyReply) => {
    // §7: the browser adopts the account of the response for its next calls.
    if (file.secondaryBook !== null) reply.header('X-Currency', book.currency)
    const now = settings.clock.now()
    const realmDb = settings.databases.realm(file.realm)
    const inForceOf = (each: Client) => clientOfRequest(settingsCache, { request, realmDb, file: each, now })
    const client = await inForceOf(file)
    const sharers = await Promise.all(sharersOf(file, Object.values(settings.clients)).map(inForceOf))
    return {
      ...services,
      client: strictestInBook(client, book, sharers),
      ...{ clientOfFile: file, sharers },
      book,
      db: settings.databases.book(book.name),
      realmDb,
      otherBook: otherBookOf(client, { book, sharers, databases: settings.databases }),
      files: settings.files,
      documentFiles: settings.documentFiles,
      scanFile: settings.scanFile ?? null,
      signatures: settings.signatures ?? noProviders,
      canSeal: settings.seal == null || areValidAt(settings.seal.certificates, now),
      clock: settings.clock,
      today: dateOf(now, client.timeZone),
      log: request.log,
      origin: `${scheme}://${request.host}`,
      demonstration: settings.mode === 'demonstration',
      botChecks,
      request,
      reply,
    }
  }
  return {
    contextOf: async (request, reply) => {
      const client = clientOf(request)
      return await contextIn(client, bookOfRequest(client, request.headers['x-currency']), request, reply)
    },
    contextOfSession: async (request, reply) => {
      const client = clientOf(request)
      const named = request.headers['x-currency']
      const asksSession = named === undefined && client.secondaryBook !== null
      const chosen = asksSession
        ? await services.sessions.currencyOfCookie(request, client, settings.clock.now())
        : null
      return await contextIn(client, bookOfRequest(client, chosen ?? named), request, reply)
    },
  }
}

type Health = {
  status: 'ready'
  /** What an administrator of the database still has to do (docs/operate.md); absent if nothing remains. */
  remaining?: readonly ['revoke-large-objects']
  /** What an operator should do soon, such as replacing a seal that expires. */
  warnings?: readonly string[]
}

/** Ready means that the database answers; a load balancer sends requests to no other instance. */
async function health({ databases, clients, addresses, seal, clock }: AppSettings): Promise<Health> {
  const book = clients[addresses.defaultClient]?.book.name ?? ''
  try {
    const remains = await largeObjectsRemain(databases.book(book))
    const warning = seal ? sealWarning(seal, clock.now()) : null
    return {
      status: 'ready',
      ...(remains ? { remaining: ['revoke-large-objects'] } : {}),
      ...(warning === null ? {} : { warnings: [warning] }),
    }
  } catch {
    throw new Problem('unavailable', { detail: 'The database does not answer.' })
  }
}

import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { Problem } from '../contract/problems.ts'
import type { Clock } from '../domain/clock.ts'
import { dateOf } from '../domain/dates.ts'
import type { Book, Client } from '../tenants/client.ts'
import type { BotCheckSecrets } from './bot-check/bot-check-secrets.ts'
import { type OutsideService, verificationAddresses } from './bot-check/outside-service.ts'
import { type ChangeMemory, remembersNothing, remembersUntilAnnounced } from './db/changes/change-memory.ts'
import type { Databases } from './db/pools.ts'
import type { Files } from './files/files.ts'
import { problemReply } from './http/answer/problem-reply.ts'
import { refuseUnreadable, registerSecurityHeaders, securityHeaders } from './http/answer/security-headers.ts'
import { registerWebPages } from './http/answer/web-pages.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
  timeoutOptions,
} from './http/connection-limits.ts'
import { registerDocumentation } from './http/documentation.ts'
import { bookOfRequest, booksOfClient, clientInBook } from './http/request/book-of-request.ts'
import { type Addresses, clientOfHost } from './http/request/client-of-host.ts'
import { settleHost } from './http/request/host-header.ts'
import { refuseMalformedText } from './http/request/well-formed.ts'
import type { BaseContext } from './http/request-context.ts'
import { type Pipeline, type Route, registerRoute } from './http/route.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import type { PasswordHasher } from './identity/passwords.ts'
import type { ProviderSecrets } from './identity/providers/settings/provider-settings.ts'
import { registerIdentity } from './identity/register-identity.ts'
import { registerDevMail } from './mail/dev-mail-page.ts'
import { fileRoutes, routes } from './routes.ts'
import { readsEachTime, remembersBetweenChanges } from './session/access-memory.ts'
import { type SessionKeeper, sessionKeeper } from './session/session-keeper.ts'

/** Everything that the program is given from outside; a test gives its own. */
export type AppSettings = {
  databases: Databases
  files: Files
  clients: Readonly<Record<string, Client>>
  addresses: Addresses
  clock: Clock
  /** Root of every derived key; 32 characters or more. */
  secret: string
  mode: 'demonstration' | 'production'
  /** Whether reads may answer who is asking, and what is published, from memory between changes (docs/decisions/0010-remembered-access.md). */
  remembersAccess?: boolean
  /** Addresses or networks of the sponsor's own reverse proxies; absent: none is believed. */
  trustedProxies?: string[]
  /** Whether a trusted proxy says by X-Forwarded-Host which host was asked for; absent: the Host header alone counts. */
  trustsForwardedHost?: boolean
  /** Absent: those of the program. Tests alone give others. */
  limits?: ConnectionLimits
  /** What it answers; absent: every endpoint of the program. */
  routes?: readonly Route[]
  /** The built web (`dist/web`); null where only the API is served. */
  webRoot: string | null
  log: FastifyBaseLogger
  /** Whether a client's `secondFactor` binds its people; absent: in production alone, so that the demonstration's sign in by password. */
  enforcesSecondFactor?: boolean
  /** What the clients' own identity providers need of the environment (readProviderSecrets); absent: nothing. */
  providerSecrets?: ProviderSecrets
  /** What outside bot checks need of it (readBotCheckSecrets); absent: nothing. */
  botCheckSecrets?: BotCheckSecrets
  /** Where outside bot checks verify; absent: at the services themselves. Tests alone give others. */
  botCheckAddresses?: Record<OutsideService, string>
  /** What a guess at a password costs; absent: what OWASP asks for. Tests alone give a cheaper one. */
  passwords?: PasswordHasher
}

/** Bodies are small forms; an endpoint that takes a file says a limit of its own. */
const bodyLimitBytes = 256 * 1024

export async function createApp(settings: AppSettings): Promise<FastifyInstance> {
  const secureCookies = settings.addresses.originPattern.startsWith('https:')
  const headers = securityHeaders({ https: secureCookies })
  const limits = settings.limits ?? connectionLimits
  const app = Fastify({
    loggerInstance: settings.log,
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    // Addresses that the router cannot read fail before any route's error handler and hooks are known.
    frameworkErrors: (error, request, reply) => problemReply(error, request, reply.headers(headers)),
    clientErrorHandler: refuseUnreadable(headers),
    ...timeoutOptions(limits),
    // Whoever else sends X-Forwarded headers could choose the address that is throttled.
    trustProxy: settings.trustedProxies?.length ? settings.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
  })
  limitConnections(app.server, limits)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(problemReply)
  await app.register(cookie)
  // Nobody sends us compressed bodies: they are small, and unpacking them would be a way to make the program work.
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  registerSecurityHeaders(app, headers)
  settleHost(app, { trustsForwardedHost: settings.trustsForwardedHost ?? false })
  refuseMalformedText(app)
  await registerDocumentation(app)

  const access = settings.remembersAccess
    ? await remembersBetweenChanges(settings.databases.worker(), settings.log)
    : readsEachTime
  const contentMemory = await contentMemoryOf(settings)
  app.addHook('onClose', access.close)
  app.addHook('onClose', contentMemory.close)
  const sessions = sessionKeeper({
    databases: settings.databases,
    secret: settings.secret,
    secureCookies,
    onEnd: access.forget,
    onEndOf: access.forgetPerson,
  })
  const enforcesSecondFactor = settings.enforcesSecondFactor ?? settings.mode === 'production'
  const identity = createIdentity({ ...settings, secureCookies, enforcesSecondFactor }, app.inject.bind(app))
  const pipeline: Pipeline = {
    sessions,
    access,
    contextOf: contextReader(settings, { sessions, identity, contentMemory }),
  }
  for (const each of settings.routes ?? routes) registerRoute(app, each, pipeline)
  for (const register of fileRoutes) register(app, pipeline)
  await registerIdentity(app, { identity, pipeline })

  if (settings.mode === 'demonstration') registerDevMail(app, settings)
  app.get('/healthz', { schema: { hide: true } }, async () => await health(settings))
  if (settings.webRoot) await registerWebPages(app, { webRoot: settings.webRoot, pipeline })
  else
    app.setNotFoundHandler(() => {
      throw new Problem('not-found')
    })
  return app
}

/** What is published is announced by migration 0030's trigger. */
async function contentMemoryOf({ remembersAccess, databases, log }: AppSettings): Promise<ChangeMemory> {
  if (!remembersAccess) return remembersNothing
  return await remembersUntilAnnounced(databases.worker(), { channel: 'almoner_content', log })
}

function contextReader(
  settings: AppSettings,
  kept: { sessions: SessionKeeper; identity: Identity; contentMemory: ChangeMemory },
): Pipeline['contextOf'] {
  const botChecks = {
    secrets: settings.botCheckSecrets ?? {},
    addresses: settings.botCheckAddresses ?? verificationAddresses,
  }
  const scheme = settings.addresses.originPattern.startsWith('https:') ? 'https' : 'http'
  return (request, reply) => {
    const client = clientOfHost(request.host, settings.addresses, settings.clients)
    if (!client) throw new Problem('not-found')
    const book = bookOfRequest(client, request.headers['x-currency'])
    // §7: the browser takes over what the answer is about, and keeps asking for it.
    if (client.secondaryBook !== null) reply.header('X-Currency', book.currency)
    const now = settings.clock.now()
    return {
      ...kept,
      client: clientInBook(client, book),
      book,
      db: settings.databases.book(book.name),
      realmDb: settings.databases.realm(client.realm),
      otherBook: otherBookOf(client, book, settings.databases),
      files: settings.files,
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
}

function otherBookOf(client: Client, book: Book, databases: Databases): BaseContext['otherBook'] {
  const other = booksOfClient(client).find(({ name }) => name !== book.name)
  if (!other) return null
  const { stepUpFromMinor } = clientInBook(client, other)
  return { name: other.name, db: databases.book(other.name), stepUpFromMinor }
}

/** Ready is a program whose database answers; a balancer sends nobody to another. */
async function health({ databases, clients, addresses }: AppSettings): Promise<{ status: 'ready' }> {
  const book = clients[addresses.defaultClient]?.book.name ?? ''
  try {
    await sql`select 1`.execute(databases.book(book))
  } catch {
    throw new Problem('unavailable')
  }
  return { status: 'ready' }
}

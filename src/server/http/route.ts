import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { Access, Endpoint, HandlerInput, ReceivedUpload, Reply } from '../../contract/endpoint.ts'
import type { FileReply } from '../../contract/list.ts'
import { Problem } from '../../contract/problems.ts'
import { uploadType } from '../../contract/request-of.ts'
import { isFundId } from '../../domain/fund-id.ts'
import { isUuid } from '../../domain/uuid.ts'
import { type AccessReader, uncachedAccess } from '../auth/access-cache.ts'
import { type Actor, actorOf, authorizedAccount } from '../auth/actor.ts'
import type { SessionStore } from '../auth/session-store.ts'
import { requireStepUp } from '../auth/step-up.ts'
import type { DB } from '../db/schema.ts'
import type { OpenCount } from '../heavy-work/count-open.ts'
import { type Admission, type Admitted, isAdmitted, isStillAdmitted, permits } from './admission.ts'
import { withColumns } from './columns.ts'
import { endWhenRefused } from './end-when-refused.ts'
import { incomingUpload, withUpload } from './incoming-upload.ts'
import { limitAmounts } from './limit-amounts.ts'
import { expectUpload } from './limit-bodies.ts'
import { recordExport } from './record-export.ts'
import type { BaseContext, ContextOf, FullContext } from './request-context.ts'
import { runOnce } from './run-once.ts'
import { sendExport } from './send-export.ts'
import { receiveUpload } from './uploads.ts'
import { whenClosed } from './when-closed.ts'

/** An endpoint with its handler. A routes file is a list of these. */
export type Route = {
  endpoint: Endpoint
  handle: (input: HandlerInput<Endpoint>, context: FullContext, prepared?: unknown) => Promise<unknown>
  /** What is done before the transaction of an idempotent command; see preparedRoute. */
  prepare?: (input: HandlerInput<Endpoint>, context: FullContext) => Promise<unknown>
}

export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, context: ContextOf<E>) => Promise<Reply<E>>,
): Route {
  // registerRoute passes exactly the context that the endpoint's access and path require, which is what ContextOf says.
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/**
 * A route with work that may have to wait, such as reading the file: it is done before the transaction in which an idempotent command
 * runs, which would otherwise hold a connection meanwhile. Its result is passed to the handler.
 */
export function preparedRoute<const E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: HandlerInput<E>, context: ContextOf<E>) => Promise<Prepared>,
  handle: (input: HandlerInput<E>, context: ContextOf<E>, prepared: Prepared) => Promise<Reply<E>>,
): Route {
  return {
    endpoint,
    // As in `route`; the pipeline passes what `prepare` gave.
    prepare: prepare as unknown as NonNullable<Route['prepare']>,
    // As in `route`.
    handle: handle as unknown as Route['handle'],
  }
}

const admissions = new WeakMap<FastifyRequest, Admission>()

export type Pipeline = {
  /** The context with the client and book of the request. Throws a Problem for an unknown host. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<BaseContext>
  /** The same, in the currency that the session's cookie chose if the request names none (§4, §7). */
  contextOfSession(request: FastifyRequest, reply: FastifyReply): Promise<BaseContext>
  /** The connection of a client's realm that changes who may do what. */
  accessDbOf(client: Client): Kysely<DB>
  sessions: SessionStore
  access: AccessReader
  uploads: OpenCount
  /** Files that are made for a request, until its reply has been read. */
  downloads: OpenCount
}

/** Registers a route. Every request passes: client → session → access → step-up → validation → handler → validation of the reply. */
export function registerRoute(app: FastifyInstance, route: Route, pipeline: Pipeline): void {
  if (!route.endpoint.upload) {
    addRoute(app, route, pipeline)
    return
  }
  const { maxBytes } = route.endpoint.upload
  // Only upload endpoints accept bytes, so their parser has its own scope. The body is read after the access check, up to the limit.
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addHook('preParsing', async (request, reply) => {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Problem('too-large')
      const admission = admissions.get(request)
      if (!admission) throw new Error('an upload arrived without passing the pipeline')
      const { context, actor } = admission
      admission.incoming = incomingUpload(reply, pipeline.uploads.admit(personOf(context, actor)))
      // After the access check, so that only people who may upload get the time for it.
      expectUpload(request.raw)
    })
    scope.addContentTypeParser(uploadType, async (request: FastifyRequest, body: Readable) => {
      const incoming = admissions.get(request)?.incoming
      if (!incoming) throw new Error('an upload arrived without passing the pipeline')
      incoming.file = await receiveUpload(body, { maxBytes })
      if (incoming.isReplied) incoming.finish()
      return null
    })
    addRoute(scope, route, pipeline)
  })
}

const personOf = ({ client, request }: BaseContext, actor: Actor | undefined) => ({
  client: client.name,
  person: actor?.userId ?? `visitor ${request.ip}`,
})

function addRoute(app: FastifyInstance, { endpoint, handle, prepare }: Route, pipeline: Pipeline): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.upload ? { bodyLimit: endpoint.upload.maxBytes } : {}),
    schema: {
      summary: endpoint.summary,
      description: `Access: ${accessText(endpoint.access)}${endpoint.stepUp ? '; requires step-up' : ''}`,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.file ? {} : { response: { 200: endpoint.reply } }),
    },
    onRequest: async (request, reply) => {
      const context = await pipeline.contextOfSession(request, reply)
      if (endpoint.access === 'public') return void admissions.set(request, { context })
      const admitted = await enforceGuard(endpoint, context, pipeline)
      // After the access check, so that it never asks for a step-up without the permission.
      if (endpoint.stepUp) requireStepUp({ ...context, actor: admitted.actor })
      admissions.set(request, admitted)
      // What lasts ends with the right to it, and not only at the next request.
      if (endpoint.file || endpoint.upload) endWhenRefused(context, () => isStillAdmitted(endpoint, admitted))
    },
    handler: async (request, reply) => {
      const found = admissions.get(request)
      if (!found) throw new Error('a request reached its handler without passing the pipeline')
      const { context, incoming, actor, account } = found
      const admission = { ...(actor ? { actor } : {}), ...(account ? { account } : {}) }
      const { params, query, body } = request
      if (!endpoint.amountsOfRecord) limitAmounts(body, context.client, context.book)
      const input = { params, query, ...(endpoint.upload ? { upload: uploadOf(request) } : { body }) }
      const idempotencyKey = endpoint.idempotent ? idempotencyKeyOf(request) : undefined
      if (endpoint.file) whenClosed(reply, pipeline.downloads.admit(personOf(context, actor)))
      const accessDb = endpoint.changesAccess ? pipeline.accessDbOf(context.client) : undefined
      // The endpoint’s access decides which of these a handler gets.
      const full = { ...context, ...admission, idempotencyKey, accessDb } as FullContext
      const response = await withUpload(incoming, async () => {
        // The file may have taken minutes to arrive.
        if (endpoint.upload && isAdmitted(found) && !(await isStillAdmitted(endpoint, found)))
          throw new Problem('access-denied')
        // The endpoint’s schemas have checked the request.
        const prepared = await prepare?.(input as HandlerInput<Endpoint>, full)
        const run = async (db: Kysely<DB>) =>
          // As above.
          await handle(input as HandlerInput<Endpoint>, { ...full, db }, prepared)
        return endpoint.idempotent !== true || idempotencyKey === undefined || actor === undefined
          ? await run(context.db)
          : await runOnce(
              context.db,
              {
                ...{ endpoint, input, idempotencyKey, actor, client: context.client.name },
                ...{ at: context.clock.now(), address: request.ip },
              },
              run,
            )
      })
      if (endpoint.file) {
        await recordExport(endpoint, context, admission.actor)
        // An endpoint with `file` replies with a file, by its contract.
        return await sendExport(reply, response as FileReply)
      }
      const columns = requestedColumns(query)
      if (columns === undefined) return reply.send(response)
      // withColumns has already encoded the reply by its schema, which would reject missing fields.
      return reply.serializer(JSON.stringify).send(withColumns(endpoint, response, columns))
    },
  })
}

function uploadOf(request: FastifyRequest): ReceivedUpload {
  const file = admissions.get(request)?.incoming?.file
  if (file && file.size > 0) return file
  throw new Problem('validation', { detail: 'The file is empty.' })
}

/** The `columns` parameter of a list (§7); the query has been validated. */
function requestedColumns(query: unknown): string | undefined {
  // The pipeline’s schema of lists has `columns` as a text.
  return (query as { columns?: string } | undefined)?.columns
}

async function enforceGuard(
  endpoint: Endpoint,
  context: BaseContext,
  { sessions, access }: Pipeline,
): Promise<Admitted> {
  const { request, reply, client, clock } = context
  const now = clock.now()
  const claims = sessions.claimsOf(request, client, now)
  if (!claims) throw new Problem('signed-out')
  const inPath = fundIdInPath(endpoint, request)
  const fundId = accountOfRequest(inPath, request)
  // Reads may use the cache; a change always reads the permissions from the database.
  const reader = endpoint.method === 'GET' ? access : uncachedAccess
  const principal = await reader.loadPrincipal(context.db, {
    ...claims,
    client: client.name,
    book: context.book.name,
    fundId,
    now,
  })
  if (!principal) throw new Problem('signed-out')
  // A cookie that was copied before a step-up must not gain what the step-up allows: the former one of a pair only reads.
  if (principal.cookie_state === 'former' && endpoint.method !== 'GET') throw new Problem('session-renewed')
  const actor = actorOf(principal, claims.sessionId)
  const account = fundId === 0 ? null : authorizedAccount(principal, actor, fundId)
  const updated = await sessions.extend(
    reply,
    client,
    {
      ...claims,
      lastSeenAt: principal.last_seen_at,
      cookieState: principal.cookie_state,
      cookieSince: principal.cookie_since,
    },
    now,
  )
  if (updated === 'cookie') access.invalidateSession(claims.sessionId)
  if (updated === 'last-seen') access.updateLastSeen(claims.sessionId, now)
  const admitted = { context, actor, fundId }
  if (endpoint.access === 'session') return account ? { ...admitted, account } : admitted
  if (!actor.hasAccess) throw new Problem('access-denied')
  if (fundId !== 0 && !account) throw new Problem('not-found')
  if (!permits(endpoint.access, actor)) {
    // 404 for what a person may not see; 403 for what they may see but not change (§14).
    throw new Problem(endpoint.method === 'GET' ? 'not-found' : 'access-denied')
  }
  const mayWrite = endpoint.changesEntered ? account?.writeAccessWhenEntered : account?.writeAccess
  if (inPath !== null && endpoint.method !== 'GET' && !mayWrite) throw new Problem('access-denied')
  return account && inPath !== null ? { ...admitted, account } : admitted
}

const accessText = (access: Access): string => (typeof access === 'string' ? access : access.join(' or '))

function fundIdInPath(endpoint: Endpoint, request: FastifyRequest): number | null {
  if (!endpoint.path.includes('{fundId}')) return null
  // Access is checked before the parameters are validated, so that replies do not reveal which IDs are well formed.
  const text = (request.params as { fundId: string }).fundId
  if (!isFundId(text)) throw new Problem('not-found')
  return Number(text)
}

/** Every request has X-AccountId, the current fund ID or 0 (§7). If the path names a fund too, they must agree. */
function accountOfRequest(inPath: number | null, request: FastifyRequest): number {
  const header = request.headers['x-accountid']
  const text = typeof header === 'string' ? header : '0'
  if (text !== '0' && !isFundId(text)) throw new Problem('not-found')
  const current = Number(text)
  if (inPath !== null && current !== 0 && current !== inPath) throw new Problem('account-mismatch')
  return inPath ?? current
}

/** The key that makes a repeated request harmless (§10). */
function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !isUuid(key))
    throw new Problem('validation', { detail: 'An Idempotency-Key header with a UUID is required.' })
  return key
}

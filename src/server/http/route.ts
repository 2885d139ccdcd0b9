import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Endpoint, HandlerInput, Reply } from '../../contract/endpoint.ts'
import { Problem } from '../../contract/problems.ts'
import { uploadType } from '../../contract/request-of.ts'
import { type AccessReader, uncachedAccess } from '../auth/access-cache.ts'
import { type Actor, type AuthorizedAccount, actorOf, authorizedAccount } from '../auth/actor.ts'
import type { SessionStore } from '../auth/session-store.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { withColumns } from './columns.ts'
import type { BaseContext, ContextOf, FullContext } from './request-context.ts'

/** One endpoint with what answers it. A routes file is a list of these. */
export type Route = {
  endpoint: Endpoint
  handle: (input: HandlerInput<Endpoint>, context: FullContext) => Promise<unknown>
}

export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, context: ContextOf<E>) => Promise<Reply<E>>,
): Route {
  // The registrar below fills in exactly what the endpoint's access and path ask for, which is what ContextOf says.
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** What a request is known to be before its handler: its client, and who is asking about which account. */
type Known = { context: BaseContext; actor?: Actor; account?: AuthorizedAccount }

const known = new WeakMap<FastifyRequest, Known>()

export type Pipeline = {
  /** Client and book of the request; a Problem where the host is nobody's. */
  contextOf(request: FastifyRequest, reply: FastifyReply): BaseContext
  sessions: SessionStore
  access: AccessReader
}

/** client → session → access → step-up → validate → handle → validate the reply: the one way a request takes. */
export function registerRoute(app: FastifyInstance, route: Route, pipeline: Pipeline): void {
  if (!route.endpoint.upload) {
    addRoute(app, route, pipeline)
    return
  }
  // A parser of its own, in a scope of its own: no other endpoint takes bytes. They are read after access, up to the limit.
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(uploadType, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    )
    addRoute(scope, route, pipeline)
  })
}

function addRoute(app: FastifyInstance, { endpoint, handle }: Route, pipeline: Pipeline): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.upload ? { bodyLimit: endpoint.upload.bytesAtMost } : {}),
    schema: {
      summary: endpoint.summary,
      description: `Access: ${endpoint.access}${endpoint.stepUp ? '; asks for proof of who is asking' : ''}`,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      response: { 200: endpoint.reply },
    },
    onRequest: async (request, reply) => {
      const context = pipeline.contextOf(request, reply)
      if (endpoint.access === 'public') return void known.set(request, { context })
      const admitted = await admit(endpoint, context, pipeline)
      // After access, so that nobody is asked for proof of what they may not do anyway.
      if (endpoint.stepUp) requireStepUp({ ...context, actor: admitted.actor })
      known.set(request, admitted)
    },
    handler: async (request, reply) => {
      const found = known.get(request)
      if (!found) throw new Error('a request reached its handler without passing the pipeline')
      const { context, ...asked } = found
      const { params, query, body } = request
      const input = { params, query, ...(endpoint.upload ? { upload: uploadOf(request) } : { body }) }
      const idempotencyKey = endpoint.idempotent ? idempotencyKeyOf(request) : undefined
      const answer = await handle(
        input as HandlerInput<Endpoint>,
        { ...context, ...asked, idempotencyKey } as FullContext,
      )
      const columns = columnsAsked(query)
      if (columns === undefined) return reply.send(answer)
      // Fewer fields than the schema has: what is sent has been through it already.
      return reply.serializer(JSON.stringify).send(withColumns(endpoint, answer, columns))
    },
  })
}

function uploadOf({ body }: FastifyRequest): Uint8Array {
  if (body instanceof Uint8Array && body.length > 0) return body
  throw new Problem('validation', { detail: 'The file is empty.' })
}

/** §7's `columns` of a list; the query has been validated. */
function columnsAsked(query: unknown): string | undefined {
  return (query as { columns?: string } | undefined)?.columns
}

async function admit(
  endpoint: Endpoint,
  context: BaseContext,
  { sessions, access }: Pipeline,
): Promise<Known & { actor: Actor }> {
  const { request, reply, client, clock } = context
  const now = clock.now()
  const claims = sessions.claimsOf(request, client, now)
  if (!claims) throw new Problem('signed-out')
  const inPath = fundIdInPath(endpoint, request)
  const fundId = accountOfRequest(inPath, request)
  // What is only shown may be answered from memory; a change always asks the database.
  const reader = endpoint.method === 'GET' ? access : uncachedAccess
  const asking = await reader.loadPrincipal(context.db, {
    ...claims,
    client: client.name,
    book: context.book.name,
    fundId,
    now,
  })
  if (!asking) throw new Problem('signed-out')
  const actor = actorOf(asking, claims.sessionId)
  const account = fundId === 0 ? null : authorizedAccount(asking, actor, fundId)
  const isTouched = await sessions.extend(reply, client, { ...claims, lastSeenAt: asking.last_seen_at }, now)
  if (isTouched) access.forget(claims.sessionId)
  if (endpoint.access === 'session') return account ? { context, actor, account } : { context, actor }
  if (!actor.hasAccess) throw new Problem('access-denied')
  if (fundId !== 0 && !account) throw new Problem('not-found')
  if (!isOpen(endpoint.access) && !actor.actions.has(endpoint.access)) {
    // What a person may not see does not exist for them; what they may see but not change is refused (§14).
    throw new Problem(endpoint.method === 'GET' ? 'not-found' : 'access-denied')
  }
  if (inPath !== null && endpoint.method !== 'GET' && !account?.writeAccess)
    throw new Problem('access-denied')
  return account && inPath !== null ? { context, actor, account } : { context, actor }
}

function isOpen(access: Access): access is 'public' | 'session' | 'signed-in' {
  return access === 'public' || access === 'session' || access === 'signed-in'
}

function fundIdInPath(endpoint: Endpoint, request: FastifyRequest): number | null {
  if (!endpoint.path.includes('{fundId}')) return null
  // Access is asked before the parameters are validated, so that nobody learns which ids are well formed.
  const text = (request.params as { fundId: string }).fundId
  if (!/^\d{6,8}$/.test(text)) throw new Problem('not-found')
  return Number(text)
}

/** §7: every call carries X-AccountId, the current fund id or 0; where the address names a fund too, they must agree. */
function accountOfRequest(inPath: number | null, request: FastifyRequest): number {
  const header = request.headers['x-accountid']
  const text = typeof header === 'string' ? header : '0'
  if (!/^(0|\d{6,8})$/.test(text)) throw new Problem('not-found')
  const current = Number(text)
  if (inPath !== null && current !== 0 && current !== inPath) throw new Problem('account-mismatch')
  return inPath ?? current
}

/** A change that must not happen twice says which draft it belongs to; a repeat with the same key is harmless (§10). */
function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key))
    throw new Problem('validation', { detail: 'An Idempotency-Key header with a UUID is required.' })
  return key
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import type { Pipeline } from '../../../server/http/route.ts'
import { followEnvelope } from './follow-envelope.ts'

/** Providers send a few kilobytes. */
const maxBodyBytes = 256 * 1024

/**
 * Webhooks of the providers of signatures: POST /api/signature-events/{provider}. The body is read as it came, because its signature
 * covers the bytes. It only says that an envelope changed; a job asks the provider for its status. So a webhook may come late,
 * twice or in any order, and a lost one is found by polling.
 */
export function registerSignatureEvents(app: FastifyInstance, pipeline: Pipeline): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, bytes, done) =>
      done(null, bytes),
    )
    scope.post<{ Params: { provider: string } }>(
      '/api/signature-events/:provider',
      { schema: { hide: true }, bodyLimit: maxBodyBytes },
      async (request, reply) => {
        const context = await pipeline.contextOf(request, reply)
        await acceptEvent(request.params.provider, request, context)
        return await reply.status(204).send()
      },
    )
  })
}

async function acceptEvent(name: string, request: FastifyRequest, context: BaseContext): Promise<void> {
  const { signatures, book, db, otherBook } = context
  const provider = signatures.open(name, { ...context, book: book.name })
  if (!provider) throw new Problem('not-found')
  const { body } = request
  if (!(body instanceof Uint8Array) || body.length === 0)
    throw new Problem('validation', { detail: 'The event is empty.' })
  const event = provider.readWebhook(headersOf(request), body)
  if (!event) throw new Problem('signed-out')
  for (const inBook of [db, ...(otherBook ? [otherBook.db] : [])])
    if (await followEnvelope(signatures, inBook, { provider: name, envelopeId: event.envelopeId })) return
  // Not an error: the reply about the new envelope may not have arrived yet, and the next poll finds what happened.
}

/** Repeated headers are joined, as HTTP defines it. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

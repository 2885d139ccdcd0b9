import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import type * as contract from '../../../contract/published-content.contract.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { publishedNow } from './published-content.ts'

/** The published content of a place, as cached JSON. */
export async function getContent(
  { params }: HandlerInput<typeof contract.getContent>,
  context: ContextOf<typeof contract.getContent>,
): Promise<Reply<typeof contract.getContent>> {
  const { request, reply } = context
  const { content, json, etag } = (await publishedNow(context)).place(params.place)
  // The browser caches it and revalidates each time. It varies by host and currency.
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'X-Currency')
  const isKnown = knownTags(request.headers['if-none-match']).includes(etag)
  if (isKnown) reply.status(304)
  reply.type('application/json; charset=utf-8').serializer(() => (isKnown ? '' : json))
  return content
}

/** Also matches weak tags, because compressing proxies weaken them. */
const knownTags = (header: string | undefined) =>
  (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))

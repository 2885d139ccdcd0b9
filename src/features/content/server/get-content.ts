import type { Given, Reply } from '../../../contract/endpoint.ts'
import type { getContent } from '../../../contract/published-content.contract.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { publishedNow } from './published-content.ts'

/** What is published at a place: written and validated when it was read, so that a request costs little more than its bytes. */
export async function showContent(
  { params }: Given<typeof getContent>,
  context: ContextOf<typeof getContent>,
): Promise<Reply<typeof getContent>> {
  const { request, reply } = context
  const { content, json, etag } = (await publishedNow(context)).place(params.place)
  // The browser keeps it and asks each time whether it still holds; the host and the currency say whose it is.
  reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'X-Currency')
  const isKnown = knownTags(request.headers['if-none-match']).includes(etag)
  if (isKnown) reply.status(304)
  reply.type('application/json; charset=utf-8').serializer(() => (isKnown ? '' : json))
  return content
}

/** Weak ones too: whoever compresses an answer on its way makes its tag weak. */
const knownTags = (header: string | undefined) =>
  (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))

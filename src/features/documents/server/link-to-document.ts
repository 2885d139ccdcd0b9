import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import type { downloadDocument } from '../documents.contract.ts'
import { documentReader, mayRead } from './document-reader.ts'
import { type DocumentRow, findDocument } from './documents.queries.ts'
import { addLink } from './downloads.queries.ts'

/**
 * A link for this session to a document that the caller may read. What they may not read, and a document of another account or type,
 * does not exist for them (§14).
 */
export async function linkToDocument(
  { params, query }: HandlerInput<typeof downloadDocument>,
  context: ContextOf<typeof downloadDocument>,
): Promise<Reply<typeof downloadDocument>> {
  const document = await findDocument(context.db, context.account.accountId, params.documentId)
  const isNamed = query.entityId === context.account.accountId && query.type === document?.type
  if (!document || !isNamed) throw new Problem('not-found')
  return await addLinkTo(document, context)
}

/** A link for this session to a document that the caller has found. Throws `not-found` unless they may read it. */
export async function addLinkTo(
  document: DocumentRow,
  { db, book, actor, clock, request }: BaseContext & { actor: Actor },
): Promise<{ href: string }> {
  if (!mayRead(documentReader(actor), document)) throw new Problem('not-found')
  const token = newLinkToken()
  await addLink(db, token, {
    document_id: document.document_id,
    user_id: actor.userId,
    session_id: actor.sessionId,
    address: isIP(request.ip) ? request.ip : null,
    issued_at: clock.now(),
  })
  return { href: `/documents/${book.currency.toLowerCase()}/${token}` }
}

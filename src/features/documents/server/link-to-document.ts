import { isIP } from 'node:net'
import { Problem } from '../../../contract/problems.ts'
import type { Actor } from '../../../server/auth/actor.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { documentReader, mayRead } from './document-reader.ts'
import type { DocumentRow } from './documents.queries.ts'
import { addLink } from './downloads.queries.ts'

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

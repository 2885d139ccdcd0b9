import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { hashOf } from '../../documents/server/downloads.queries.ts'
import type * as contract from '../vettings.contract.ts'
import { addDocumentLink, findVettingDocument } from './vettings.queries.ts'

/** A link for this session to a supporting document of a vetting. Throws `not-found`. */
export async function downloadVettingDocument(
  { params: { vettingId, documentId } }: HandlerInput<typeof contract.downloadVettingDocument>,
  { realmDb, actor, clock }: ContextOf<typeof contract.downloadVettingDocument>,
): Promise<Reply<typeof contract.downloadVettingDocument>> {
  if (!(await findVettingDocument(realmDb, vettingId, documentId))) throw new Problem('not-found')
  const token = newLinkToken()
  const link = { paper_id: documentId, session_id: actor.sessionId, issued_at: clock.now() }
  await addDocumentLink(realmDb, { ...link, token_hash: hashOf(token) })
  return { href: `/documents/vettings/${token}` }
}

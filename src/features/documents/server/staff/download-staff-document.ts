import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { newLinkToken } from '../../../../server/auth/one-time-link.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../../staff-documents.contract.ts'
import { requireReader } from './require-on-realm.ts'
import { addStaffLink, findStaffDocument } from './staff-documents.queries.ts'

/** A link for this session to a document of staff, as linkToDocument makes for one of an account. */
export async function downloadStaffDocument(
  { params: { documentId } }: HandlerInput<typeof contract.downloadStaffDocument>,
  { realmDb, client, actor, clock }: ContextOf<typeof contract.downloadStaffDocument>,
): Promise<Reply<typeof contract.downloadStaffDocument>> {
  requireReader(actor)
  if (!(await findStaffDocument(realmDb, client.realm, documentId))) throw new Problem('not-found')
  const token = newLinkToken()
  await addStaffLink(realmDb, token, { documentId, sessionId: actor.sessionId, issuedAt: clock.now() })
  return { href: `/documents/staff/${token}` }
}

import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../audit.contract.ts'
import { findAuditState } from './audit.queries.ts'

/** The last verification and the last checkpoint of the realm's audit log. */
export async function getAuditState(
  _input: unknown,
  { realmDb }: ContextOf<typeof contract.getAuditState>,
): Promise<Reply<typeof contract.getAuditState>> {
  const { head, verified, checkpointed } = await findAuditState(realmDb)
  return {
    events: String(head?.seq ?? 0),
    verified: verified
      ? { at: verified.at.toISOString(), events: String(verified.events), finding: verified.finding }
      : null,
    checkpointed: checkpointed ? { at: checkpointed.at.toISOString(), seq: String(checkpointed.seq) } : null,
  }
}

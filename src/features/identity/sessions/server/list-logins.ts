import type { Reply } from '../../../../contract/endpoint.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../sessions.contract.ts'
import { listLoginsOf } from './sessions.queries.ts'

/** The latest logins of the person, and the attempts that were refused, from the audit log. */
export async function listLogins(
  _input: unknown,
  { actor, realmDb, clock }: ContextOf<typeof contract.listLogins>,
): Promise<Reply<typeof contract.listLogins>> {
  const rows = await listLoginsOf(realmDb, actor.userId, clock.now())
  return {
    data: rows.map(({ seq, at, kind, browser, address }) => ({
      loginId: String(seq),
      at: at.toISOString(),
      isRefused: kind !== 'signed-in',
      browser,
      address,
    })),
  }
}

import type { Reply } from '../../../contract/endpoint.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { readPlanVersions } from './legacy-plan.queries.ts'
import { requireShown, toVersion } from './show-plan.ts'

const maxVersions = 50

/** The versions, newest first. Throws `not-found` where the client shows no legacy plan. */
export async function listPlanVersions(
  _input: unknown,
  context: ContextOf<typeof contract.listPlanVersions>,
): Promise<Reply<typeof contract.listPlanVersions>> {
  requireShown(context)
  const versions = await readPlanVersions(context.db, context.account.accountId, maxVersions)
  return { data: versions.map(each => toVersion(each, context)) }
}

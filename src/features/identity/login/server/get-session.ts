import { Problem } from '../../../../contract/problems.ts'
import type { SessionFacts } from '../../../../contract/session.contract.ts'
import { type Context, factsOf } from './session-facts.ts'

/** The person and their permissions. Throws `not-found` for an account that they may not see. */
export async function getSession(_input: unknown, context: Context): Promise<SessionFacts> {
  const { request, account } = context
  const accountId = request.headers['x-accountid'] ?? '0'
  if (accountId !== '0' && !account) throw new Problem('not-found')
  return factsOf(context)
}

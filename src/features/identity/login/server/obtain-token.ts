import type * as contract from '../../../../contract/session.contract.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'

/** Gives a new tab, which has only the cookie, a token if it has the same origin. */
export async function obtainToken(
  _input: unknown,
  context: ContextOf<typeof contract.obtainToken>,
): Promise<{ signedIn: boolean }> {
  requireSameOrigin(context)
  const { sessions, client, clock, request, reply } = context
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  if (session) await sessions.extend(reply, client, session, now)
  return { signedIn: session !== null }
}

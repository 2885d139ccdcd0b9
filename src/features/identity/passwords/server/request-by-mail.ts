import { randomUUID } from 'node:crypto'
import { countAttempt } from '../../../../server/auth/rate-limit.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import { requirePasswordLogin } from './new-password.ts'

/** Has its own rate limit, so that requests for mails do not block a login. */
export async function admitRequest(context: BaseContext, user: string, kind: string) {
  requireSameOrigin(context)
  requirePasswordLogin(context)
  const { client, realmDb, identity, clock, request } = context
  const now = clock.now()
  const subjects = { user, address: `${kind} ${request.ip}` }
  await countAttempt(realmDb, identity.secret, subjects, now, 'requests for a message')
  const mailRequest = {
    client: client.name,
    requestId: randomUUID(),
    requestedAt: now.toISOString(),
    address: request.ip,
  }
  return { realmDb, mailRequest }
}

import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Authentication } from '../mfa/mfa-context.ts'
import { openSession } from './open-session.ts'
import { findLinkedUser } from './sign-in.queries.ts'

/** Throws `access-denied` at a client without the embedded provider, which accepts no passwords. */
export function requireEmbeddedProvider({ client }: BaseContext): void {
  if (!client.identityProviders.some(({ kind }) => kind === 'embedded')) throw new Problem('access-denied')
}

/** Creates the session in this reply. Returns null, because there is no redirect. */
export async function createDirectSession(
  context: BaseContext,
  { userId, amr, acr }: Authentication & { userId: string },
): Promise<null> {
  const { client, realmDb, clock, request } = context
  const user = await findLinkedUser(realmDb, userId)
  if (!user?.has_access) {
    await recordAuditEvent(realmDb, {
      kind: 'sign-in-refused',
      userId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name, reason: 'access was withdrawn' },
    })
    throw new Problem('access-denied')
  }
  await openSession(context, { userId, idToken: null, provider: 'embedded', amr, acr })
  return null
}

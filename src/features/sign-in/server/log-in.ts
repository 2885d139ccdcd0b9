import { errors } from 'oidc-provider'
import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { asSsoId, setPassword } from '../../../server/identity/create-user.ts'
import { countAttempt, forgiveAttempt } from '../../../server/identity/throttle.ts'
import type { logIn } from '../sign-in.contract.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { findCredential } from './sign-in.queries.ts'

/**
 * Checks a password for the sign-in that this browser has begun at the provider. A user who does not exist, one
 * without a password and a wrong password get the same answer after the same work.
 */
export async function takePassword(
  { body }: Given<typeof logIn>,
  context: ContextOf<typeof logIn>,
): Promise<Reply<typeof logIn>> {
  requireSameOrigin(context)
  const { client, databases, identity, clock, request, origin } = context
  const realmDb = databases.realm(client.realm)
  const provider = await identity.provider(client, origin)
  await provider.interactionDetails(request.raw, context.reply.raw).catch(orStartAgain)

  const subjects = { user: asSsoId(body.userId), address: request.ip }
  const record = (
    kind: 'password-accepted' | 'password-refused' | 'password-throttled',
    userId: string | null,
  ) =>
    recordAuditEvent(realmDb, {
      kind,
      userId,
      at: clock.now(),
      address: request.ip,
      detail: { client: client.name },
    })
  try {
    await countAttempt(realmDb, identity.secret, subjects, clock.now())
  } catch (error) {
    if (error instanceof Problem) await record('password-throttled', null)
    throw error
  }
  const person = await findCredential(realmDb, subjects.user)
  const right = await identity.passwords.verify(body.password, person?.password_hash ?? null)
  if (!right || !person?.password_hash) {
    await record('password-refused', person?.user_id ?? null)
    throw new Problem('validation', { detail: 'Invalid Username or Password' })
  }
  await forgiveAttempt(realmDb, identity.secret, subjects)
  if (identity.passwords.isOutdated(person.password_hash))
    await setPassword(realmDb, person.user_id, body.password, identity.passwords)
  await record('password-accepted', person.user_id)
  const redirectTo = await provider
    .interactionResult(
      request.raw,
      context.reply.raw,
      // Not remembered: the provider keeps no session that would outlive the way back to the portal.
      { login: { accountId: person.user_id, remember: false, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    )
    .catch(orStartAgain)
  return { redirectTo }
}

function orStartAgain(error: unknown): never {
  if (error instanceof errors.SessionNotFound)
    throw new Problem('conflict', { detail: 'This sign-in has expired. Please start again.' })
  throw error
}

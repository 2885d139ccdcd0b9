import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { findOwner } from './credentials.queries.ts'
import { mfaContextOf } from './mfa-context.ts'

export async function caller(context: BaseContext & { actor: Actor }) {
  const mfa = mfaContextOf(context)
  return { mfa, owner: await findOwner(mfa, context.actor.userId) }
}

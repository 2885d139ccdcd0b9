import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { consumePasswordLink, findPasswordLink } from '../../../../server/auth/one-time-link.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { requireSameOrigin } from '../../../../server/http/require-same-origin.ts'
import type * as contract from '../password.contract.ts'
import { acceptNewPassword, requirePasswordLogin, requireValidPassword } from './new-password.ts'
import { findPasswordOwner } from './password.queries.ts'

/** The same answer for a link that is used, expired, replaced, invented or of another realm. */
const invalidLink = () =>
  new Problem('conflict', { detail: 'This link no longer works. Please request a new one.' })

/**
 * Sets the password. It does not log the person in: that takes a login with the second factor (ASVS 5.0, 6.4.3). A rejected
 * password does not consume the link.
 */
export async function setPasswordByLink(
  { body }: HandlerInput<typeof contract.setPasswordByLink>,
  context: BaseContext,
): Promise<Reply<typeof contract.setPasswordByLink>> {
  const { realmDb, identity, clock } = context
  const owner = await ownerOfLink(body.token, context)
  await requireValidPassword(body.password, owner, context, 'password')
  const passwordHash = await identity.passwords.hash(body.password)
  await realmDb.transaction().execute(async trx => {
    const used = await consumePasswordLink(trx, identity.secret, body.token, clock.now())
    if (used?.userId !== owner.userId) throw invalidLink()
    await acceptNewPassword(trx, context, { owner, passwordHash, exceptSessionId: null, how: 'link' })
  })
  context.sessions.notifyEnded(owner.userId)
  return {}
}

export async function ownerOfLink(token: string, context: BaseContext) {
  requireSameOrigin(context)
  requirePasswordLogin(context)
  const { realmDb, identity, clock } = context
  const link = await findPasswordLink(realmDb, identity.secret, token, clock.now())
  const owner = link && (await findPasswordOwner(realmDb, link.userId))
  if (!owner) throw invalidLink()
  return owner
}

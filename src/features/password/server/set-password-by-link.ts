import type { Given, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { BaseContext } from '../../../server/http/request-context.ts'
import { findPasswordLink, spendPasswordLink } from '../../../server/identity/one-time/one-time-link.ts'
import { requireSameOrigin } from '../../sign-in/server/require-same-origin.ts'
import type { checkPasswordLink, setPasswordByLink } from '../password.contract.ts'
import { requireGoodPassword, requirePasswords, takeNewPassword } from './new-password.ts'
import { findPasswordOwner } from './password.queries.ts'

/** One answer for a link that is used, expired, replaced, another realm's or made up. */
const noGood = () =>
  new Problem('conflict', { detail: 'This link is not good any more. Please ask for a new one.' })

/** Whose password a link may set; it stays good. */
export async function lookAtPasswordLink(
  { body }: Given<typeof checkPasswordLink>,
  context: BaseContext,
): Promise<Reply<typeof checkPasswordLink>> {
  const owner = await ownerOfLink(body.token, context)
  return { userId: owner.ssoId }
}

/**
 * Sets the password. The person does not sign in by it: the way in is the sign-in, with its second factor (ASVS 5.0,
 * 6.4.3). A password that is refused leaves the link good.
 */
export async function setByLink(
  { body }: Given<typeof setPasswordByLink>,
  context: BaseContext,
): Promise<Reply<typeof setPasswordByLink>> {
  const { realmDb, identity, clock } = context
  const owner = await ownerOfLink(body.token, context)
  await requireGoodPassword(body.password, owner, context, 'password')
  const passwordHash = await identity.passwords.hash(body.password)
  await realmDb.transaction().execute(async trx => {
    const used = await spendPasswordLink(trx, identity.secret, body.token, clock.now())
    if (used?.userId !== owner.userId) throw noGood()
    await takeNewPassword(trx, context, { owner, passwordHash, keepsSession: null, how: 'link' })
  })
  context.sessions.wereEnded(owner.userId)
  return {}
}

async function ownerOfLink(token: string, context: BaseContext) {
  requireSameOrigin(context)
  requirePasswords(context)
  const { realmDb, identity, clock } = context
  const link = await findPasswordLink(realmDb, identity.secret, token, clock.now())
  const owner = link && (await findPasswordOwner(realmDb, link.userId))
  if (!owner) throw noGood()
  return owner
}

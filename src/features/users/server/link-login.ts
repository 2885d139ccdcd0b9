import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem } from '../../../contract/problems.ts'
import { violates } from '../../../server/db/violates.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { insertLogin } from '../../identity/oidc/server/identity-links.queries.ts'
import { providerNamed } from '../../identity/oidc/server/provider-settings.ts'
import type * as contract from '../access.contract.ts'
import { changePerson } from './change-person.ts'
import { lockPersonFor } from './find-operator.ts'
import { Refused, recordByOperator } from './operator.ts'

/** Links a subject of one of the client's providers to a person. Throws `access-denied`, `conflict`, `not-found`, `validation`. */
export async function linkLogin(
  { params: { personId: userId }, body }: HandlerInput<typeof contract.linkLogin>,
  context: ContextOf<typeof contract.linkLogin>,
): Promise<Reply<typeof contract.linkLogin>> {
  const { provider: name, subject, reason } = body.data.attributes
  const provider = providerNamed(context.client, name)
  if (!provider || provider.kind === 'embedded') throw fieldProblem('provider', 'Choose one of the providers')
  const { kind, issuer } = provider
  await changePerson(context, async (trx, operator, now) => {
    const person = await lockPersonFor(trx, operator, userId, now)
    if (userId === operator.userId) throw new Refused('No one links a login to themselves.')
    if (!person.hasAccess) throw new Refused('This person has no access.', 'conflict')
    await insertLogin(trx, { kind, issuer, subject, userId, linkedBy: operator.userId })
    await recordByOperator(trx, operator, {
      kind: 'login-linked',
      userId,
      at: now,
      detail: { reason, before: 'none', after: `${provider.name} ${subject}` },
    })
  }).catch((error: unknown) => {
    if (violates(error, 'user_identity_pkey'))
      throw fieldProblem('subject', 'This subject is linked to a person already. Unlink it there first.')
    if (violates(error, 'user_identity_realm_kind_issuer_user_id_key'))
      throw fieldProblem('provider', 'The person has a login at this provider already. Unlink it first.')
    throw error
  })
  return { personId: userId }
}

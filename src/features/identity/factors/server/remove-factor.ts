import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../../server/db/schema.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { mailFactorChange } from '../../../../server/mail/factor-mail.ts'
import type * as contract from '../factors.contract.ts'
import { findFactors, findOwner } from './credentials.queries.ts'
import { deleteFactor, deleteFactorSubstitutes, lockPerson } from './factors.queries.ts'
import { mfaContextOf } from './mfa-context.ts'
import { mustHaveFactor } from './second-factor-required.ts'

/**
 * Removes a factor. Throws `conflict` for the last one of a person who must have one. Removing the last factor also removes
 * the backup codes and remembered devices, which replace it.
 */
export async function removeFactor(
  { body }: HandlerInput<typeof contract.removeFactor>,
  context: ContextOf<typeof contract.removeFactor>,
): Promise<Reply<typeof contract.removeFactor>> {
  const { identity, client, actor } = context
  const mfa = mfaContextOf(context)
  const factor = body.data.attributes
  const isRequired = mustHaveFactor(identity, client, await findOwner(mfa, actor.userId))
  await mfa.realmDb.transaction().execute(async tx => {
    // Locked, so that concurrent removals cannot remove the last two.
    await lockPerson(tx, actor.userId)
    if (!(await deleteFactor(tx, actor.userId, factor))) throw new Problem('not-found')
    if (factor.kind !== 'backup-code') await deleteSubstitutesOfLast(tx, isRequired)
    await recordAuditEvent(tx, {
      kind: 'factor-removed',
      userId: actor.userId,
      sessionId: actor.sessionId,
      at: mfa.now,
      address: mfa.address,
      detail: { client: client.name, factor: factor.kind },
    })
    await mailFactorChange(tx, mfa, actor.userId, { action: 'removed', factor: factor.kind })
  })
  return {}

  async function deleteSubstitutesOfLast(tx: Kysely<DB>, isRequired: boolean): Promise<void> {
    const { hasAny } = await findFactors({ realmDb: tx, origin: mfa.origin }, actor.userId)
    if (hasAny) return
    if (isRequired)
      throw new Problem('conflict', { detail: 'This is your last one. Add another before you remove it.' })
    await deleteFactorSubstitutes(tx, actor.userId)
  }
}

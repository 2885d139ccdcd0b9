import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { mayChange } from '../../../server/auth/actor.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import { requireNoOtherEdit } from '../../../server/changes/require-no-other-edit.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { lockAccountRow, setPlanType } from '../../accounts/server/account-row.queries.ts'
import { planTypeOf } from '../domain/legacy-plan.ts'
import type * as contract from '../legacy-plan.contract.ts'
import { getLegacyPlan } from './get-legacy-plan.ts'
import { readPlanVersions } from './legacy-plan.queries.ts'
import { noAccess, requireShown } from './show-plan.ts'

/**
 * Staff set that a fund is endowed, or no longer (§17); the type then follows from the current plan again. Throws `access-denied`
 * where nothing may be changed, `conflict` with the other edit. Setting it twice is recorded once.
 */
export async function setEndowment(
  { body }: HandlerInput<typeof contract.setEndowment>,
  context: ContextOf<typeof contract.setEndowment>,
): Promise<Reply<typeof contract.setEndowment>> {
  requireShown(context)
  const { db, account, actor, client, clock } = context
  const { isEndowed, reason, revision: editedRevision } = body.data.attributes
  await db.transaction().execute(async trx => {
    const stored = await lockAccountRow(trx, account.accountId)
    if (!stored) throw new Problem('not-found')
    if (!mayChange(stored, actor)) throw new Problem('access-denied', { detail: noAccess })
    const wasEndowed = stored.succession_plan_type_code === 'ENDOWED'
    if (wasEndowed === isEndowed) return
    const row = { subject: 'account', subjectId: account.accountId } as const
    await requireNoOtherEdit(
      trx,
      { ...row, editedRevision, storedRevision: stored.revision, fields: ['isEndowed', 'legacyPlan'] },
      { actor, sponsor: client.displayName },
    )
    const [current] = await readPlanVersions(trx, account.accountId, 1)
    const revision = stored.revision + 1
    await setPlanType(trx, account.accountId, {
      type: isEndowed ? 'ENDOWED' : planTypeOf(current?.shares ?? []),
      revision,
    })
    await recordChange(trx, {
      ...row,
      accountId: account.accountId,
      kind: 'endowment-set',
      revision,
      before: { isEndowed: String(wasEndowed) },
      after: { isEndowed: String(isEndowed), reason },
      author: changeAuthor(context),
      at: clock.now(),
    })
  })
  return await getLegacyPlan(undefined, context)
}

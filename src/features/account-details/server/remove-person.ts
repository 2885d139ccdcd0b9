import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { changeAuthor, recordChange } from '../../../server/changes/record-change.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import type { endRelationship } from '../relationships.contract.ts'
import { mailRemoval } from './mail-removal.ts'
import { findRelationship, lockRelationship, setEnded } from './relationships.queries.ts'
import { mayRemove, showRelationship } from './show-relationships.ts'

/**
 * Ends an interested party's relationship, and with it their access, at once; the fund's donors are mailed. Throws `access-denied`
 * for other roles. Removing somebody twice is recorded and mailed once.
 */
export async function removePerson(
  { params }: HandlerInput<typeof endRelationship>,
  context: ContextOf<typeof endRelationship>,
): Promise<Reply<typeof endRelationship>> {
  const { db, account, client, clock } = context
  const { accountId } = account
  const { relationshipId } = params
  return await db.transaction().execute(async trx => {
    await lockRelationship(trx, accountId, relationshipId)
    const stored = await findRelationship(trx, accountId, relationshipId)
    const inTransaction = { ...context, db: trx }
    if (!stored) throw new Problem('not-found')
    if (stored.ended_at !== null && stored.account_role_code === 'viewer')
      return await showRelationship({ params }, inTransaction)
    if (!mayRemove(stored, context)) throw new Problem('access-denied')
    const at = clock.now()
    const revision = stored.revision + 1
    await setEnded(trx, relationshipId, { endedAt: at, revision })
    const person = { name: stored.name, accountRoleCode: stored.account_role_code }
    await recordChange(trx, {
      subject: 'relationship',
      subjectId: relationshipId,
      accountId,
      kind: 'relationship-ended',
      revision,
      before: { ...person, ended: null },
      after: { ...person, ended: at.toISOString() },
      author: changeAuthor(context),
      at,
    })
    await addJob(trx, mailRemoval, { client: client.name, relationshipId })
    return await showRelationship({ params }, inTransaction)
  })
}

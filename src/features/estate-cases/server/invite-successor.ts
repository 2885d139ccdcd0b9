import type { HandlerInput } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import type * as contract from '../estate-cases.contract.ts'
import type { CaseDetails } from '../estate-cases.contract.ts'
import { type CaseContext, lockInState } from './case-context.ts'
import { mailSuccessor } from './mail-successor.ts'
import { requireShare } from './redirect-share.ts'
import { caseDetails } from './show-cases.ts'

/** Mails a successor another link. Throws `conflict` where they have answered or have no e-mail address, `not-found`. */
export async function inviteSuccessor(
  { params: { caseId, shareId } }: HandlerInput<typeof contract.inviteSuccessor>,
  context: CaseContext,
): Promise<CaseDetails> {
  const { db, realmDb, client, actor, identity, today } = context
  await inTransaction(db, async trx => {
    await lockInState(trx, caseId, 'distributing')
    const share = await requireShare(trx, { caseId, shareId }, context)
    if (share.designation !== 'individual' || share.state !== 'waiting')
      throw new Problem('conflict', { detail: 'This share is not awaiting an answer.' })
    if (share.email === null)
      throw new Problem('conflict', {
        detail: 'We have no e-mail address of this successor. Please call them.',
      })
    if (share.links >= 30) throw new Problem('conflict', { detail: '30 links have already been e-mailed.' })
    await requireMailTo(realmDb, identity.secret, {
      sender: { kind: 'person', userId: actor.userId },
      ...{ to: share.email, day: today },
    })
    await addJob(trx, mailSuccessor, { client: client.name, caseId, shareId, link: share.links + 1 })
  })
  return await caseDetails(db, caseId, context)
}

import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import type * as contract from '../account-opening.contract.ts'
import { maxLinks } from '../domain/application.ts'
import { changeOwn, stateConflict } from './change-application.ts'
import { mailApplication } from './mail-application.ts'
import { mayRemind } from './show-application.ts'
import { signersOf } from './signers.queries.ts'

/** Mails a signer again: another link, or that they log in. Which of the two, only the mail tells. */
export async function sendSigningLink(
  { params }: HandlerInput<typeof contract.sendSigningLink>,
  context: ContextOf<typeof contract.sendSigningLink>,
): Promise<Reply<typeof contract.sendSigningLink>> {
  const { actor, realmDb, identity, today } = context
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    const signer = (await signersOf(trx, row)).find(({ signer_id: id }) => id === params.signerId)
    if (!signer || signer.user_id === actor.userId) throw new Problem('not-found')
    if (signer.links >= maxLinks)
      throw stateConflict(`We have e-mailed this person ${maxLinks} times. Please call us.`)
    if (!mayRemind(signer, row.state))
      throw stateConflict('This application is not waiting for their signature.')
    await requireMailTo(realmDb, identity.secret, {
      sender: { kind: 'person', userId: actor.userId },
      ...{ to: signer.email, day: today },
    })
    await addJob(trx, mailApplication, {
      applicationId: row.application_id,
      event: 'link',
      signerId: signer.signer_id,
      link: signer.links + 1,
    })
  })
}

import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailTo } from '../../../server/mail/mail-limit.ts'
import type {
  answerQuestion,
  returnToDraft,
  sendSigningLink,
  withdrawApplication,
} from '../account-opening.contract.ts'
import { maxLinks, mayReturnToDraft, mayWithdraw } from '../domain/application.ts'
import { type ApplicationRow, addEvent, lockApplication, updateApplication } from './applications.queries.ts'
import { findOwnApplication, findVisibleApplication, type OpeningContext } from './find-application.ts'
import { mailApplication } from './mail-application.ts'
import { mayRemind, toResponse } from './show-application.ts'
import { signersOf } from './signers.queries.ts'
import { eventBy } from './start-application.ts'
import { voidEnvelope } from './void-envelope.ts'

const stateConflict = (detail: string) => new Problem('conflict', { detail })

/** Runs a change of the caller's own application in a transaction that holds its lock, and shows it after that. */
async function changeOwn(
  applicationId: string,
  context: OpeningContext,
  change: (trx: Kysely<DB>, row: ApplicationRow) => Promise<void>,
) {
  await findOwnApplication(applicationId, context)
  await context.db.transaction().execute(async trx => {
    const row = await lockApplication(trx, applicationId)
    if (!row) throw new Problem('not-found')
    await change(trx, row)
  })
  return await toResponse(await findVisibleApplication(applicationId, context), context)
}

/** Makes it a draft again. Its document is withdrawn, and all signers sign again. */
export async function reopenApplication(
  { params }: HandlerInput<typeof returnToDraft>,
  context: ContextOf<typeof returnToDraft>,
): Promise<Reply<typeof returnToDraft>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state === 'draft') return
    if (!mayReturnToDraft(row.state)) throw stateConflict('This application can no longer be changed.')
    await endDocument(trx, row)
    await updateApplication(trx, row.application_id, {
      state: 'draft',
      revision: row.revision + 1,
      changed_at: context.clock.now(),
      envelope_id: null,
    })
    await addEvent(trx, row.application_id, eventBy(context, 'returned-to-draft'))
  })
}

export async function withdraw(
  { params }: HandlerInput<typeof withdrawApplication>,
  context: ContextOf<typeof withdrawApplication>,
): Promise<Reply<typeof withdrawApplication>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state === 'withdrawn') return
    if (!mayWithdraw(row.state)) throw stateConflict('This application was decided and cannot be withdrawn.')
    await endDocument(trx, row)
    await updateApplication(trx, row.application_id, { state: 'withdrawn', changed_at: context.clock.now() })
    await addEvent(trx, row.application_id, eventBy(context, 'withdrawn'))
  })
}

/** The job withdraws the envelope, since its provider may be down. */
async function endDocument(trx: Kysely<DB>, row: ApplicationRow): Promise<void> {
  const { provider, envelope_id: envelopeId, client } = row
  if (provider === null || envelopeId === null || row.state !== 'signing') return
  await addJob(trx, voidEnvelope, { client, provider, envelopeId }, { key: `void-${envelopeId}` })
}

/** Answers staff's question: the application is under review again. */
export async function answer(
  { params, body }: HandlerInput<typeof answerQuestion>,
  context: ContextOf<typeof answerQuestion>,
): Promise<Reply<typeof answerQuestion>> {
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    if (row.state !== 'asked') throw stateConflict('There is no longer a question to answer.')
    await updateApplication(trx, row.application_id, { state: 'submitted', changed_at: context.clock.now() })
    await addEvent(trx, row.application_id, eventBy(context, 'answered', body.data.attributes.answer))
    await addJob(trx, mailApplication, { applicationId: row.application_id, event: 'answered' })
  })
}

/** Mails a signer again: another link, or that they log in. Which of the two, only the mail tells. */
export async function sendLink(
  { params }: HandlerInput<typeof sendSigningLink>,
  context: ContextOf<typeof sendSigningLink>,
): Promise<Reply<typeof sendSigningLink>> {
  const { actor, realmDb, identity, today } = context
  return await changeOwn(params.applicationId, context, async (trx, row) => {
    const signer = (await signersOf(trx, row)).find(({ signer_id: id }) => id === params.signerId)
    if (!signer || signer.user_id === actor.userId) throw new Problem('not-found')
    if (signer.links >= maxLinks)
      throw stateConflict(`We have e-mailed this person ${maxLinks} times. Please call us.`)
    if (!mayRemind(signer, row.state))
      throw stateConflict('This application is not waiting for their signature.')
    await requireMailTo(realmDb, identity.secret, {
      sender: { userId: actor.userId },
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

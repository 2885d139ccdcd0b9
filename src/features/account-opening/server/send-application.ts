import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { requireMailsTo } from '../../../server/mail/mail-limit.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { findCharityStatuses, requireSelectable } from '../../charities/server/charity-status.ts'
import { publishedBlock } from '../../content/server/published-content.ts'
import { findPeople, firstOfSame } from '../../people/server/people.queries.ts'
import type * as contract from '../account-opening.contract.ts'
import { type Application, applicationOf, checkDraft, listedTwice } from '../domain/check-step.ts'
import type { ApplicationDraft } from '../domain/draft.ts'
import { advanceApplication } from './advance-application.ts'
import { contentOf } from './application-content.ts'
import { addEvent, lockApplication, saveDocument } from './applications.queries.ts'
import { findOwnApplication, findVisibleApplication, type OpeningContext } from './find-application.ts'
import { toResponse } from './show-application.ts'
import { insertSigners } from './signers.queries.ts'
import { eventBy } from './start-application.ts'

type Context = ContextOf<typeof contract.sendApplication>

/**
 * Sends an application to its donors: makes the document, names its signers, and starts the job that creates its envelope. Throws
 * `validation` with messages by field while anything is missing, and `conflict` if someone saved it after `revision`. Sending it
 * again changes nothing.
 */
export async function sendApplication(
  { params, body }: HandlerInput<typeof contract.sendApplication>,
  context: Context,
): Promise<Reply<typeof contract.sendApplication>> {
  const { db, client, book, signatures, clock } = context
  const { applicationId } = params
  const seen = await findOwnApplication(applicationId, context)
  if (seen.row.state === 'signing') return await toResponse(seen, context)
  const application = requireComplete(seen.row.draft, context)
  const charities = await requireCharities(application, context)
  const signers = await signersOf(application, seen.row.started_as === 'donor', context)
  const template = await publishedBlock(context, 'account-application')
  if (!template)
    throw new Problem('conflict', {
      detail: 'The text of applications is hidden. An editor must publish it.',
    })
  const at = clock.now()
  const { currency } = book
  const document = contentOf(template, application, {
    reference: seen.row.reference,
    ...{ client, currency, charities, at },
  })
  // Each of them is mailed when it is their turn. A repeated request counts too.
  await requireMailsTo(context.realmDb, context.identity.secret, {
    sender: { kind: 'person', userId: context.actor.userId },
    to: signers.filter(({ userId }) => userId !== context.actor.userId).map(({ email }) => email),
    day: context.today,
  })
  await db.transaction().execute(async trx => {
    const row = await lockApplication(trx, applicationId)
    if (row?.state === 'signing') return
    if (row?.state !== 'draft' || row.revision !== body.data.attributes.revision)
      throw new Problem('conflict', {
        detail:
          'This application was changed in another window or on another device. Reload the page to see it.',
      })
    const attempt = row.attempt + 1
    await insertSigners(trx, applicationId, attempt, signers)
    await saveDocument(trx, applicationId, { provider: signatures.nameFor(client), document, attempt, at })
    await addEvent(trx, applicationId, eventBy(context, 'sent-to-sign'))
    await addJob(trx, advanceApplication, { applicationId }, { key: applicationId })
  })
  return await toResponse(await findVisibleApplication(applicationId, context), context)
}

function requireComplete(
  draft: ApplicationDraft,
  { today, client }: Pick<Context, 'today' | 'client'>,
): Application {
  const errors = Object.assign({}, ...Object.values(checkDraft(draft, today)))
  if (Object.keys(errors).length > 0) throw new Problem('validation', { errors })
  const application = applicationOf(draft)
  // Where the client shows no plan, nobody could see or change one (§15).
  if (!client.legacyPlanShown && application.shares.length > 0)
    throw fieldProblem('successors', 'Remove the successors: this program has no legacy plans online')
  return application
}

/** The charities among the successors by id; each must be able to receive grants (§4). */
async function requireCharities(
  { shares }: Application,
  { db, client, clock }: Pick<OpeningContext, 'db' | 'client' | 'clock'>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const charityIds = shares.flatMap(share => (share.option === 0 ? [] : share.charityId))
  const statuses = await findCharityStatuses(db, charityIds, clock.now())
  for (const [index, share] of shares.entries()) {
    if (share.option === 0) continue
    const field = `successors.${index}.charityId`
    const charity = requireSelectable(statuses.get(share.charityId), client, field)
    names.set(share.charityId, charityName(charity.name))
  }
  return names
}

type NewSigner = { userId: string | null; name: string; email: string }

/** The donors, each with their login if they have one. The person who prepares an application for others never signs it. */
async function signersOf(
  { donors }: Application,
  isForStarter: boolean,
  { realmDb, actor }: Pick<Context, 'realmDb' | 'actor'>,
): Promise<NewSigner[]> {
  // By what was typed alone, whether or not they have logins: with equal names for `findPerson`, two would be one person.
  const twice = (await firstOfSame(realmDb, donors)).findIndex((first, index) => first < index)
  if (twice >= 0) throw fieldProblem(`donors.${twice}.email`, listedTwice)
  const signers: NewSigner[] = []
  const known = await findPeople(realmDb, donors)
  for (const [index, { firstName, lastName, email }] of donors.entries()) {
    const isStarter = isForStarter && index === 0
    const userId = isStarter ? actor.userId : (known[index] ?? null)
    if (userId === actor.userId && !isStarter)
      throw fieldProblem(
        `donors.${index}.email`,
        isForStarter
          ? 'You are already the first donor'
          : 'You are preparing this application for others, so you can’t be one of its donors',
      )
    signers.push({ userId, name: `${firstName} ${lastName}`, email })
  }
  return signers
}

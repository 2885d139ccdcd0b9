import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { fieldProblem, Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { detailsOf, loadPerson } from '../../people/profile/server/show-profile.ts'
import type { saveApplication, startApplication } from '../account-opening.contract.ts'
import type { StartedAs } from '../domain/application.ts'
import { type ApplicationDraft, emptyDraft } from '../domain/draft.ts'
import {
  addEvent,
  countOpen,
  findByKey,
  insertApplication,
  lockApplication,
  type NewEvent,
  saveDraft,
} from './applications.queries.ts'
import {
  findOwnApplication,
  findVisibleApplication,
  mayStartAs,
  type OpeningContext,
} from './find-application.ts'
import { toResponse } from './show-application.ts'

/** The limit is above what an advisor prepares at a time. */
const maxOpen = 200

/** Starts an application with what the portal knows of its starter. Repeating it with the same key returns the first. */
export async function start(
  { body }: HandlerInput<typeof startApplication>,
  context: ContextOf<typeof startApplication>,
): Promise<Reply<typeof startApplication>> {
  const { db, actor, client, clock, idempotencyKey } = context
  const { startedAs: as } = body.data.attributes
  if (!mayStartAs(context).includes(as)) throw new Problem('access-denied')
  const draft = await knownDraft(as, context)
  const at = clock.now()
  const added = await inTransaction(db, async trx => {
    if ((await countOpen(trx, actor.userId)) >= maxOpen)
      throw new Problem('conflict', {
        detail: `You have ${maxOpen} open applications. Please send or withdraw some of them first.`,
      })
    const applicationId = await insertApplication(trx, {
      client: client.name,
      draft,
      startedBy: { userId: actor.userId, name: nameOf(actor), as },
      idempotencyKey,
      at,
    })
    if (applicationId !== null) await addEvent(trx, applicationId, eventBy(context, 'started'))
    return applicationId
  })
  const applicationId = added ?? (await findByKey(db, actor.userId, idempotencyKey))
  if (!applicationId) throw new Error('an application with this key exists and cannot be found')
  return await toResponse(await findVisibleApplication(applicationId, context), context)
}

/** An event caused by the caller. */
export const eventBy = (
  { actor, clock, request }: OpeningContext,
  kind: NewEvent['kind'],
  text: string | null = null,
): NewEvent => ({
  kind,
  at: clock.now(),
  userId: actor.userId,
  sessionId: actor.sessionId,
  address: isIP(request.ip) ? request.ip : null,
  name: nameOf(actor),
  bySponsor: actor.seesEveryAccount || actor.accountRoles.includes('service_team'),
  text,
})

async function knownDraft(as: StartedAs, context: OpeningContext): Promise<ApplicationDraft> {
  const { actor, client, db, realmDb } = context
  const phoneCountry = client.defaultPhoneCountry
  const draft = emptyDraft(phoneCountry)
  const [donor] = draft.donors
  if (as === 'donor' && donor) {
    const known = detailsOf(await loadPerson({ db, realmDb, phoneCountry }, actor.userId))
    draft.donors = [{ ...donor, ...known, email: actor.email }]
  }
  if (as === 'advisor') {
    const { firstName, lastName, email } = actor
    draft.advisor = { has: 'yes', firstName, lastName, email }
  }
  return draft
}

/**
 * Saves steps of a draft. Throws `conflict` if someone saved it after `revision`, or it is not a draft any more. The first donor of
 * an application that a donor started stays that donor.
 */
export async function saveSteps(
  { params, body }: HandlerInput<typeof saveApplication>,
  context: ContextOf<typeof saveApplication>,
): Promise<Reply<typeof saveApplication>> {
  const { db, actor, clock } = context
  const { revision, draft: steps } = body.data.attributes
  await findOwnApplication(params.applicationId, context)
  await inTransaction(db, async trx => {
    const row = await lockApplication(trx, params.applicationId)
    if (row?.state !== 'draft')
      throw new Problem('conflict', {
        detail:
          'This application was sent for signature. Choose “Change the application” if you want to change it.',
      })
    if (row.revision !== revision)
      throw new Problem('conflict', {
        detail:
          'This application was saved in another window or on another device. Reload the page to see it.',
      })
    // A step that is absent stays; zod leaves it out.
    const draft = { ...row.draft, ...steps } as ApplicationDraft
    const [first] = draft.donors
    if (row.started_as === 'donor' && first) {
      const { firstName, lastName, email } = actor
      if (first.firstName !== firstName || first.lastName !== lastName || first.email !== email)
        throw fieldProblem('donors.0.firstName', 'You are the first donor of this application')
    }
    await saveDraft(trx, params.applicationId, { draft, revision: revision + 1, at: clock.now() })
  })
  return await toResponse(await findVisibleApplication(params.applicationId, context), context)
}

import { isIP } from 'node:net'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import { inTransaction } from '../../../server/db/in-transaction.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { detailsOf, loadPerson } from '../../people/profile/server/show-profile.ts'
import type * as contract from '../account-opening.contract.ts'
import type { StartedAs } from '../domain/application.ts'
import { type ApplicationDraft, emptyDraft } from '../domain/draft.ts'
import { addEvent, countOpen, findByKey, insertApplication, type NewEvent } from './applications.queries.ts'
import { findVisibleApplication, type OpeningContext, startRoles } from './find-application.ts'
import { toResponse } from './show-application.ts'

/** The limit is above what an advisor prepares at a time. */
const maxOpen = 200

/** Starts an application with what the portal knows of its starter. Repeating it with the same key returns the first. */
export async function startApplication(
  { body }: HandlerInput<typeof contract.startApplication>,
  context: ContextOf<typeof contract.startApplication>,
): Promise<Reply<typeof contract.startApplication>> {
  const { db, actor, client, clock, idempotencyKey } = context
  const { startedAs: as } = body.data.attributes
  if (!startRoles(context).includes(as)) throw new Problem('access-denied')
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
